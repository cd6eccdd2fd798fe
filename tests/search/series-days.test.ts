import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { localDay } from "../../app/lib/dates/dates.server";
import { addDays } from "../../app/lib/dates/days";
import { DAY, HOUR } from "../../app/lib/dates/durations";
import type { Schedule } from "../../app/lib/event/schedule";
import type { Actor } from "../../app/lib/permissions";
import { advanceSeries } from "../../app/modules/authoring/advance-series.server";
import { createDraft } from "../../app/modules/authoring/draft-commands.server";
import { submitEvent } from "../../app/modules/authoring/submit-event.server";
import { listEvents, listEventsWhole } from "../../app/modules/events/list/list-events.server";
import { findAlternatives } from "../../app/modules/events/list/nearest-alternatives.server";
import { parseEventQuery } from "../../app/modules/events/schema";
import { approveEvent } from "../../app/modules/review/moderation/moderate-event.server";
import { createCity } from "../factories/city";
import { addActor, emptyEvents, written } from "../helpers/organizers";
import { ruleOf, scheduleOf } from "../helpers/schedule-of";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const ZONE = "Asia/Tehran";
let deps: TestDeps;
let author: Actor;
let moderator: Actor;

beforeEach(async () => {
  deps = createTestDeps();
  await emptyEvents(deps);
  await createCity(deps.db, { slug: "tehran", nameEn: "Tehran", nameFa: "تهران", timeZone: ZONE });
  author = await addActor(deps);
  moderator = await addActor(deps, "moderator");
});

/**
 * YYYY-MM-DD, so many days from now. Now is Tuesday 8 December 2026, 13:30 in Tehran: Friday is day
 * 3.
 */
const day = (days: number) => addDays(localDay(deps.clock.now(), ZONE), days);
const showing = (days: number, time: string, others: object = {}) => ({
  originalStart: `${day(days)}T${time}`,
  end: `${day(days)}T23:00`,
  ...others,
});

async function publish(schedule: Schedule | null, others: object = {}): Promise<string> {
  const id = await createDraft(
    deps,
    author,
    written({
      schedule,
      title: { en: "The Lion of Shiraz", fa: "شیر شیراز" },
      categories: ["Theater"],
      ...others,
    }),
  );
  await submitEvent(deps, author, id);
  await approveEvent(deps, moderator, id);
  return id;
}
/** Tomorrow at 18:00, on Friday at 20:00, and on Friday a week later at 16:00. */
const play = () =>
  publish(
    scheduleOf({
      kind: "dates",
      dates: [showing(1, "18:00"), showing(3, "20:00"), showing(10, "16:00")],
    }),
  );
/** Open from tomorrow on for three weeks; closed on Mondays. */
const exhibition = () => {
  const open = { opens: "10:00", closes: "19:00" };
  const hours = [null, open, open, open, open, open, open];
  return publish(scheduleOf({ kind: "openingHours", from: day(1), to: day(21), hours }), {
    categories: ["Art Exhibition"],
  });
};

const wall = (at: number) => new Date(at + 3.5 * HOUR).toISOString().slice(0, 16);
const find = (query: string) => listEvents(deps, parseEventQuery(new URLSearchParams(query)).query);
/** Local starts of what a query lists. */
const starts = async (query: string) =>
  (await find(query)).events.map(({ startsAt }) => wall(startsAt));

