import { describe, expect, it } from "vitest";
import { nameMatch, titleMatch } from "./staff-words";

describe("what staff type to find an event", () => {
  it.each([
    ["ink paper", '"ink"* "paper"*'],
    ["كتاب‌خواني", '"کتاب"* "خوانی"*'],
    ['"OR" -x* (', '"OR"* "x"*'],
    ["  …  ", null],
  ])("%j asks for %j", (text, expected) => {
    expect(titleMatch(text)).toBe(expected);
  });
});

describe("what staff type to find somebody", () => {
  it.each([
    ["mar", '"mar"'],
    ["a@b", '"a@b"'],
    ['o"n"e', '"o""n""e"'],
    ["ma", null],
  ])("%j asks for %j", (text, expected) => {
    expect(nameMatch(text)).toBe(expected);
  });
});
