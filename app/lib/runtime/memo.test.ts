import { describe, expect, it } from "vitest";
import { MINUTE } from "../dates/durations";
import { createMemo } from "./memo";

function setUp() {
  let at = 0;
  let loads = 0;
  const memo = createMemo({ now: () => at });
  return {
    get: (work = async () => ++loads) => memo.get("key", 5_000, work),
    memo,
    pass: (ms: number) => {
      at += ms;
    },
  };
}

describe("a memo", () => {
  it("loads once while the value is fresh, and again afterwards", async () => {
    const { get, pass } = setUp();
    expect([await get(), await get()]).toEqual([1, 1]);
    pass(5_000);
    expect(await get()).toBe(2);
  });

  it("is looked into without waiting, for a value of an age", async () => {
    const { get, memo, pass } = setUp();
    expect(memo.peek("key", 5_000)).toBeUndefined();
    await get();
    pass(2_000);
    expect([memo.peek("key", 2_001), memo.peek("key", 2_000)]).toEqual([1, undefined]);
    memo.forget("key");
    expect(memo.peek("key", 5_000)).toBeUndefined();
  });

  it("keeps the 500 values used last", async () => {
    const { memo } = setUp();
    let loads = 0;
    const get = (key: string) => memo.get(key, 5_000, async () => ++loads);
    await get("settings");
    for (let visitor = 0; visitor < 600; visitor++) {
      await get(`list:${visitor}`);
      await get("settings");
    }
    expect(loads).toBe(601);
    await get("list:599");
    expect(loads).toBe(601);
    await get("list:0");
    expect(loads).toBe(602);
  });

  it("lets values go that are too old to be served", async () => {
    let at = 0;
    const entries = new Map();
    const memo = createMemo({ now: () => at }, entries);
    await memo.get("state", 5_000, async () => 0, { staleFor: MINUTE });
    // A list by content version while one event a second is approved.
    for (let version = 0; version < 100; version++, at += 1_000)
      await memo.get(`list:${version}`, 5_000, async () => version);
    expect(entries.has("state")).toBe(false);
    expect(entries.size).toBeLessThanOrEqual(10);
    await memo.get("state", 5_000, async () => 0, { staleFor: MINUTE });
    at += 64_000;
    await memo.get("list", 5_000, async () => 0);
    expect([...entries.keys()]).toEqual(["state", "list"]);
  });

  it("never shares one request's pending work with another", async () => {
    const { get } = setUp();
    const pending = new Promise<number>(() => {});
    void get(() => pending);
    expect(await get()).toBe(1);
  });

  it("serves the old value while another request reloads", async () => {
    const { get, pass } = setUp();
    await get();
    pass(5_000);
    let finish = (_: number) => {};
    const first = get(
      () =>
        new Promise<number>((resolve) => {
          finish = resolve;
        }),
    );
    expect(await get()).toBe(1);
    finish(7);
    expect(await first).toBe(7);
    expect(await get()).toBe(7);
  });

  it("does not cache a failure", async () => {
    const { get } = setUp();
    await expect(get(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await get()).toBe(1);
  });

  it("serves the old value while a reload fails, as long as it may", async () => {
    const { memo, pass } = setUp();
    const get = (work: () => Promise<number>) => memo.get("key", 5_000, work, { staleFor: MINUTE });
    const fail = () => Promise.reject(new Error("no"));
    await get(async () => 1);
    pass(64_000);
    expect(await get(fail)).toBe(1);
    pass(1_000);
    await expect(get(fail)).rejects.toThrow("no");
    expect(await get(async () => 2)).toBe(2);
  });

  it("does not store a value whose loading began before it was cleared", async () => {
    const { get, memo } = setUp();
    let finish = (_: number) => {};
    const old = get(
      () =>
        new Promise<number>((resolve) => {
          finish = resolve;
        }),
    );
    memo.forget("key");
    finish(7);
    expect(await old).toBe(7);
    expect(await get()).toBe(1);
  });
});
