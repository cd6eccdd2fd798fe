import { expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "../../lib/dates/durations";
import { offerEnd } from "./registration-refusals.server";

const NOON = Date.UTC(2026, 10, 27, 12);
const utcHour = (at: number) => (at % DAY) / HOUR;

it.each([
  [3 * DAY, DAY],
  [3 * DAY - MINUTE, 6 * HOUR],
  [DAY, 6 * HOUR],
  [DAY - MINUTE, HOUR],
  [3 * HOUR, HOUR],
])("%d ms before the start an offer stands for %d ms", (before, lasts) => {
  expect(offerEnd(NOON, NOON + before, utcHour)).toBe(NOON + lasts);
});

it("makes no offer in the last three hours", () => {
  expect(offerEnd(NOON, NOON + 3 * HOUR - 1, utcHour)).toBeNull();
});

it("ends no offer between 23:00 and 8:00 while the start is more than a day away", () => {
  for (let at = NOON; at < NOON + DAY; at += 13 * MINUTE) {
    const end = offerEnd(at, at + 2 * DAY, utcHour) ?? 0;
    expect(utcHour(end)).toBeGreaterThanOrEqual(8);
    expect(utcHour(end)).toBeLessThan(23);
    expect(end - at).toBeGreaterThanOrEqual(6 * HOUR);
    expect(end - at).toBeLessThanOrEqual(15 * HOUR);
  }
  const evening = NOON + 10 * HOUR;
  expect(offerEnd(evening, evening + 20 * HOUR, utcHour)).toBe(evening + HOUR);
});
