import { expect, it } from "vitest";
import { decodePlace, encodePlace } from "./paginate-events.server";

it("a cursor comes back unchanged", () => {
  const place = {
    kind: "date" as const,
    startsAt: 1_796_724_000_000,
    id: "019b0000-0000-7000-8000-000000000001",
    before: 48,
  };
  expect(decodePlace(encodePlace(place), "date")).toEqual(place);
  expect(decodePlace(encodePlace({ kind: "popular", offset: 24 }), "popular")).toEqual({
    kind: "popular",
    offset: 24,
  });
});

it("a cursor is valid for its own order only", () => {
  expect(() => decodePlace(encodePlace({ kind: "popular", offset: 24 }), "date")).toThrow(
    "bad-request",
  );
});

it.each([
  "",
  "x",
  "!!!!",
  btoa('["date","now","x"]'),
  btoa('["date",1,"x",-1]'),
  btoa('["popular",-1]'),
  btoa('["popular",1e9]'),
  btoa("null"),
])("a cursor is refused: %s", (text) => {
  expect(() => decodePlace(text, "date")).toThrow("bad-request");
});
