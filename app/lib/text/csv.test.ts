import { expect, it } from "vitest";
import { csvLine } from "./csv";

it.each([
  [["a", 1, null], "a,1,\r\n"],
  [['say "hi"', "one, two"], '"say ""hi""","one, two"\r\n'],
  [["two\nlines", "سلام"], '"two\nlines",سلام\r\n'],
  [["=1+1", "@x", "+1", "-1", "\tx"], "'=1+1,'@x,'+1,'-1,'\tx\r\n"],
  [["＝1+1", "＠x", "ا=1"], "'＝1+1,'＠x,ا=1\r\n"],
  [[-5], "-5\r\n"],
])("%j is the line %j", (cells, line) => {
  expect(csvLine(cells)).toBe(line);
});
