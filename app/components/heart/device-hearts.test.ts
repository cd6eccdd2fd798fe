import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deviceHearts, heartKey, isFirstHeart, keepHeart, mergeHearts } from "./device-hearts";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("hearts of a device", () => {
  it("are kept in their order, each once, and the first is the first ever", () => {
    expect(isFirstHeart()).toBe(true);
    keepHeart("a", true);
    keepHeart(heartKey({ id: "b", at: "2026-12-11T20:00" }), true);
    keepHeart("a", true);
    expect(deviceHearts()).toEqual(["b@2026-12-11T20:00", "a"]);
    keepHeart("a", false);
    keepHeart("b@2026-12-11T20:00", false);
    expect([deviceHearts(), isFirstHeart()]).toEqual([[], false]);
  });

  it("are a hundred at most, without the oldest", () => {
    for (let count = 0; count < 101; count++) keepHeart(`e${count}`, true);
    expect([deviceHearts().length, deviceHearts()[0]]).toEqual([100, "e1"]);
  });

  it("are added to the account once, without those that are gone", async () => {
    for (const key of ["a", "gone", "c@2026-12-11T20:00"]) keepHeart(key, true);
    const asked: unknown[] = [];
    const merged = await mergeHearts(async (id, at) => {
      asked.push([id, at]);
      return id === "gone" ? 404 : 204;
    });
    expect([merged, asked]).toEqual([
      2,
      [
        ["a", null],
        ["gone", null],
        ["c", "2026-12-11T20:00"],
      ],
    ]);
    expect([deviceHearts(), isFirstHeart()]).toEqual([[], true]);
  });

  it("stay where the network fails", async () => {
    for (const key of ["a", "b"]) keepHeart(key, true);
    let answers = [204, 503];
    expect(await mergeHearts(async () => answers.shift() ?? 500)).toBe(1);
    expect(deviceHearts()).toEqual(["b"]);
    answers = [];
    expect(await mergeHearts(async () => Promise.reject(new Error("offline")))).toBe(0);
    expect(deviceHearts()).toEqual(["b"]);
  });
});
