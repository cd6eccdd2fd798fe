import { describe, expect, it } from "vitest";
import { drawableText, wrapText } from "./wrap-text";

/** Each letter 50 wide at 100 px. */
const measure = (word: string) => word.length * 50;
const wrap = (text: string, width: number, most = 3) =>
  wrapText(text, measure, width, [100, 50], () => most);

describe("drawableText", () => {
  it.each([
    [
      "a title of two scripts, with its half-spaces",
      "شب سه\u200cتار Setar 2026",
      "شب سه\u200cتار Setar 2026",
    ],
    ["no emoji, with its joiners", "👩\u200d🎤 Night\ufe0f out", "Night out"],
    [
      "no marks of direction, which would turn the rest of the card",
      "\u202eevil\u2066 \u200ftitle",
      "evil title",
    ],
    ["one line", "a\n\tb\u2028 c", "a b c"],
  ])("keeps %s", (_, text, drawn) => {
    expect(drawableText(text)).toBe(drawn);
  });

  it("ends after 160 characters", () => {
    expect(drawableText("x".repeat(500))).toBe(`${"x".repeat(160)}…`);
  });
});

describe("wrapText", () => {
  it("takes the largest size that fits, in lines of equal lengths", () => {
    expect(wrap("one two six ten", 600)).toMatchObject({
      size: 100,
      lines: [{ text: "one two" }, { text: "six ten" }],
    });
    expect(wrap("seven seven seven seven seven seven", 300)).toMatchObject({
      size: 50,
      lines: [{}, {}, {}],
    });
  });

  it("cuts what does not fit at the smallest size", () => {
    const { lines, size } = wrap("seven ".repeat(20), 300);
    expect(size).toBe(50);
    expect(lines).toHaveLength(3);
    expect(lines[2]?.text).toMatch(/…$/);
    for (const { width } of lines) expect(width).toBeLessThanOrEqual(300);
  });

  it("breaks a word that is longer than a line", () => {
    const { lines } = wrap("x".repeat(30), 300);
    expect(lines.map(({ text }) => text).join("")).toBe("x".repeat(30));
    expect(lines.length).toBeGreaterThan(1);
  });
});
