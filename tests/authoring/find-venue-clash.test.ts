import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { DAY, HOUR } from "../../app/lib/dates/durations";
import { findVenueClash, venueClashes } from "../../app/modules/authoring/find-venue-clash.server";
import { materialise } from "../../app/modules/schedule/expand-schedule.server";
import {
  occurrenceStatements,
  scheduleColumns,
} from "../../app/modules/schedule/occurrence-statements.server";
import { events, venues } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { emptyDatabase } from "../helpers/empty-database";
import { queryPlansOf, recordDatabase } from "../helpers/recording-database";
import { scheduleOf } from "../helpers/schedule-of";
import { createTestDeps, type TestDeps, TUESDAY } from "../helpers/test-deps";

const START = TUESDAY + 10 * DAY;
const TIMES = { startsAt: START, endsAt: START + 2 * HOUR };
const VENUE = "019c0000-0000-7000-8000-0000000000aa";
let deps: TestDeps;
let cityId: string;

const eventAt = (startsAt: number, more: object = {}) =>
  createEvent(deps.db, { cityId, startsAt, venueId: VENUE, ...more });

beforeEach(async () => {
  await emptyDatabase();
  deps = createTestDeps();
  ({ id: cityId } = await createCity(deps.db));
  await deps.db.insert(venues).values({
    id: VENUE,
    cityId,
    nameEn: "Roudaki Hall",
    searchKey: "roudaki hall",
    createdAt: 0,
    updatedAt: 0,
  });
});

describe("a venue clash", () => {
  it("is a public event there with overlapping times", async () => {
    const own = await eventAt(START);
    expect(await findVenueClash(deps, own, TIMES)).toBeNull();
    await eventAt(START + 2 * HOUR);
    await eventAt(START - 2 * HOUR);
    await eventAt(START, { endsAt: START + 3 * DAY });
    await eventAt(START, { status: "pending" });
    await eventAt(START, { venueId: null });
    expect(await findVenueClash(deps, own, TIMES)).toBeNull();
    const other = await eventAt(START + HOUR);
    expect(await findVenueClash(deps, own, TIMES)).toMatchObject({ id: other.id });
  });

  it("is looked up by the venue's index, among the events of a day", async () => {
    const own = await eventAt(START);
    for (let day = 3; day < 40; day++) await eventAt(START + day * DAY);
    const recording = recordDatabase(env.DB);
    await findVenueClash({ db: recording.db }, own, TIMES);
    const [{ sql, parameters } = { sql: "", parameters: [] }, ...others] = recording.statements;
    expect(others).toEqual([]);
    const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...parameters)
      .all<{ detail: string }>();
    expect(results.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^SEARCH events USING INDEX events_by_venue /),
    ]);
    const { meta } = await env.DB.prepare(sql)
      .bind(...parameters)
      .all();
    expect(meta.rows_read).toBeLessThanOrEqual(4);
  });
});

describe("clashes of a series", () => {
  const OWN = "019c0000-0000-7000-8000-0000000000bb";
  const dates = [0, 7, 14].map((days) => ({
    startsAt: START + days * DAY,
    endsAt: START + days * DAY + 2 * HOUR,
  }));
  const clashes = async (names: { en: string | null; fa: string | null }, more: object = {}) =>
    (await venueClashes(deps, { id: OWN, cityId, venue: names, ...more }, dates)).map(
      ({ id, startsAt }) => [id, startsAt],
    );
  const ROUDAKI = { en: "Roudaki Hall", fa: null };

  /** A play at the venue: showings so many days after the first date, each with a status. */
  async function playAt(showings: readonly (readonly [days: number, status: string])[]) {
    const local = (at: number) => new Date(at).toISOString().slice(0, 16);
    const event = await eventAt(START, { timeZone: "UTC" });
    const schedule = scheduleOf({
      kind: "dates",
      dates: showings.map(([days, status]) => ({
        originalStart: local(START + days * DAY),
        end: local(START + days * DAY + HOUR),
        status,
      })),
    });
    const occurrences = materialise(schedule, { eventId: event.id, timeZone: "UTC" }, TUESDAY);
    const { id } = event;
    await deps.db.batch([
      deps.db.update(events).set(scheduleColumns(schedule, occurrences)).where(eq(events.id, id)),
      ...occurrenceStatements(deps.db, id, occurrences, TUESDAY),
    ]);
    return id;
  }

  it("are the dates of other public events at the venue, by either name, that take place between its first and last", async () => {
    const play = await playAt([
      [7, "scheduled"],
      [8, "cancelled"],
      [9, "sold-out"],
      [10, "postponed"],
      [15, "scheduled"],
    ]);
    const expected = [7, 9].map((days) => [play, START + days * DAY]);
    expect((await clashes(ROUDAKI)).sort()).toEqual(expected);
    expect(await clashes({ en: null, fa: "تالار رودکی" })).toEqual([]);
    await deps.db.update(venues).set({ nameFa: "تالار رودکی" });
    expect((await clashes({ en: null, fa: "تالار رودکی" })).sort()).toEqual(expected);
    expect(await clashes({ en: "Vahdat Hall", fa: null })).toEqual([]);
    expect(await clashes(ROUDAKI, { id: play })).toEqual([]);
    expect(await clashes(ROUDAKI, { cityId: OWN })).toEqual([]);
  });

  it.each([
    ["that is not public", { status: "pending" }],
    ["that is cancelled", { lifecycle: "cancelled" }],
    ["that is over", { isOver: true }],
    ["of whole days", { allDay: true }],
  ] as const)("are none with an event %s", async (_name, more) => {
    const play = await playAt([[7, "scheduled"]]);
    expect(await clashes(ROUDAKI)).toHaveLength(1);
    await deps.db.update(events).set(more).where(eq(events.id, play));
    expect(await clashes(ROUDAKI)).toEqual([]);
  });

  it("are looked up by the venue's index", async () => {
    await playAt([[7, "scheduled"]]);
    const recording = recordDatabase(env.DB);
    await venueClashes({ db: recording.db }, { id: OWN, cityId, venue: ROUDAKI }, dates);
    const plan = await queryPlansOf(env.DB, recording);
    expect(plan.join("\n")).toContain("SEARCH events USING INDEX events_by_venue");
    expect(plan.filter((step) => step.startsWith("SCAN"))).toEqual([]);
  });
});
