import { describe, expect, it } from "vitest";
import { readSavedKeys, savedCookie } from "../http/preference-cookies.server";
import { changedWords, type SavedKey, savedWord, savedWords } from "./saved-list";

const id = (at: number) => `019b0000-0000-7000-a000-${String(at).padStart(12, "0")}`;
const requestOf = (cookie: string) =>
  new Request("https://rooydad.test/", { headers: { Cookie: cookie } });
const kept = (keys: readonly SavedKey[]) =>
  readSavedKeys(
    requestOf(`a=b; ${savedCookie(requestOf(""), keys.map(savedWord)).split(";")[0]}; c=d`),
  );

describe("the list in a cookie", () => {
  it("keeps events and dates in order", () => {
    const keys = [
      { id: id(2), at: null },
      { id: id(1), at: "2026-12-03T18:30" },
    ];
    expect(kept(keys)).toEqual(keys);
    expect(savedWords("")).toBeNull();
    expect(savedWords("rooydad.saved=")).toEqual([]);
  });

  it("leaves out what is not ours", () => {
    expect(readSavedKeys(requestOf("rooydad.saved=x.<b>.019b.'--"))).toEqual([]);
    const many = Array.from({ length: 500 }, (_, at) => savedWord({ id: id(at) })).join(".");
    expect(readSavedKeys(requestOf(`rooydad.saved=${many}`)).length).toBe(150);
  });

  it("fits a browser's cookie, and refuses more than fits in place of dropping the oldest", () => {
    let words: string[] = [];
    for (let at = 0; at < 200; at += 1) {
      const next = changedWords(words, savedWord({ id: id(at), at: "2026-12-03T18:30" }), true);
      if (!next) break;
      words = next;
    }
    expect(savedCookie(requestOf(""), words).length).toBeLessThan(4_096);
    expect(words.length).toBeGreaterThan(75);
    expect(changedWords(words, words[0] ?? "", false)).toHaveLength(words.length - 1);
  });
});
