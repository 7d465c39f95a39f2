import { expect, it } from "vitest";
import { fit, frame, herdSpot, inLines, letters, lotSize, stacked } from "../src/layout";

it("gives names that share a letter two signs", () => {
  expect(letters(["Ann", "Bob"])).toEqual(["A", "B"]);
  expect(letters(["Player 1", "Player 2", "Zoe"])).toEqual(["P1", "P2", "Z"]);
  expect(letters(["👩‍🌾 Olena", "Bob"])[0]).toBe("👩‍🌾");
  expect(new Set(letters(["Aa", "Aa a", "Aaa"])).size).toBe(3);
});
it("draws lots as large as lets all of them be seen", () => {
  expect(lotSize(400, 500, 9)).toBeGreaterThan(lotSize(400, 500, 14));
  expect(lotSize(2000, 2000, 2)).toBe(214);
  expect(lotSize(300, 100, 14)).toBe(0);
  const village = frame([[0, 0], [0, 1], [0, 2], [1, 1]]);
  const six = fit({ width: 940, height: 650, lots: 14, boats: 0, home: false, village });
  expect(lotSize((930 * six.share) / 100 - 32, 600, 14)).toBeGreaterThan(80);
});
it("gives the village more room when the question is about it", () => {
  const village = frame([[0, 0], [1, 0], [0, 1], [1, 1]]), board = { width: 940, height: 640, lots: 9, boats: 3, village };
  expect(fit({ ...board, home: true }).share).toBeLessThanOrEqual(40);
  expect(fit({ ...board, home: false }).share).toBeGreaterThanOrEqual(36);
  expect(fit({ ...board, lots: 0, boats: 0, home: true }).share).toBe(0);
});
it("puts herds where nothing else lies", () => {
  const part = [0, 0, 50, 0, 100, 0, 100, 10, 50, 10, 0, 10];
  expect(herdSpot([part], [[25, 0]])[0]).toBeGreaterThan(50);
});
it("cuts a long title where the longer part is shortest", () => {
  const long = (line: string) => line.length;
  expect(inLines("Inn", 10, long)).toEqual(["Inn"]);
  expect(inLines("Turn order 2", 10, long)).toEqual(["Turn", "order 2"]);
  expect(inLines("Apothecary", 4, long)).toEqual(["Apothecary"]);
});
it("stacks places of expansions in as few lines as they need", () => {
  expect(stacked([], 300)).toBe(0);
  expect(stacked([[100, 50], [100, 30]], 300)).toBe(63);
  expect(stacked([[200, 50], [200, 30]], 300)).toBe(93);
  expect(stacked([[500, 50]], 300)).toBe(113);
});
