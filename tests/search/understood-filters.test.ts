import { env } from "cloudflare:test";
import { Temporal } from "temporal-polyfill";
import { beforeAll, describe, expect, it } from "vitest";
import { SHORT_EVENT } from "../../app/lib/event/schedule";
import { distanceKm } from "../../app/lib/geo/geo";
import { type EventList, listEvents } from "../../app/modules/events/list/list-events.server";
import { parseEventQuery } from "../../app/modules/events/schema";
import { createDatabase } from "../../db/client";
import { events } from "../../db/schema";
import { meterDatabase } from "../helpers/metered-database";
import { SAMPLE_NOW, seedSampleEvents } from "../helpers/sample-database";
import { createTestDeps } from "../helpers/test-deps";

const deps = createTestDeps(SAMPLE_NOW);
let rows: Map<string, typeof events.$inferSelect>;

beforeAll(async () => {
  const db = createDatabase(env.DB);
  await seedSampleEvents(db, SAMPLE_NOW, true);
  rows = new Map((await db.select().from(events)).map((row) => [row.id, row]));
}, 240_000);

const list = (parameters: string): Promise<EventList> =>
  listEvents(deps, parseEventQuery(new URLSearchParams(parameters)).query);

async function found(parameters: string) {
  const { events: listed } = await list(parameters);
  expect(listed.length, parameters).toBeGreaterThan(0);
  return listed.map(({ id }) => {
    const row = rows.get(id);
    if (!row) throw new Error(`no event ${id}`);
    return {
      ...row,
      start: Temporal.Instant.fromEpochMilliseconds(row.startsAt).toZonedDateTimeISO(row.timeZone),
    };
  });
}

describe("filters read from words", () => {
  it("limit the price in the named currency", async () => {
    for (const { price, currency, timeZone } of await found("q=berlin under 20 euros")) {
      expect(timeZone).toBe("Europe/Berlin");
      expect(price === 0 || (currency === "EUR" && (price ?? 99) < 20)).toBe(true);
    }
    for (const { price, currency } of await found("q=زیر ۳۰۰ هزار تومان تهران")) {
      expect(price === 0 || (currency === "IRR" && (price ?? 1e9) < 3_000_000)).toBe(true);
    }
    for (const { price } of await found("q=concert over 500 thousand toman tehran"))
      expect(price).toBeGreaterThanOrEqual(5_000_000);
  });

  it("limit weekdays and the time of day, in the city's time", async () => {
    const thursdays = await found("q=پنجشنبه عصر تهران");
    for (const { start, startsAt, endsAt } of thursdays) {
      // A long event is on then, whenever it began.
      if (endsAt - startsAt > SHORT_EVENT) continue;
      expect(start.dayOfWeek).toBe(4);
      expect(start.hour).toBeGreaterThanOrEqual(14);
      expect(start.hour).toBeLessThan(22);
    }
    // Those that begin then come first.
    expect(thursdays[0]?.start.dayOfWeek).toBe(4);
    for (const { start } of await found("q=after 8pm tehran"))
      expect(start.hour >= 20 || start.hour < 4).toBe(true);
    const [first, ...rest] = await found("q=tomorrow morning");
    expect([first?.start.toPlainDate().toString(), (first?.start.hour ?? 12) < 12]).toEqual([
      "2026-11-25",
      true,
    ]);
    // Others may have begun earlier and last into it.
    for (const { start, startsAt, endsAt } of rest) {
      expect(endsAt).toBeGreaterThan(Date.parse("2026-11-25T05:00+03:30"));
      if (endsAt - startsAt <= SHORT_EVENT) expect(start.hour).toBeLessThan(12);
    }
  });

  it("limit the surroundings of a place, or its venues", async () => {
    const tajrish = { latitude: 35.8048, longitude: 51.431 };
    for (const { latitude, longitude } of await found("q=near tajrish"))
      expect(
        distanceKm(tajrish, { latitude: latitude ?? 0, longitude: longitude ?? 0 }),
      ).toBeLessThan(3);
    for (const { venueFa } of await found("q=برج میلاد")) expect(venueFa).toContain("میلاد");
    expect(new Set((await found("q=concert in germany")).map(({ timeZone }) => timeZone))).toEqual(
      new Set(["Europe/Berlin"]),
    );
  });

  it("limit to events for children", async () => {
    for (const { traits, categories } of await found("q=with kids toronto"))
      expect(traits.includes("for-children") || categories.includes("Kids & Family")).toBe(true);
  });

  it("also apply in order of dates", async () => {
    const listed = await found("q=پنجشنبه تهران&sort=date");
    const starts = listed.map(({ startsAt }) => startsAt);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
    const short = listed.filter(({ startsAt, endsAt }) => endsAt - startsAt <= SHORT_EVENT);
    expect(new Set(short.map(({ start }) => start.dayOfWeek))).toEqual(new Set([4]));
  });

  it("give way to parameters", async () => {
    const { understood, city } = await list("q=امشب اصفهان&city=tehran&when=month");
    expect(understood).toEqual([]);
    expect(city?.slug).toBe("tehran");
  });
});

