import { foldLines as libraryFold } from "ical-generator";
import { describe, expect, it } from "vitest";
import { foldLines } from "./fold-lines";

const LINES = [
  "",
  "SUMMARY:short",
  `SUMMARY:${"a".repeat(66)}`,
  `SUMMARY:${"a".repeat(67)}`,
  `DESCRIPTION:${"شب شعر در باغ فردوس، تهران ".repeat(20)}`,
  `DESCRIPTION:${"é".repeat(200)}`,
  `DESCRIPTION:${"a🎻".repeat(90)}`,
  `X:${"€".repeat(25)}\r\nY:${"b".repeat(300)}\r\n`,
];

describe("folded lines", () => {
  it.each(LINES)("%s: as the library folds them", (line) => {
    expect(foldLines(line)).toBe(libraryFold(line));
  });

  it("have 75 bytes at most and split no character", () => {
    for (const line of foldLines(LINES.join("\r\n")).split("\r\n")) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toMatch(/\p{Surrogate}/u);
    }
  });
});
