import { expect, test } from "vitest";
import { isInRollout } from "./flags.server";

const PEOPLE = Array.from(
  { length: 2_000 },
  (_, at) => `019b0000-0000-7000-8000-${String(at).padStart(12, "0")}`,
);
const among = (key: string, percentage: number) =>
  PEOPLE.filter((id) => isInRollout(key, id, percentage));

test("a rollout always includes the same people, about as many as its share", () => {
  for (const percentage of [5, 25, 50, 90]) {
    const first = among("map.clusters", percentage);
    expect(among("map.clusters", percentage)).toEqual(first);
    expect(Math.abs(first.length / PEOPLE.length - percentage / 100)).toBeLessThan(0.04);
  }
});

test("a rollout of 0 % includes no one, one of 100 % everyone", () => {
  expect(among("a", 0)).toEqual([]);
  expect(among("a", 100)).toEqual(PEOPLE);
});

test("a growing rollout never drops anyone", () => {
  const few = new Set(among("a", 20));
  const more = new Set(among("a", 60));
  expect([...few].filter((id) => !more.has(id))).toEqual([]);
});

test("two flags with the same share include different people", () => {
  const one = new Set(among("one", 50));
  const both = among("two", 50).filter((id) => one.has(id));
  expect(both.length).toBeGreaterThan(400);
  expect(both.length).toBeLessThan(600);
});
