import { describe, expect, it } from "vitest";
import { NO_CLOCK, settingsLink, settingsOf } from "../src/settings";

describe("settings as a link", () => {
  it("come back as they were", () => {
    const settings = { seats: [{ name: "Олена & сини*", kind: "" }, { name: "a*b", kind: "steady" }], wishes: ["farmers", "open-hands"], tongue: "uk", clock: NO_CLOCK };
    expect(settingsOf(settingsLink(settings).slice(1))).toEqual(settings);
  });
  it("are nothing without players, and bounded", () => {
    expect(settingsOf("")).toBeNull();
    expect(settingsOf("?player=Ann")).toBeNull();
    expect(settingsOf(`?${Array.from({ length: 9 }, (_, n) => `player=P${n}`).join("&")}`)?.seats).toHaveLength(6);
    expect(settingsOf(`?player=${"x".repeat(99)}&player=B`)?.seats[0]?.name).toHaveLength(40);
  });
});
