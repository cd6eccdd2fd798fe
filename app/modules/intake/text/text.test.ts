import { describe, expect, it } from "vitest";
import { calendarLines } from "./calendar-lines";
import { decodeText } from "./decode-text";
import { htmlText } from "./html-text";
import { markdownRows } from "./markdown-table";

const utf8 = (text: string) => new TextEncoder().encode(text);
/** "شب" in windows-1256. */
const LEGACY = [0xd4, 0xc8];

describe("bytes as text", () => {
  it.each([
    ["a mark of UTF-8", new Uint8Array([0xef, 0xbb, 0xbf, ...utf8("شب")]), null, "شب"],
    ["a mark of UTF-16", new Uint8Array([0xff, 0xfe, 0x34, 0x06]), null, "ش"],
    ["Persian of old programs", new Uint8Array([...LEGACY, ...LEGACY, ...LEGACY]), null, "شبشبشب"],
    [
      "Persian of old programs that is said to be UTF-8",
      new Uint8Array([...LEGACY, ...LEGACY]),
      "utf-8",
      "شبشب",
    ],
    [
      "a declaration in XML",
      new Uint8Array([...utf8('<?xml version="1.0" encoding="windows-1256"?>'), ...LEGACY]),
      null,
      '<?xml version="1.0" encoding="windows-1256"?>شب',
    ],
    ["UTF-8 that is said to be another", utf8("شب"), "iso-8859-1", "شب"],
  ])("%s", (_, bytes, declared, text) => expect(decodeText(bytes, declared).text).toBe(text));

  it("of a calendar are unfolded before they are decoded", () => {
    const [first = 0, second = 0] = utf8("ش");
    const bytes = new Uint8Array([
      ...utf8("BEGIN:VCALENDAR\r\nX:"),
      first,
      0x0d,
      0x0a,
      0x20,
      second,
    ]);
    expect(decodeText(bytes, null).text).toBe("BEGIN:VCALENDAR\r\nX:ش");
  });
});

describe("HTML as text", () => {
  it.each([
    ["<p>Doors at <b>seven</b> &amp; more</p>", "Doors at seven & more"],
    ["&lt;p&gt;Rock &amp;amp; Roll&lt;/p&gt;\\n", "Rock & Roll"],
    ['Tickets: <a href="https://a.example/t">here</a>', "Tickets: here (https://a.example/t)"],
    ['<a href="https://a.example/t">https://a.example/t</a>', "https://a.example/t"],
    ["a<script>alert(1)</script>b", "ab"],
    ["1 < 2", "1 < 2"],
  ])("%s", (html, text) => expect(htmlText(html)).toBe(text));
});

describe("lines of a calendar", () => {
  const line = (text: string) => calendarLines(`BEGIN:VEVENT\r\n${text}`).split("\r\n").slice(1);
  it.each([
    ["DTSTART;TZID=Asia/Tehran:20261217T1900", ["DTSTART;TZID=Asia/Tehran:20261217T190000"]],
    ["DTSTART:20261217T240000Z", ["DTSTART:20261218T000000Z"]],
    ["DTSTART;VALUE=DATE:20261217T120000", ["DTSTART:20261217T120000"]],
    ["DTSTART:20261217", ["DTSTART;VALUE=DATE:20261217"]],
    ["DTSTART;VALUE=DATE:20270230", ["X-ROOYDAD-IMPOSSIBLE:DTSTART"]],
    [
      "DTSTART;TZID=W. Europe Standard Time:20261210T180000",
      ["DTSTART;TZID=Europe/Berlin:20261210T180000"],
    ],
    [
      "DTSTART;TZID=Nowhere:20261210T180000",
      ["DTSTART:20261210T180000", "X-ROOYDAD-UNKNOWN-ZONE:Nowhere"],
    ],
    ["DTSTART:20261210T180000+0330", ["DTSTART:20261210T143000Z"]],
  ])("%s", (written, read) => expect(line(written)).toEqual(read));
});

describe("a table of Markdown", () => {
  it("is rows by the names of its columns", () => {
    const [row, ...more] = markdownRows(
      "| Title | Date |\n|---|---|\n| A \\| B | 2026-12-05 |\nend",
    );
    expect([...(row?.fields ?? [])]).toEqual([
      ["Title", "A | B"],
      ["Date", "2026-12-05"],
    ]);
    expect(more).toEqual([]);
  });
});
