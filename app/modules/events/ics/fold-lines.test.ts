import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { escapeText, foldLine } from "./event-ics.server";

const LINES = [
  "",
  "SUMMARY:short",
  `SUMMARY:${"a".repeat(66)}`,
  `SUMMARY:${"a".repeat(67)}`,
  `DESCRIPTION:${"شب شعر در باغ فردوس، تهران ".repeat(20)}`,
  `DESCRIPTION:${"é".repeat(200)}`,
  `DESCRIPTION:${"a🎻".repeat(90)}`,
  `X:${"€".repeat(25)}`,
  `X:${"€".repeat(23)}`,
];

describe("folded lines", () => {
  it.each(LINES)("%s: is whole again without its folds", (line) => {
    expect(foldLine(line).replaceAll("\r\n ", "")).toBe(`${line}\r\n`);
  });

  it.each(LINES)("%s: has as many of 75 bytes as it takes, and splits no character", (line) => {
    const parts = foldLine(line).trimEnd().split("\r\n");
    for (const part of parts) {
      expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75);
      expect(part).not.toMatch(/\p{Surrogate}/u);
    }
    // A character of four bytes may leave three free.
    expect(parts.length).toBeLessThanOrEqual(Math.ceil(Buffer.byteLength(line) / 71) || 1);
  });
});

describe("escaped text", () => {
  it.each([
    ["plain، فارسی", "plain، فارسی"],
    ["a\\b; c, d", "a\\\\b\\; c\\, d"],
    ["one\r\ntwo\rthree\nfour", "one\\ntwo\\nthree\\nfour"],
    ["bell\u0007, tab\t, next\u0085", "bell \\, tab \\, next "],
  ])("of %j is %j", (text, escaped) => {
    expect(escapeText(text)).toBe(escaped);
  });

  it("begins no property, and readers have it as it was", () => {
    const text = "One; two, three\\n\nEND:VEVENT";
    const calendar = ICAL.parse(`BEGIN:VEVENT\r\nSUMMARY:${escapeText(text)}\r\nEND:VEVENT\r\n`);
    expect(new ICAL.Component(calendar).getFirstPropertyValue("summary")).toBe(text);
  });
});
