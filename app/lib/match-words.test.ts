import { expect, it } from "vitest";
import { hasWords, searchable, searchWords } from "./match-words";

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
