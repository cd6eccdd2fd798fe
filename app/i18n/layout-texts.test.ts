import { describe, expect, it } from "vitest";
import { textsOf } from "./layout-texts";

describe("the texts of a page", () => {
  it("are those of its layout, each once, and the common ones always", () => {
    expect(textsOf([undefined, { texts: ["events", "pages"] }, { texts: ["pages"] }, { other: true }])).toEqual([
      "common",
      "events",
      "pages",
    ]);
    expect(textsOf([])).toEqual(["common"]);
  });
});
