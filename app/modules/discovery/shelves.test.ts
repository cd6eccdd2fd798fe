import { describe, expect, it } from "vitest";
import { fillShelves, withoutRepeats } from "./shelves";

const shelf = (ids: string) => [...ids].map((id) => ({ id }));
const stocked = (candidates: string[], size: number) =>
  fillShelves(candidates.map(shelf), size).map((events) => events.map(({ id }) => id).join(""));

describe("stockShelves", () => {
  it("shows an event once as long as there are others", () => {
    expect(stocked(["abcd", "abcdef", "efgh"], 2)).toEqual(["ab", "cd", "ef"]);
  });

  it("repeats an event rather than leave a place empty", () => {
    expect(stocked(["abc", "abd"], 3)).toEqual(["abc", "abd"]);
    expect(stocked(["ab", "ab"], 2)).toEqual(["ab", "ab"]);
  });

  it("keeps the order of a shelf", () => {
    expect(stocked(["ac", "abcd"], 3)).toEqual(["ac", "abd"]);
  });

  it("leaves an empty shelf empty", () => {
    expect(stocked(["", "a"], 4)).toEqual(["", "a"]);
  });
});

it("withoutRepeats shows an event once, in one part or two", () => {
  const parts = withoutRepeats(["aab", "bccd"].map((ids) => ({ candidates: shelf(ids), size: 2 })));
  expect(parts.map((part) => part.map(({ id }) => id).join(""))).toEqual(["ab", "cd"]);
});
