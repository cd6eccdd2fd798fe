import { describe, expect, it } from "vitest";
import knownVenues from "../../../../db/seed/venues.json";
import fixture from "../../../../tests/fixtures/duplicate-pairs.json";
import { compareProfiles, DUPLICATE_SCORE, profileEvent } from "./compare-events";
import type { EventSubject } from "./event-subject";
import { bookOfVenues } from "./venue-similarity";

interface Written {
  title: string;
  titleFa?: string;
  venue?: string;
  venueFa?: string;
  start: string;
  /** All dates of a series. */
  dates?: string[];
  end?: string;
  url?: string;
  city: string;
}

const pairs = fixture as { same: boolean; why: string; half: string; a: Written; b: Written }[];
const book = bookOfVenues(
  knownVenues.map(({ key, city, name }) => ({
    id: key,
    cityId: city,
    nameEn: name.en,
    nameFa: name.fa,
  })),
);

/** Both events of a pair are in one city, so wall times can serve as instants. */
const instant = (wall: string) => Date.parse(`${wall.length === 10 ? `${wall}T00:00` : wall}:00Z`);

const subjectOf = (
  id: string,
  { title, titleFa, venue, venueFa, start, dates, end, url, city }: Written,
): EventSubject => ({
  id,
  cityId: city,
  title: { en: title, fa: titleFa ?? null },
  venue: { en: venue ?? null, fa: venueFa ?? null },
  venueId: null,
  startsAt: instant(start),
  endsAt: end ? instant(end) : null,
  localDay: start.slice(0, 10),
  dates: dates?.map((date) => ({ startsAt: instant(date), localDay: date.slice(0, 10) })) ?? null,
  hasTime: start.length > 10,
  url: url ?? null,
});

const compareEvents = (one: EventSubject, other: EventSubject) =>
  compareProfiles(profileEvent(one, book), profileEvent(other, book));

const judged = pairs.map(({ a, b, ...pair }) => {
  const [one, other] = [subjectOf("a", a), subjectOf("b", b)];
  return { ...pair, one, other, found: compareEvents(one, other) };
});

function measure(half: string | null) {
  const of = judged.filter((pair) => half === null || pair.half === half);
  const isFound = ({ found }: (typeof judged)[number]) => found.score >= DUPLICATE_SCORE;
  const right = of.filter((pair) => pair.same && isFound(pair)).length;
  const precision = right / of.filter(isFound).length;
  const recall = right / of.filter(({ same }) => same).length;
  return { pairs: of.length, precision, recall };
}

const wrong = (half: string | null) =>
  judged
    .filter(
      ({ same, found, half: its }) =>
        same !== found.score >= DUPLICATE_SCORE && (half === null || its === half),
    )
    .map(
      ({ same, why, found }) =>
        `${same ? "missed" : "wrongly found"} (${found.score}, ${found.reasons.join(" ")}): ${why}`,
    );

describe("hand-judged pairs", () => {
  it("are enough, with near misses and both languages", () => {
    const near = judged.filter(({ same }) => !same).length;
    const texts = judged.flatMap(({ one, other }) => [
      [one.title.en, other.title.en].map((title) => /[\u0600-\u06ff]/.test(title ?? "")),
    ]);
    expect(judged.length).toBeGreaterThanOrEqual(180);
    expect(near / judged.length).toBeGreaterThanOrEqual(0.4);
    for (const script of [
      (t: boolean[]) => t.every(Boolean),
      (t: boolean[]) => !t.some(Boolean),
      (t: boolean[]) => t[0] !== t[1],
    ]) {
      expect(texts.filter(script).length).toBeGreaterThanOrEqual(30);
    }
  });

  it.each([
    ["all", null] as const,
    ["tuning", "tuning"] as const,
    ["held out", "heldOut"] as const,
  ])("of %s have a precision of at least 95 % and a recall of at least 90 %", (name, half) => {
    const { pairs: count, precision, recall } = measure(half);
    console.info(
      `${name}: ${count} pairs, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
    );
    if (half === "tuning") console.info(wrong(half).join("\n"));
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThanOrEqual(0.9);
  });

  it("give the same result in either order", () => {
    for (const { one, other, found } of judged) {
      const turned = compareEvents(other, one);
      expect(turned.relation).toBe(found.relation);
      expect(Math.abs(turned.score - found.score)).toBeLessThan(0.1);
    }
  });
});