describe("corrections of a query", () => {
  it("are announced, and can be undone", async () => {
    const swapped = await list("q=;ksvj jivhk");
    expect(swapped.request.understood.query).toBe("کنسرت تهران");
    expect(swapped.corrections.map(({ kind }) => kind)).toEqual(["layout", "layout"]);
    expect(swapped.understood.map(({ kind }) => kind)).toEqual(["city", "category"]);
    const typed = await list("q=;ksvj jivhk&without=corrections");
    expect(typed.corrections).toEqual([]);
  });

  it.each([
    "homeless",
    "help the homeless",
    "چی بازه",
    "غذای سالم",
    "خریدن",
    "the weather",
    "مادربزرگم رو ببرم",
  ])("are not made of an ordinary word that no event has: %s", async (q) => {
    const { corrected, corrections, knownName } = await list(`q=${encodeURIComponent(q)}`);
    expect([corrected, corrections, knownName]).toEqual([null, [], null]);
  });

  it.each([
    ["midnight in paris", "نیمه‌شب در پاریس"],
    ["صد سال تنهایی", "صد سال تنهایی"],
    ["لیلی و مجنون", "لیلی و مجنون"],
    ["تهران من، حراج", "تهران من حراج"],
    ["کمدی الهی", "کمدی الهی"],
    ["one hundred years of solitude", "صد سال تنهایی"],
    ["saturday night fever", "تب شنبه‌شب"],
  ])("leave the title of a work its words: %s", async (q, name) => {
    const { request, exactTotal, knownName } = await list(`q=${encodeURIComponent(q)}`);
    expect(request.understood.chips).toEqual([]);
    expect([exactTotal, knownName?.name]).toEqual([0, name]);
  });

  it.each([
    ["کنسرت ابی", "ابراهیم حامدی"],
    ["کنسرت اندی", "اندی مددیان"],
    ["کنسرت امید", "امید سلطانی"],
    ["موسیقی ابی", "ابراهیم حامدی"],
  ])("leave a name that is a common word too, beside its kind: %s", async (q, name) => {
    const { corrections, exactTotal, knownName } = await list(`q=${encodeURIComponent(q)}`);
    expect([corrections, exactTotal, knownName?.name]).toEqual([[], 0, name]);
  });

  it("take a common word beside another kind for no name", async () => {
    const { corrections, knownName } = await list(`q=${encodeURIComponent("کارگاه امید")}`);
    expect([corrections, knownName]).toEqual([[], null]);
  });

  it.each([
    ["tomorrow god willing", "Tomorrow, God Willing: Shirazi Stand-up Night"],
    ["kitchen without borders", "Kitchen without Borders: Charity Supper"],
    ["an hour without amplification", "Late Setar: An Hour without Amplification"],
  ])("give way to the title of a listed event: %s", async (q, title) => {
    const { understood, exactTotal, events } = await list(`q=${encodeURIComponent(q)}`);
    expect([understood, exactTotal, events[0]?.titleEn]).toEqual([[], 1, title]);
  });

  it("find exhibitions that are open at a time of the clock", async () => {
    const { exactTotal, events } = await list(
      `q=${encodeURIComponent("نمایشگاه اصفهان جمعه ساعت ۵")}`,
    );
    expect(exactTotal).toBeGreaterThan(0);
    expect(events[0]?.titleEn).toContain("Isfahan Handicrafts Festival");
  });

  it("read Persian in Latin letters", async () => {
    const { request, corrections, understood } = await list("q=konsert emshab tehran");
    expect(request.understood.query).toBe("کنسرت امشب tehran");
    expect(corrections.map(({ from, to }) => [from, to])).toEqual([
      ["konsert", "کنسرت"],
      ["emshab", "امشب"],
    ]);
    expect(understood.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["city", "when"]));
  });

  it("leave words of events unchanged", async () => {
    expect((await list("q=setar")).corrections).toEqual([]);
  });
});

describe("hostile queries", () => {
  /** Seeded generator (mulberry32). */
  function randomFrom(seed: number): () => number {
    let state = seed;
    return () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
    };
  }

  const random = randomFrom(16);
  const LETTERS = [
    ..."abcdefghijklmnopqrstuvwxyz0123456789ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی\u200c\u200f\u202e '\"*():^-+/;,.[]{}|\\%_<>=$€£🎵\u0000\ud800",
  ];
  const randomText = () =>
    Array.from(
      { length: 1 + Math.floor(random() * 40) },
      () => LETTERS[Math.floor(random() * LETTERS.length)],
    ).join("");
  const KNOWN = [
    "a".repeat(5_000),
    "تهران ".repeat(1_000),
    ";ksvj ".repeat(900),
    "moosighi ".repeat(600),
    "'; DROP TABLE events; --",
    '" OR 1=1 --',
    "NEAR(a b, 5)",
    "title : x*",
    "^a AND NOT b",
    "{title} : (x OR y)",
    "99999999999999999999 euros",
    "under 1e309 euros",
    "زیر ۹۹۹۹۹۹۹۹۹۹۹۹۹۹۹۹۹ تومان",
    "31/02",
    "1405/13/45",
    "near near near",
    "between and euros",
    "🎵🎵🎵",
    "\u202eکنسرت\u202c",
  ];

  it("get a response without a failure, in few round trips and rows", async () => {
    const queries = [...KNOWN, ...Array.from({ length: 500 }, randomText)];
    for (const q of queries) {
      const { db, spent } = meterDatabase(env.DB);
      const { query } = parseEventQuery(new URLSearchParams({ q: q.slice(0, 200) }));
      await listEvents({ ...deps, db }, query);
      expect(spent.roundTrips, q).toBeLessThanOrEqual(5);
      expect(spent.rowsRead, q).toBeLessThanOrEqual(600);
    }
  }, 240_000);
});
