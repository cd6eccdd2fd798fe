import { describe, expect, it } from "vitest";
import { correctable, correctedMatch, nameMatch, titleMatch } from "./staff-words";

describe("a query of staff for an event", () => {
  it.each([
    ["ink paper", '"ink"* "paper"*'],
    ["كتاب‌خواني", '"کتاب"* "خوانی"*'],
    ['"OR" -x* (', '"OR"* "x"*'],
    ["  …  ", null],
  ])("like %j searches for %j", (text, expected) => {
    expect(titleMatch(text)).toBe(expected);
  });
});

describe("a misspelt query of staff", () => {
  it("also searches for known words one mistake away", () => {
    expect(correctable("Rostma و Sohrab")).toEqual(["rostma", "sohrab"]);
    expect(correctedMatch("Rostma و Sohrab", ["rostam", "concert"])).toBe(
      '("Rostma"* OR "rostam"*) AND ("و"*) AND ("Sohrab"*)',
    );
    expect(correctedMatch("Rostma", ["concert"])).toBeNull();
    expect(correctedMatch("", ["concert"])).toBeNull();
  });
});

describe("FTS5 expressions for staff searches", () => {
  it.each([
    ["mar", '"mar"'],
    ["a@b", '"a@b"'],
    ['o"n"e', '"o""n""e"'],
    ["ma", null],
  ])("like %j search for %j", (text, expected) => {
    expect(nameMatch(text)).toBe(expected);
  });
});
