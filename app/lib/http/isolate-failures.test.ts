import { describe, expect, it } from "vitest";
import { isOutage, isolateFailures } from "./isolate-failures";

const numbers = Array.from({ length: 100 }, (_, at) => at);

async function run(
  bad: ReadonlySet<number>,
  options: Parameters<typeof isolateFailures>[3] = {},
  errorOf = () => new Error("a bad row"),
) {
  const done = new Set<number>();
  const aside: number[] = [];
  let pieces = 0;
  const work = async (part: readonly number[]) => {
    pieces += 1;
    if (part.some((item) => bad.has(item))) throw errorOf();
    for (const item of part) done.add(item);
  };
  const count = await isolateFailures(numbers, work, async (item) => aside.push(item), options);
  return { done: done.size, aside, count, pieces };
}

describe("isolateFailures", () => {
  it("processes all in one go if nothing fails", async () => {
    expect(await run(new Set())).toEqual({ done: 100, aside: [], count: 0, pieces: 1 });
  });

  it.each([[[0]], [[99]], [[3, 4, 77]]])("sets %s aside and does the rest", async (bad) => {
    const { done, aside, count } = await run(new Set(bad));
    expect([done, aside, count]).toEqual([100 - bad.length, bad, bad.length]);
  });

  it("finds one failing row of a hundred in few batches", async () => {
    expect((await run(new Set([42]))).pieces).toBeLessThan(16);
  });

  it("can process one by one or several at a time", async () => {
    expect(await run(new Set([7]), { atOnce: 1, sideBySide: 5 })).toMatchObject({
      done: 99,
      aside: [7],
      pieces: 100,
    });
  });

  it("throws if all fail with the same error, and sets nothing aside", async () => {
    await expect(run(new Set(numbers))).rejects.toThrow("a bad row");
  });

  it("sets the only row aside", async () => {
    const aside: string[] = [];
    await isolateFailures(
      ["only"],
      () => Promise.reject(new Error("a bad row")),
      async (item) => aside.push(item),
    );
    expect(aside).toEqual(["only"]);
  });

  it("stops at once if the database is unavailable", async () => {
    await expect(
      run(new Set([5]), {}, () => new Error("D1_ERROR: Network connection lost.")),
    ).rejects.toThrow("Network");
  });

  it("treats an error of a row as the row's, even if D1 reports it", () => {
    expect(isOutage(new Error("D1_ERROR: NOT NULL constraint failed: users.id"))).toBe(false);
    expect(isOutage(new Error("D1_ERROR: malformed JSON: SQLITE_ERROR"))).toBe(false);
    expect(
      isOutage(new Error("Failed query", { cause: new Error("D1_ERROR: D1 DB is overloaded.") })),
    ).toBe(true);
    expect(isOutage(new RangeError("Invalid time zone specified: Nowhere/Land"))).toBe(false);
  });
});
