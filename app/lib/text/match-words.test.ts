import { expect, it } from "vitest";
import { bestMatches, hasWords, searchable, searchWords } from "./match-words";

const find = (text: string, query: string) => hasWords(searchable(text), searchWords(query));

it("finds words by their beginnings, in any order", () => {
  expect(find("How do I buy a ticket?", "ticket buy")).toBe(true);
  expect(find("How do I buy a ticket?", "tick")).toBe(true);
  expect(find("How do I buy a ticket?", "icket")).toBe(false);
});

it("folds letters, digits and half-spaces", () => {
  expect(find("چطور می‌خواهم ۱۲۰ کتاب", "ميخواهم كتاب 120")).toBe(true);
  expect(find("جست‌وجو", "جستوجو")).toBe(true);
});

it("finds everything where there is nothing to look for", () => {
  expect(find("anything", " ؟ ")).toBe(true);
});

const best = (query: string, ...texts: string[]) => [
  ...bestMatches(new Map(texts.map((text) => [text, searchable(text)])), searchWords(query)),
];

it("answers a question that no text has every word of with those that have the most", () => {
  const [forgot, save] = ["I forgot my password", "How do I save events?"];
  expect(best("forgot the password", forgot, save)).toEqual([forgot]);
  expect(best("password", forgot, save)).toEqual([forgot]);
  expect(best("", forgot, save)).toEqual([forgot, save]);
});

it("answers nothing to words of which a text has half or fewer", () => {
  expect(best("password santur", "I forgot my password")).toEqual([]);
});
