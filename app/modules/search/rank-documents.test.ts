import { describe, expect, it } from "vitest";
import { DAY } from "../../lib/dates/durations";
import { unitsOf } from "./query-units";
import { createRanker, rank } from "./rank-documents";
import { FILTERED, matchedRows, type Pass, rankPasses, TIER } from "./rank-passes";

const NOW = Date.UTC(2026, 10, 24);
const AT = { now: NOW };

interface Fields {
  titleEn?: string;
  titleFa?: string;
  venue?: string;
  tags?: string;
  categories?: string;
  organizer?: string;
  city?: string;
}

function score(
  query: string,
  {
    titleEn = "",
    titleFa = "",
    venue = "",
    tags = "",
    categories = "",
    organizer = "",
    city = "",
  }: Fields,
  options: { days?: number; isFeatured?: boolean; from?: number } = {},
) {
  const units = unitsOf(query);
  const ranker = createRanker(units.map((unit) => ({ unit, weight: 1 })));
  const document = [titleEn, titleFa, venue, tags, categories, organizer, city].join("\n");
  const candidate = {
    startsAt: NOW + (options.days ?? 10) * DAY,
    isFeatured: options.isFeatured ?? false,
    document,
  };
  return rank(candidate, ranker, new Set(units.keys()), { ...AT, from: options.from }).score;
}

describe("rank", () => {
  it("weights fields by their relevance", () => {
    const scores = [
      score("setar", { titleEn: "setar night" }),
      score("setar", { tags: "setar" }),
      score("setar", { venue: "setar hall" }),
      score("setar", { organizer: "setar house" }),
      score("setar", { city: "setar" }),
      score("setar", { titleEn: "night of music" }),
    ];
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(new Set(scores).size).toBe(scores.length);
  });

  it("ranks a word above its synonym, a synonym above a related word, and the leading category above others", () => {
    expect(score("carpet", { tags: "carpet" })).toBeGreaterThan(score("carpet", { tags: "فرش" }));
    expect(score("carpet", { tags: "فرش" })).toBeGreaterThan(score("carpet", { tags: "گبه" }));
    expect(score("comedy", { categories: "kcomedy ktheater" })).toBeGreaterThan(
      score("comedy", { categories: "ktheater kcomedy" }),
    );
  });

  it("finds categories by their names in both languages", () => {
    expect(score("theatre", { categories: "ktheater" })).toBeGreaterThan(
      score("theatre", { categories: "kmusic" }),
    );
    expect(score("تئاتر", { categories: "ktheater" })).toBeGreaterThan(
      score("تئاتر", { categories: "kmusic" }),
    );
  });

  it("prefers adjacent words, and one good match to two fair ones", () => {
    expect(score("rain poetry", { tags: "rain poetry" })).toBeGreaterThan(
      score("rain poetry", { tags: "poetry in rain" }),
    );
    expect(score("rain xyzzy", { tags: "rain xyzzy" })).toBeGreaterThan(
      score("rain xyzzy", { titleEn: "rain night" }),
    );
  });

  it("matches inflected words", () => {
    expect(score("stories", { titleEn: "one story" })).toBeGreaterThan(
      score("stories", { titleEn: "one play" }),
    );
    expect(score("کتاب", { titleFa: "شب کتابها" })).toBeGreaterThan(
      score("کتاب", { titleFa: "شب فیلمها" }),
    );
    expect(score("book", { titleEn: "the bookish" })).toBeLessThan(
      score("book", { titleEn: "the books" }),
    );
  });

  it("prefers soon and featured events, but less than a better match", () => {
    const tags = { tags: "setar" };
    expect(score("setar", tags, { days: 1 })).toBeGreaterThan(score("setar", tags, { days: 60 }));
    expect(score("setar", tags, { isFeatured: true })).toBeGreaterThan(score("setar", tags));
    expect(score("setar", tags, { isFeatured: true, days: 1 })).toBeLessThan(
      score("setar", { titleEn: "setar" }, { days: 300 }),
    );
    expect(score("setar", tags, { days: -3, from: NOW })).toBeLessThan(
      score("setar", tags, { days: 3, from: NOW }),
    );
  });
});

describe("rankers of the same units", () => {
  const ranker = (query: string, weight: number) =>
    createRanker(unitsOf(query).map((unit) => ({ unit, weight })));

  it("share what takes long to make, whatever the units weigh", () => {
    const [first, second] = [ranker("setar night", 1), ranker("setar night", 0.5)];
    expect(second.findHits).toBe(first.findHits);
    expect([first.weights, second.weights]).toEqual([
      [1, 1],
      [0.5, 0.5],
    ]);
    expect(ranker("setar evening", 1).findHits).not.toBe(first.findHits);
  });

  it("share nothing with units that have a beginning", () => {
    const [unit] = unitsOf("callig");
    const ranked = unit ? [{ unit, weight: 1 }] : [];
    const begun = createRanker(ranked.map((one) => ({ ...one, prefix: "callig" })));
    expect(createRanker(ranked).findHits("calligraphy")).toEqual([]);
    expect(begun.findHits("calligraphy")).toHaveLength(1);
  });
});

describe("what is not shown is not ranked", () => {
  const passOf = (rowids: readonly number[]): Pass => ({
    tier: TIER.allWords,
    filtered: FILTERED.wholly,
    isExact: true,
    get ranker(): never {
      throw new Error("A ranker was asked for.");
    },
    frame: { ...AT, includePast: false },
    lists: [
      {
        known: [0],
        rows: rowids.map((rowid) => ({
          rowid,
          eventId: `event ${rowid}`,
          startsAt: NOW + rowid * DAY,
          endsAt: NOW + rowid * DAY + 1,
          isFeatured: false,
          document: "",
        })),
      },
    ],
    isCut: false,
    total: null,
  });

  it("counts each row of all passes once, without those that are over", () => {
    const rows = matchedRows([passOf([-1, 1, 2]), passOf([2, 3])]);
    expect(rows.map(({ rowid }) => rowid)).toEqual([1, 2, 3]);
  });

  it("makes no ranker for a pass that found nothing", () => {
    expect(rankPasses([passOf([]), passOf([-1])])).toEqual([]);
    expect(() => rankPasses([passOf([1])])).toThrow("A ranker was asked for.");
  });
});

describe("hits in a text", () => {
  it("are whole words with their positions", () => {
    const text = "setar evening\nnight of setar\nsetar setars\ntasetar";
    const { findHits } = createRanker(unitsOf("setar").map((unit) => ({ unit, weight: 1 })));
    const found = findHits(text).map(({ start, end }) => [start, text.slice(start, end)]);
    expect(found).toEqual([
      [0, "setar"],
      [23, "setar"],
      [29, "setar"],
      [35, "setars"],
    ]);
  });
});
