import { describe, expect, it } from "vitest";
import { isOutage, isolateFailures } from "./isolate-failures";

const numbers = Array.from({ length: 100 }, (_, at) => at);

async function run(bad: ReadonlySet<number>, options: Parameters<typeof isolateFailures>[3] = {}, errorOf = () => new Error("a bad row")) {
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
  it("works on all at once where nothing fails", async () => {
    expect(await run(new Set())).toEqual({ done: 100, aside: [], count: 0, pieces: 1 });
  });

  it.each([[[0]], [[99]], [[3, 4, 77]]])("sets %s aside and does the rest", async (bad) => {
    const { done, aside, count } = await run(new Set(bad));
    expect([done, aside, count]).toEqual([100 - bad.length, bad, bad.length]);
  });

  it("finds one of a hundred in few pieces", async () => {
    expect((await run(new Set([42]))).pieces).toBeLessThan(16);
  });

  it("works one by one, and some side by side", async () => {
    expect(await run(new Set([7]), { atOnce: 1, sideBySide: 5 })).toMatchObject({ done: 99, aside: [7], pieces: 100 });
  });

  it("throws where all of them fail in the same way, and sets nothing aside", async () => {
    await expect(run(new Set(numbers))).rejects.toThrow("a bad row");
  });

  it("sets a single one aside, though it is all there is", async () => {
    const aside: string[] = [];
    await isolateFailures(
      ["only"],
      () => Promise.reject(new Error("a bad row")),
      async (item) => aside.push(item),
    );
    expect(aside).toEqual(["only"]);
  });

  it("ends at once where the database is away", async () => {
    await expect(run(new Set([5]), {}, () => new Error("D1_ERROR: Network connection lost."))).rejects.toThrow("Network");
  });

  it("takes what a row breaks for the row's fault, though D1 says it", () => {
    expect(isOutage(new Error("D1_ERROR: NOT NULL constraint failed: users.id"))).toBe(false);
    expect(isOutage(new Error("D1_ERROR: malformed JSON: SQLITE_ERROR"))).toBe(false);
    expect(isOutage(new Error("Failed query", { cause: new Error("D1_ERROR: D1 DB is overloaded.") }))).toBe(true);
    expect(isOutage(new RangeError("Invalid time zone specified: Nowhere/Land"))).toBe(false);
  });
});
