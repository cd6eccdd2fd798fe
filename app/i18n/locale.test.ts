import { describe, expect, it } from "vitest";
import { listOf } from "./locale";

describe("a list", () => {
  it("uses the comma of its language and skips empty items", () => {
    expect(listOf("en", ["Roudaki Hall", "", "Tehran"])).toBe("Roudaki Hall, Tehran");
    expect(listOf("fa", ["تالار رودکی", "تهران"])).toBe("تالار رودکی، تهران");
    expect(listOf("fa", [])).toBe("");
  });
});