describe("a search with days finds a series by any of them", () => {
  it.each([
    ["from=FRIDAY&to=FRIDAY&q=lion", 3, "20:00"],
    ["q=theatre this friday", 3, "20:00"],
    ["q=تئاتر جمعه", 3, "20:00"],
    ["q=theatre on friday", 3, "20:00"],
    ["q=theatre friday afternoon", 10, "16:00"],
    ["q=theatre tomorrow", 1, "18:00"],
    ["q=lion this weekend", 2 + 1, "20:00"],
    ["q=lion next week", 10, "16:00"],
    ["from=FRIDAY&to=FRIDAY&q=lion&sort=date", 3, "20:00"],
    ["from=FRIDAY&to=FRIDAY&q=lion&sort=popular", 3, "20:00"],
    ["q=lion", 1, "18:00"],
  ])("%s", async (query, days, time) => {
    await play();
    const asked = query.replaceAll("FRIDAY", day(3));
    expect(await starts(asked)).toEqual([`${day(days)}T${time}`]);
    const { events: rows } = await listEventsWhole(
      deps,
      parseEventQuery(new URLSearchParams(asked)).query,
    );
    expect(rows.map(({ startsAt }) => wall(startsAt))).toEqual([`${day(days)}T${time}`]);
    expect((await find(asked)).exactTotal).toBe(1);
  });

  it.each([
    "q=theatre on thursday",
    "q=theatre friday morning",
    "q=lion on saturday",
    "q=theatre tomorrow morning",
  ])("not on others: %s", async (query) => {
    await play();
    expect((await find(query)).exactTotal).toBe(0);
  });

  it("not by dates beyond those that are stored: a yearly one by its coming weekday alone", async () => {
    // A Saturday in 2027, and a Monday in 2028.
    await publish(
      ruleOf({
        frequency: "yearly",
        months: [11],
        monthDays: [6],
        start: "2027-11-06T17:00",
        end: "2027-11-06T20:00",
      }),
    );
    const found = async (q: string) => (await find(`q=${q}`)).exactTotal;
    expect(await found("theatre saturday evening")).toBe(1);
    expect(await found("theatre monday evening")).toBe(0);
    expect(await found("theatre monday")).toBe(0);
    expect(await found("lion monday evening")).toBe(0);
  });

  it("shows the times of the day that it found", async () => {
    await play();
    const [found] = (await find("q=theatre this friday")).events;
    expect(found).toMatchObject({
      localDay: day(3),
      times: [expect.objectContaining({ originalStart: `${day(3)}T20:00` })],
    });
  });

  it("leaves out dates that are cancelled", async () => {
    await publish(
      scheduleOf({
        kind: "dates",
        dates: [
          showing(1, "18:00"),
          showing(3, "20:00", { status: "cancelled" }),
          showing(9, "20:00"),
        ],
      }),
    );
    expect((await find("q=theatre this friday")).exactTotal).toBe(0);
  });

  it("finds a run on the days on which it is open", async () => {
    await exhibition();
    expect(await starts(`q=lion&from=${day(8)}&to=${day(8)}`)).toEqual([`${day(8)}T10:00`]);
    // Day 6 is a Monday.
    expect((await find(`q=lion&from=${day(6)}&to=${day(6)}`)).exactTotal).toBe(0);
    expect(await starts(`q=lion&from=${day(6)}&to=${day(9)}`)).toEqual([`${day(7)}T10:00`]);
  });

  it("in long ranges and far ahead, and only if it has a date there", async () => {
    await publish(
      ruleOf({ frequency: "weekly", start: `${day(1)}T18:00`, end: `${day(1)}T20:00` }),
    );
    expect(await starts(`q=lion&from=${day(10)}&to=${day(40)}`)).toEqual([`${day(15)}T18:00`]);
    expect(await starts(`q=lion&from=${day(200)}&to=${day(206)}`)).toEqual([`${day(204)}T18:00`]);
    expect((await find(`q=lion&from=${day(200)}&to=${day(203)}`)).exactTotal).toBe(0);
    expect(await starts(`q=lion&from=${day(100)}`)).toEqual([`${day(106)}T18:00`]);
  });

  it("beside events of one date, in order of time", async () => {
    await play();
    await publish(null, {
      title: { en: "Lion dance", fa: null },
      startsAt: `${day(3)}T13:30`,
      endsAt: `${day(3)}T15:00`,
    });
    expect(await starts(`q=lion&from=${day(2)}&to=${day(4)}&sort=date`)).toEqual([
      `${day(3)}T13:30`,
      `${day(3)}T20:00`,
    ]);
  });

  it("after it has gone on to its next date", async () => {
    await publish(
      ruleOf({ frequency: "weekly", start: `${day(1)}T18:00`, end: `${day(1)}T20:00` }),
    );
    deps.pass(30 * DAY);
    await advanceSeries(deps);
    // The day furthest ahead that a word of the index names.
    const last =
      Array.from({ length: 62 }, (_, days) => day(days)).findLast(
        (one) => new Date(one).getUTCDay() === 3,
      ) ?? "";
    expect(await starts(`q=lion&from=${last}&to=${last}`)).toEqual([`${last}T18:00`]);
  });
});

it.each(["q=theatre this saturday", `category=theater&from=SATURDAY&to=SATURDAY`])(
  "counts all dates of series in the alternatives of a list without results: %s",
  async (text) => {
    await play();
    await publish(null, { startsAt: `${day(3)}T13:30`, endsAt: `${day(3)}T15:00` });
    const { query } = parseEventQuery(new URLSearchParams(text.replaceAll("SATURDAY", day(4))));
    const found = await findAlternatives(deps, query, await listEvents(deps, query));
    expect(found).toContainEqual(
      expect.objectContaining({
        query: expect.objectContaining({ from: day(3), to: day(3) }),
        total: 2,
      }),
    );
    for (const { query: asked, total } of found)
      expect([asked, (await listEvents(deps, asked)).exactTotal]).toEqual([asked, total]);
  },
);

it("names the days of a series by words of the index", async () => {
  await play();
  const row = await env.DB.prepare("SELECT facets FROM event_search").first<{ facets: string }>();
  const words = (row?.facets ?? "").split(" ");
  const word = (days: number) => `d${day(days).replaceAll("-", "")}`;
  expect(words).toEqual(expect.arrayContaining(["several", word(1), word(3), word(10)]));
  expect(words.filter((one) => /^d\d+$/.test(one))).toHaveLength(3);
});
