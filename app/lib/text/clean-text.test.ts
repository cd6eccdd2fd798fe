import { describe, expect, it } from "vitest";
import { cleanLine, cleanLines } from "./clean-text";

describe.each([
  ["a line", cleanLine],
  ["lines", cleanLines],
])("%s", (_what, clean) => {
  it.each([
    "",
    "  ",
    "\u200b\u200b\u200b\u200b\u200b",
    "\u200c\u200d",
    "\u3164\u3164",
    "\u2800",
    "\u2060\u00ad",
    "\u202e\u202e",
  ])("without visible characters is empty: %j", (text) => {
    expect(clean(text)).toBe("");
  });

  it.each(["شب‌های موسیقی", "👨‍👩‍👧", "…", "7", "한국"])("keeps visible characters: %s", (text) => {
    expect(clean(text)).toBe(text);
  });

  it("drops marks of direction and other invisible characters", () => {
    expect(clean("a\u202etxt.exe\u2066b\u200bc")).toBe("atxt.exebc");
  });
});
