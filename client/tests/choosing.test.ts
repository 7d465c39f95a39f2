import { describe, expect, it } from "vitest";
import { atHome, choicesAt, counts, kept, laying, marks, moving, NOTHING, onlyAction, onlyPassing, picked } from "../src/choosing";
import type { Choice, Decision, Table } from "../src/protocol";

const leaf = (kind: string, key: string, action = `${kind} ${key}`): Choice => ({ kind, key, label: key, action });
const decision = (kind: string, choices: Choice[]): Decision => ({ id: kind, kind, prompt: "?", choices, blocked: [] });
const pass = leaf("do", "pass", "pass");
const haul = decision("haul", [
  { kind: "origin", key: "home", label: "Home", choices: [{ kind: "good", key: "wood", label: "wood", choices: [leaf("target", "mill"), leaf("target", "mill/2")] }, { kind: "good", key: "gold", label: "gold", choices: [leaf("target", "inn")] }] },
  { kind: "tile", key: "home", label: "Home", seat: 0, choices: [leaf("upgrade", "saw1")] }, leaf("do", "done", "done")]);
const build = decision("build-all", [{ kind: "won", key: "inn", label: "Inn", choices: [{ kind: "cell", key: "0,1", label: "0,1", choices: [leaf("rotation", "0"), leaf("rotation", "3")] }, { kind: "cell", key: "1,0", label: "1,0", choices: [leaf("rotation", "0")] }] }]);
const turn = decision("turn", [{ kind: "tile", key: "well", label: "Well", seat: -1, choices: [] }, { kind: "tile", key: "mine", label: "Mine", seat: 1, choices: [] }, pass]);

describe("hauling", () => {
  it("offers everything that can be done with a tile", () => expect(choicesAt(haul, "home").map((choice) => choice.kind)).toEqual(["origin", "tile"]));
  it("chooses the first good, or the picked one", () => {
    expect(moving(haul, picked("home")).targets.map((choice) => choice.key)).toEqual(["mill", "mill/2"]);
    expect(moving(haul, { ...picked("home"), good: "gold" }).targets.map((choice) => choice.key)).toEqual(["inn"]);
  });
  it("marks targets, and dims the rest", () => {
    expect(marks(haul, picked("home"), "mill", ["tile", "origin"])).toMatchObject({ target: true, dim: false });
    expect(marks(haul, picked("home"), "inn", ["tile", "origin"])).toMatchObject({ target: false, dim: true });
    expect(marks(haul, NOTHING, "home", ["tile", "origin"])).toMatchObject({ open: true });
  });
  it("keeps the picked tile from step to step while it still has something", () => {
    expect(kept(haul, { ...haul, id: "next" }, picked("home")).key).toBe("home");
    expect(kept(haul, turn, picked("home"))).toBe(NOTHING);
  });
});

describe("laying", () => {
  it("takes the only tile by itself and turns it", () => {
    expect(laying(build, NOTHING).tile?.key).toBe("inn");
    expect(laying(build, { ...NOTHING, cell: "0,1", turned: 3 }).rotation?.key).toBe("3");
    expect(laying(build, { ...NOTHING, cell: "9,9" }).rotation).toBeNull();
  });
});

describe("a turn", () => {
  it("knows when only passing is left", () => {
    expect(onlyPassing(turn)).toBe(false);
    expect(onlyPassing(decision("turn", [pass]))).toBe(true);
  });
  it("counts places by where they are", () => {
    const table = { view: { viewer: 0, players: ["Ann", "Bob"] }, decision: turn } as unknown as Table;
    expect(counts(table)).toEqual({ auction: 1, villages: [0, 1] });
  });
  it("is not about the own village, hauling and laying are", () => expect([turn, haul, build].map(atHome)).toEqual([false, true, true]));
});

it("plays at once what has only one action", () => {
  expect(onlyAction({ kind: "pasture", key: "home/1", label: "", choices: [leaf("good", "cow", "put cow")] })).toBe("put cow");
  expect(onlyAction(haul.choices[0]!)).toBeNull();
});
