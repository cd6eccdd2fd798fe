import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { browseEvents } from "../../app/components/event-browser/browse-events.server";
import { parseEventQuery } from "../../app/modules/events/schema";
import { createDatabase } from "../../db/client";
import { askJson } from "../helpers/api-client";
import { meterDatabase } from "../helpers/metered-database";
import { requestContext } from "../helpers/request-context";
import { SAMPLE_NOW, seedSampleEvents } from "../helpers/sample-database";
import { createTestDeps } from "../helpers/test-deps";
import { readJudgedQueries } from "./judged/judged-queries";

/** Of a whole page of results, alternatives among them. */
const MOST_ROUND_TRIPS = 8;
const MOST_ROWS = 1_000;

const deps = createTestDeps(SAMPLE_NOW);

/** Browses with words; returns the costs that exceed the limits. */
async function excessOf(q: string) {
  const { db, spent } = meterDatabase(env.DB);
  const page = await browseEvents(
    requestContext({ ...deps, db }, { locale: "en", calendar: "gregorian" }),
    new URLSearchParams({ q }),
  );
  expect(page.groups.flatMap(({ events }) => events).length).toBeGreaterThanOrEqual(0);
  return spent.roundTrips > MOST_ROUND_TRIPS || spent.rowsRead > MOST_ROWS ? [{ q, ...spent }] : [];
}

/** Seeded pseudo-random numbers from 0 to 1 (linear congruential). */
function random(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

const PIECES = [
  ..."abcdefghijklmnopqrstuvwxyz0123456789",
  ..."ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهیآأؤئءة۰۱۲۳۴۵۶۷۸۹٤٥٦",
  ..."'\"()*^:{}[]-+~|&;%_\\/<>?!@#$€£﷼,.=`",
  "🎵",
  "👨‍👩‍👧",
  "\u200c",
  "\u200d",
  "\u200e",
  "\u200f",
  "\u202e",
  "\u2066",
  "\u2069",
  "\u064b",
  "\u0640",
  "\ufeff",
  "\ud800",
  "é",
  "ß",
  "中",
  "عليه",
  " ",
  " ",
  " ",
  " AND ",
  " OR ",
  " NOT ",
  " NEAR(a b, 2) ",
  "title:",
  "'; DROP TABLE events; --",
  " UNION SELECT ",
  "/*",
  "concert ",
  "تهران ",
  "free ",
  "زیر ۵۰ ",
  "tomorrow ",
  "7 year old ",
  "klhda ",
  "18+",
  "1-9",
];

function randomText(next: () => number): string {
  const length = 1 + Math.floor(next() * (next() < 0.1 ? 120 : 24));
  return Array.from({ length }, () => PIECES[Math.floor(next() * PIECES.length)] ?? "").join("");
}

describe("what a search costs", () => {
  beforeAll(async () => {
    await seedSampleEvents(createDatabase(env.DB), SAMPLE_NOW, true, true);
    // Cities are read once per isolate.
    await excessOf("");
  }, 120_000);

  it(`is at most ${MOST_ROUND_TRIPS} round trips and ${MOST_ROWS} rows for each judged query`, async () => {
    for (const { q } of readJudgedQueries()) expect(await excessOf(q)).toEqual([]);
  }, 120_000);

  it("is no more for 500 random texts, and none of them fails", async () => {
    const next = random(20_261_124);
    for (let round = 0; round < 500; round++) {
      const q = randomText(next);
      const { query, issues } = parseEventQuery(new URLSearchParams({ q }));
      expect([query.q === "" || issues.length === 0, q]).toEqual([true, q]);
      expect(await excessOf(q)).toEqual([]);
    }
  }, 240_000);

  it("is none for texts of 5,000 letters, which the API refuses and the page leaves out", async () => {
    for (const piece of ["a", "ش", "a ", "شب ", "\u200f", "🎵", "\"' ", "klhda "]) {
      const q = piece.repeat(Math.ceil(5_000 / piece.length));
      const { status } = await askJson(`/events?q=${encodeURIComponent(q)}`);
      expect([piece, status]).toEqual([piece, 400]);
      expect(await excessOf(q)).toEqual([]);
    }
  });
});
