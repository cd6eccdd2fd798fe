import { afterEach, describe, expect, it, vi } from "vitest";
import { forgetSearches, recentSearches, rememberSearch } from "./suggestions";

function stubStorage(start?: string) {
  const values = new Map(start === undefined ? [] : [["rooydad.searches", start]]);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("recent searches", () => {
  it("are the latest six, newest first and each once", () => {
    stubStorage();
    for (const text of ["a", "b", "c", "d", "e", "f", " b ", "g", " "]) rememberSearch(text);
    expect(recentSearches()).toEqual(["g", "b", "f", "e", "d", "c"]);
    forgetSearches();
    expect(recentSearches()).toEqual([]);
  });

  it.each(["", "{", "{}", "null", '[1,"",null]', '"text"'])(
    "are none where storage holds %s",
    (stored) => {
      stubStorage(stored);
      expect(recentSearches()).toEqual([]);
    },
  );

  it("are none where storage is blocked", () => {
    vi.stubGlobal("localStorage", undefined);
    rememberSearch("concert");
    forgetSearches();
    expect(recentSearches()).toEqual([]);
  });
});
