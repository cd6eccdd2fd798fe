import { describe, expect, it } from "vitest";
import { MINUTE } from "../../lib/dates/durations";
import { firstRowid, searchRowid, startOfRowid } from "./search-rowid";

const START = Date.UTC(2026, 10, 24, 8);

describe("searchRowid", () => {
  it("rises with the start", () => {
    const ids = ["a", "b", "c"];
    const rows = Array.from({ length: 50 }, (_, minute) =>
      ids.map((id) => searchRowid(START + minute * MINUTE, id)),
    );
    for (let i = 1; i < rows.length; i++)
      expect(Math.min(...(rows[i] ?? []))).toBeGreaterThan(Math.max(...(rows[i - 1] ?? [])));
  });

  it("is an exact integer until 2097, and for any date", () => {
    for (const at of [Date.UTC(2096, 11, 31), Date.UTC(1970, 0, 1), -1, Date.UTC(2500, 0, 1)]) {
      const rowid = searchRowid(at, "ffffffff-ffff-7fff-bfff-ffffffffffff");
      expect(Number.isSafeInteger(rowid)).toBe(true);
      expect(rowid).toBeGreaterThanOrEqual(0);
    }
  });

  it("distinguishes events of the same minute", () => {
    const rows = new Set(
      Array.from({ length: 2_000 }, (_, i) =>
        searchRowid(START, `019b7647-f000-7000-8000-${String(i).padStart(12, "0")}`),
      ),
    );
    expect(rows.size).toBe(2_000);
    expect(searchRowid(START, "a", 1)).not.toBe(searchRowid(START, "a"));
  });

  it("bounds a minute", () => {
    const rowid = searchRowid(START + 30_000, "x");
    expect(rowid).toBeGreaterThanOrEqual(firstRowid(START));
    expect(rowid).toBeLessThan(firstRowid(START + MINUTE));
    expect(startOfRowid(rowid)).toBe(START);
  });
});
