import { describe, expect, it } from "vitest";
import { CATEGORY_NAMES } from "../../lib/event/categories";
import { MOODS } from "./shelves";

describe("moods", () => {
  it("have unique keys and all texts in both languages", () => {
    expect(new Set(MOODS.map(({ key }) => key)).size).toBe(MOODS.length);
    for (const { title, line } of MOODS) {
      for (const text of [title.en, line.en]) expect(text).toMatch(/^[\x20-\x7e]+$/);
      for (const text of [title.fa, line.fa]) expect(text).toMatch(/[\u0600-\u06ff]/);
    }
  });

  it("name existing categories, each in one mood only", () => {
    const named = MOODS.flatMap(({ categories }) => categories);
    for (const name of named) expect(CATEGORY_NAMES).toContain(name);
    expect(new Set(named).size).toBe(named.length);
  });

  it("have no more categories than one D1 statement can take", () => {
    for (const { categories } of MOODS) expect(categories.length).toBeLessThanOrEqual(4);
  });
});
