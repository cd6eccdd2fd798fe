import { describe, expect, it } from "vitest";
import { textsOf } from "./layout-texts";

describe("the texts of a page", () => {
  it("are those of its layout, each once, plus the common ones", () => {
    expect(
      textsOf([undefined, { texts: ["events", "pages"] }, { texts: ["pages"] }, { other: true }]),
    ).toEqual(["common", "events", "pages"]);
    expect(textsOf([])).toEqual(["common"]);
  });
});
