import { describe, expect, it } from "vitest";
import { Known, merged, pool, whole, type ChangeMessage, type Part, type TableMessage } from "../src/protocol";

const state = { season: "spring", start: 0, agenda: [], lots: [{ tile: "well" }, { tile: "inn" }], seats: [], berths: [], bag: "?60" };
const first: TableMessage = {
  type: "table", version: 3, table: "t", rules: "r", next: "", language: "en", seats: [], undo: false, scene: { pastures: [] }, scores: [], notice: "",
  view: { viewer: 0, players: ["Ann", "Bob"], deciding: [0], state }, ply: 1, digest: "a1", entries: [{ seat: -1, words: ["Spring begins."] }, { seat: 0, words: ["Ann passes."] }],
  decision: { id: "d1", kind: "turn", prompt: "?", choices: [2], blocked: [3] },
  parts: [["size", "R1", "1 red worker", "bid {tile} {size}"], ["bid", "red", "red", [0]], ["tile", "well", "Well", [1], { seat: -1 }], ["tile", "inn", "Inn", [], { seat: -1, why: [4] }], "too low"],
};

describe("differences", () => {
  it("change, add and remove, and leave the rest as it was", () => {
    const was = { a: 1, list: [1, 2, 3], deep: { x: { y: 1 }, z: [{ n: 1 }] } };
    const now = merged(was, { a: [2], list: { "2": [], "0": [9] }, deep: { x: { w: [5] } } });
    expect(now).toEqual({ a: 2, list: [9, 2], deep: { x: { y: 1, w: 5 }, z: [{ n: 1 }] } });
    expect(now.deep.z).toBe(was.deep.z);
    expect(was.list).toEqual([1, 2, 3]);
  });
  it("make lists longer", () => expect(merged({ list: [1] }, { list: { "1": [2], "2": [3] } })).toEqual({ list: [1, 2, 3] }));
});

describe("choices", () => {
  it("are put together from parts, with their gaps filled", () => {
    expect(whole(2, first.parts as Part[])).toEqual({ kind: "tile", key: "well", label: "Well", seat: -1, choices: [
      { kind: "bid", key: "red", label: "red", choices: [{ kind: "size", key: "R1", label: "1 red worker", action: "bid well R1" }] }] });
    expect(whole(3, first.parts as Part[]).why).toEqual(["too low"]);
  });
  it("may have the kind, key and label of an earlier one", () => {
    const parts = [...(first.parts as Part[]), [3, [1]], [5, [], {}]] as Part[];
    expect(whole(5, parts)).toMatchObject({ kind: "tile", key: "inn", label: "Inn", seat: -1, why: ["too low"], choices: [{ key: "red" }] });
    expect(whole(6, parts)).toEqual({ kind: "tile", key: "inn", label: "Inn" });
  });
});

describe("what is known", () => {
  const known = Known.read(null, first);
  it("numbers entries so that the last one has the number of the ply", () => expect(known.history.map((entry) => entry.number)).toEqual([0, 1]));
  it("keeps the question if a change leaves it out", () => {
    const change: ChangeMessage = { type: "change", ply: 2, digest: "b2", entries: [{ seat: 1, words: ["Bob passes."] }], changes: { view: { state: { bag: ["?59"] } } } };
    const next = Known.read(known, change);
    expect(next.table.decision?.id).toBe("d1");
    expect(next.table.view.state.bag).toBe("?59");
    expect(next.table.view.state.lots).toBe(known.table.view.state.lots);
    expect(next.history).toHaveLength(3);
  });
  it("forgets what was taken back", () => {
    const change: ChangeMessage = { type: "change", ply: 0, digest: "c", entries: [], rollback: 0, decision: null };
    const next = Known.read(known, change);
    expect(next.history.map((entry) => entry.words[0])).toEqual(["Spring begins."]);
    expect(next.table.decision).toBeNull();
  });
  it("forgets everything where the history is another one", () => {
    const again = Known.read(known, { ...first, rollback: -1, ply: 9, entries: [{ seat: 1, words: ["Bob bids."] }] });
    expect(again.history).toEqual([{ number: 9, seat: 1, words: ["Bob bids."] }]);
  });
  it("goes on numbering parts", () => {
    const change: ChangeMessage = { type: "change", ply: 2, digest: "d", entries: [], decision: { id: "d2", kind: "turn", prompt: "?", choices: [5, 2], blocked: [] }, parts: [["do", "pass", "Pass", "pass"]] };
    expect(Known.read(known, change).table.decision?.choices.map((choice) => choice.key)).toEqual(["pass", "well"]);
  });
});

it("reads pieces", () => expect(pool("R2 wood1 ?3")).toEqual([["red", 2], ["wood", 1], ["?", 3]]));
