import { env } from "cloudflare:test";
import * as v from "valibot";
import { beforeAll, describe, expect, it } from "vitest";
import { browseEvents } from "../../app/components/event-browser/browse-events.server";
import { EventListJson } from "../../app/modules/events/event-json-schema";
import { listEvents } from "../../app/modules/events/list/list-events.server";
import { parseEventQuery } from "../../app/modules/events/schema";
import { createDatabase } from "../../db/client";
import { askJson } from "../helpers/api-client";
import { meterDatabase } from "../helpers/metered-database";
import { recordDatabase } from "../helpers/recording-database";
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

  const MOST_LISTS = 14;
  /** The same where known names are looked for in their other spellings, too. */
  const MOST_CORRECTED = 29;
  /** The lists of events that a page of a query looks for in the index. */
  async function listsOf(q: string) {
    const recording = recordDatabase(env.DB);
    await browseEvents(
      requestContext({ ...deps, db: recording.db }, { locale: "en", calendar: "gregorian" }),
      new URLSearchParams({ q }),
    );
    return recording.statements.filter(({ sql }) => sql.includes("FROM event_search")).length;
  }

  /** Twelve words of each script: names with many spellings, what no event has, and topics. */
  const TWELVE = [
    "Қубодӣ Баҳман Ҷуброн Гугуш Бедил Ҳумоюн Шаҷариён Шабнам Сурайё Маҳмуд Фуруғ Саттор",
    "ситоразҳот тазоҳирот истеҳзозҳо тасҳиҳот зоҳирсоз хостзоҳ сазотҳо тазҳитос зостаҳиз созтҳозис ҳозтосис тҳозсити",
    "консерт шеър рақс мусиқӣ театр филм кӯдакон китоб ҷашн шаҳр бозор наврӯз",
    "قبادی بهمن جبران گوگوش بیدل همایون شجریان شبنم ثریا محمود فروغ ستار",
    "کنسرت شعر رقص موسیقی تئاتر فیلم کودکان کتاب جشن شهر بازار نوروز",
    "ghobadi bahman jebran googoosh bidel homayoun shajarian shabnam soraya mahmoud forough sattar",
  ];

  it("is no more for twelve words of Tajik, Persian or Latin letters, whose names have many spellings", async () => {
    for (const q of TWELVE) {
      expect(await excessOf(q)).toEqual([]);
      expect(await listsOf(q), q).toBeLessThanOrEqual(MOST_CORRECTED);
    }
  });

  it("looks once for what no event has of many words: each word alone is left", async () => {
    for (const q of [
      "free poetry night setar jazz workshop dance festival gallery story outdoor chess",
      "zq xq jazz vq wq kq",
    ])
      expect(await listsOf(q), q).toBeLessThanOrEqual(MOST_LISTS);
  });

  it("finds a title of many words with one that no event has, as before", async () => {
    const { body } = await askJson("/events?limit=100");
    const { items } = v.parse(EventListJson, body);
    let found = 0;
    const long = items.filter((one) => one.title.en.split(" ").length >= 5);
    for (const { id, title } of long.slice(0, 16)) {
      const q = `${title.en.replaceAll(/[^\p{L} ]/gu, " ")} zqxv`;
      const list = await listEvents(deps, parseEventQuery(new URLSearchParams({ q })).query);
      // Words that are read as filters are no part of the title.
      if (list.understood.length > 0) continue;
      expect(
        list.events.map((one) => one.id),
        q,
      ).toContain(id);
      found++;
    }
    expect(found).toBeGreaterThan(3);
  });
});
