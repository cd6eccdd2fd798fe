import * as v from "valibot";
import { expect, it } from "vitest";
import { type CursorPosition, decodeCursor, decodePosition, encodeCursor } from "./cursor";

const START: CursorPosition = [-1, ""];

it("a cursor keeps its position, in characters safe for an address", () => {
  const position: CursorPosition = [1_796_724_000_000, "019b0000-0000-7000-8000-000000000001"];
  expect(decodePosition(encodeCursor(position), START)).toEqual(position);
  // Text whose base64 contains +, / and =.
  expect(encodeCursor(["~~?>", "a"])).toMatch(/^[\w-]+$/);
  expect(decodeCursor(v.tuple([v.string(), v.string()]), encodeCursor(["~~?>", "a"]))).toEqual([
    "~~?>",
    "a",
  ]);
});

it("a list without a cursor starts at its beginning", () => {
  expect(decodePosition(null, START)).toEqual(START);
});

it.each(["", "x", "!!!!", btoa('["now","x"]'), btoa("[1]"), btoa('[1,"x",2]'), btoa("null")])(
  "a cursor is refused: %s",
  (text) => {
    expect(() => decodePosition(text, START)).toThrow("bad-request");
  },
);
