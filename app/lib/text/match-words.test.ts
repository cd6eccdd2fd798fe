import { expect, it } from "vitest";
import { bestMatches, hasWords, searchable, searchWords } from "./match-words";

const find = (text: string, query: string) => hasWords(searchable(text), searchWords(query));

it("matchWords finds words by their beginnings, in any order", () => {
  expect(find("How do I buy a ticket?", "ticket buy")).toBe(true);
  expect(find("How do I buy a ticket?", "tick")).toBe(true);
  expect(find("How do I buy a ticket?", "icket")).toBe(false);
});

it("matchWords folds letters, digits and half-spaces", () => {
  expect(find("چطور می‌خواهم ۱۲۰ کتاب", "ميخواهم كتاب 120")).toBe(true);
  expect(find("جست‌وجو", "جستوجو")).toBe(true);
});

it("matchWords finds everything without a query", () => {
  expect(find("anything", " ؟ ")).toBe(true);
});

const best = (query: string, ...texts: string[]) => [
  ...bestMatches(new Map(texts.map((text) => [text, searchable(text)])), searchWords(query)),
];

it("best returns the texts with the most words if none has all", () => {
  const [forgot, save] = ["I forgot my password", "How do I save events?"];
  expect(best("forgot the password", forgot, save)).toEqual([forgot]);
  expect(best("password", forgot, save)).toEqual([forgot]);
  expect(best("", forgot, save)).toEqual([forgot, save]);
});

it("best returns nothing if no text has more than half of the words", () => {
  expect(best("password santur", "I forgot my password")).toEqual([]);
});
