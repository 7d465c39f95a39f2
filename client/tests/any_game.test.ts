import { describe, expect, it } from "vitest";
import { below, clickable, matched, NOTHING, onlyEnding, others, wayTo } from "../src/choosing";
import { placesOn } from "../src/places";
import type { Choice, Decision, OwnPlace, Table } from "../src/protocol";

const leaf = (kind: string, key: string, seat?: number): Choice => ({ kind, key, label: key, action: `${kind} ${key}`, ...(seat === undefined ? {} : { seat }) });
const contract: Choice = { kind: "good", key: "contract", label: "a contract", choices: [leaf("piece", "iron1"), leaf("piece", "gold1")] };
const mill: Choice = { kind: "tile", key: "mill", label: "Mill", seat: 0, choices: [contract] };
const decision: Decision = { id: "1", kind: "turn", prompt: "?", choices: [contract, mill, leaf("do", "pass")], blocked: [] };

describe("choices of any kind", () => {
  it("are buttons if nobody knows their kind", () => expect(others(decision)).toEqual([contract]));
  it("are found at any depth, and lead on from there", () => {
    const inside: Choice = { ...contract };
    const deep: Decision = { ...decision, choices: [{ ...mill, choices: [inside] }] };
    expect(wayTo(deep.choices, inside)).toEqual(["tile:mill", "good:contract"]);
    expect(below(deep, wayTo(deep.choices, inside)).map((choice) => choice.key)).toEqual(["iron1", "gold1"]);
    expect(wayTo(deep.choices, leaf("do", "pass"))).toEqual([]);
  });
  it("end by themselves only if one button is left", () => {
    expect(onlyEnding(decision)).toBeNull();
    expect(onlyEnding({ ...decision, choices: [leaf("do", "done")] })?.key).toBe("done");
    expect(onlyEnding({ ...decision, choices: [leaf("boat", "sea")] })).toBeNull();
    expect(onlyEnding(null)).toBeNull();
  });
});

describe("a picture of its own", () => {
  it("is clicked by kind, key and seat", () => {
    const some = [leaf("square", "a1", 0), leaf("square", "a1", 1), leaf("card", "a1")];
    expect(matched(some, "square", "a1", "1")).toBe(some[1]);
    expect(matched(some, "square", "a1", null)).toBe(some[0]);
    expect(matched(some, "card", "a1", "3")).toBe(some[2]);
    expect(matched(some, "square", "b2", null)).toBeNull();
  });
  it("offers what the way leads to before what it began with", () => {
    expect(clickable(decision, NOTHING.way)).toEqual(decision.choices);
    expect(clickable(decision, ["good:contract"]).map((choice) => choice.key)).toEqual(["iron1", "gold1", "contract", "mill", "pass"]);
  });
});

describe("places of expansions", () => {
  const place = (on: OwnPlace["on"], more: Partial<OwnPlace> = {}): OwnPlace => ({ tag: on, title: on, on, pieces: [["wood", 1]], ...more });
  const table = { scene: { pastures: [[{ id: "home/1", animals: "", parts: [] }]], places: [place("seat", { seat: 0 }), place("seat", { seat: 1 }), place("tile", { at: "mill" }), place("village", { seat: 0, at: "home/1" })] } } as unknown as Table;
  it("are found where they lie", () => {
    expect(placesOn(table, "seat", { seat: 1 })).toHaveLength(1);
    expect(placesOn(table, "tile", { at: "mill" })).toHaveLength(1);
    expect(placesOn(table, "lot")).toEqual([]);
  });
  it("leave animals to their pastures", () => expect(placesOn(table, "village", { seat: 0 })).toEqual([]));
  it("may be missing", () => expect(placesOn({ scene: { pastures: [] } } as unknown as Table, "table")).toEqual([]));
});
