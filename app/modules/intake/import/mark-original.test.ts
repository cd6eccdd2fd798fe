import { describe, expect, it } from "vitest";
import { markOriginal } from "./mark-original";

const ENTRY = [
  "BEGIN:VEVENT",
  "SUMMARY:[Canceled] شب موسیقی",
  "DTSTART;TZID=Asia/Tehran:20270230T193000",
  "CLASS:PRIVATE",
  "LOCATION:Hall, Karaj",
].join("\r\n");

const causes = (...args: Parameters<typeof markOriginal>) =>
  markOriginal(...args)
    .filter(({ isCause }) => isCause)
    .map(({ text }) => text.trim());

describe("given the text of an entry", () => {
  it.each([
    ["private", ["CLASS:PRIVATE"]],
    ["cancelled", ["[Canceled]"]],
    ["impossible-date", ["DTSTART;TZID=Asia/Tehran:20270230T193000"]],
    ["unknown-zone", ["TZID=Asia/Tehran"]],
    ["other-city", ["LOCATION:Hall, Karaj"]],
    ["too-long", []],
  ] as const)("when it is %s, then the cause is marked", (code, found) => {
    expect(causes(ENTRY, [code])).toEqual(found);
  });

  it("when causes share a line, then the first is marked, and nothing is lost", () => {
    const parts = markOriginal(ENTRY, ["unknown-zone", "impossible-date", "private"]);
    expect(parts.map(({ text }) => text).join("")).toBe(ENTRY);
    expect(parts.filter(({ isCause }) => isCause)).toHaveLength(2);
  });
});
