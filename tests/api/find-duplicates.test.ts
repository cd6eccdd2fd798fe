import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fromWallTime } from "../../app/lib/dates/dates.server";
import type { EventSubject } from "../../app/modules/events/duplicates/event-subject";
import {
  findDuplicates,
  findDuplicatesOfRun,
} from "../../app/modules/events/duplicates/find-duplicates.server";
import { findPairs } from "../../app/modules/events/duplicates/find-pairs";
import { materialise } from "../../app/modules/schedule/expand-schedule.server";
import { occurrenceStatements } from "../../app/modules/schedule/occurrence-statements.server";
import { type events, venues } from "../../db/schema";
import { addEventsSql } from "../bench/waiting-sql";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createUser } from "../factories/user";
import { recordDatabase } from "../helpers/recording-database";
import { ruleOf } from "../helpers/schedule-of";
import { createTestDeps, type TestDeps, TUESDAY } from "../helpers/test-deps";

const HOUR = 3_600_000;
const ZONE = "Asia/Tehran";
const EIGHT = Date.parse("2027-01-14T20:00+03:30");
const ME = "019b0000-0000-7000-b000-000000000001";
const STAFF = { timeZone: ZONE, authorId: null, most: 10 };

let deps: TestDeps;
let cityId: string;

beforeAll(async () => {
  deps = createTestDeps();
  ({ id: cityId } = await createCity(deps.db, { slug: "tehran", nameEn: "Tehran" }));
  await deps.db.insert(venues).values({
    id: "vahdat",
    cityId,
    nameEn: "Vahdat Hall",
    nameFa: "تالار وحدت",
    searchKey: "vahdat hall",
    createdAt: 0,
    updatedAt: 0,
  });
});
beforeEach(async () => {
  await env.DB.exec("DELETE FROM events");
});

const subject = (id: string, changes: Partial<EventSubject> = {}): EventSubject => ({
  id,
  cityId,
  title: { en: "کنسرت همایون شجریان", fa: null },
  venue: { en: "تالار وحدت", fa: null },
  venueId: null,
  startsAt: EIGHT,
  endsAt: null,
  localDay: "2027-01-14",
  hasTime: true,
  url: null,
  ...changes,
});
const concert = (changes: Partial<typeof events.$inferInsert> = {}) =>
  createEvent(deps.db, {
    cityId,
    startsAt: EIGHT,
    titleEn: "Homayoun Shajarian Live",
    venueEn: "Vahdat Hall",
    ...changes,
  });

/** A concert each Thursday, of which the row has the first. */
async function weekly() {
  const schedule = ruleOf({
    frequency: "weekly",
    start: "2027-01-14T20:00",
    end: "2027-01-14T22:00",
    ends: { count: 6 },
  });
  const place = {
    timeZone: "Asia/Tehran",
    startsAt: fromWallTime("2027-01-14", "20:00", "Asia/Tehran"),
    localDay: "2027-01-14",
  };
  const event = await concert({ ...place, schedule });
  const now = deps.clock.now();
  const occurrences = materialise(schedule, { eventId: event.id, timeZone: place.timeZone }, now);
  const [first, ...rest] = occurrenceStatements(deps.db, event.id, occurrences, now);
  if (first) await deps.db.batch([first, ...rest]);
  return { ...event, schedule };
}

describe("findDuplicates of a series", () => {
  const datesOf = (days: readonly string[], time = "20:00") =>
    days.map((day) => ({ localDay: day, startsAt: fromWallTime(day, time, "Asia/Tehran") }));
  const series = (id: string, days: readonly string[], time?: string) => {
    const dates = datesOf(days, time);
    return subject(id, { dates, startsAt: dates[0]?.startsAt ?? 0, localDay: days[0] ?? "" });
  };
  const relations = async (found: ReturnType<typeof findDuplicates>) =>
    (await found).map(({ event, comparison }) => [event.id, comparison.relation]);

  it("finds one of its dates, and another series by the share of its days and their hour, and no other day", async () => {
    const { id } = await weekly();
    const [third] = datesOf(["2027-01-28"]);
    expect(await relations(findDuplicates(deps, subject("new", third), STAFF))).toEqual([
      [id, "duplicate"],
    ]);
    const [other] = datesOf(["2027-01-27"]);
    expect(await relations(findDuplicates(deps, subject("new", other), STAFF))).toEqual([]);
    expect(
      await relations(
        findDuplicates(deps, series("new", ["2027-01-21", "2027-01-28", "2027-02-04"]), STAFF),
      ),
    ).toEqual([[id, "duplicate"]]);
    expect(
      await relations(
        findDuplicates(deps, series("new", ["2027-01-21", "2027-01-28"], "15:00"), STAFF),
      ),
    ).toEqual([[id, "showing"]]);
    expect(
      await relations(
        findDuplicates(deps, series("new", ["2027-01-20", "2027-01-27", "2027-01-28"]), STAFF),
      ),
    ).toEqual([]);
  });

  it("finds a stored event of one date, by indexes alone", async () => {
    const { id } = await concert({
      startsAt: fromWallTime("2027-01-21", "20:00", "Asia/Tehran"),
      localDay: "2027-01-21",
      timeZone: "Asia/Tehran",
    });
    const recording = recordDatabase(env.DB);
    expect(
      await relations(
        findDuplicates(
          { db: recording.db },
          series("new", ["2027-01-14", "2027-01-21", "2027-01-28"]),
          STAFF,
        ),
      ),
    ).toEqual([[id, "duplicate"]]);
    for (const { sql, parameters } of recording.statements) {
      const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .bind(...parameters)
        .all<{ detail: string }>();
      expect(plan.results.filter(({ detail }) => /^SCAN (?!\(subquery)/.test(detail))).toEqual([]);
    }
  });
});

describe("findDuplicates", () => {
  it("finds the same event in the other language by its known venue, and reports another showing as such", async () => {
    const same = await concert();
    const later = await concert({ startsAt: EIGHT + 3 * HOUR, endsAt: EIGHT + 3.4 * HOUR });
    await concert({ titleEn: "Salar Aghili Live" });
    const found = await findDuplicates(deps, subject("new"), STAFF);
    expect(found.map(({ event, comparison }) => [event.id, comparison.relation])).toEqual([
      [same.id, "duplicate"],
      [later.id, "showing"],
    ]);
    expect(found[0]?.comparison.reasons).toEqual(["same-title", "same-venue", "same-time"]);
  });

  it("leaves out the event itself, deleted, rejected and draft events, and keeps cancelled ones", async () => {
    const self = await concert();
    await concert({ status: "rejected" });
    await concert({ status: "draft" });
    await concert({ deletedAt: 1 });
    const cancelled = await concert({ lifecycle: "cancelled" });
    const waits = await concert({ status: "pending" });
    const found = await findDuplicates(deps, subject(self.id), STAFF);
    expect(found.map(({ event }) => event.id).sort()).toEqual([cancelled.id, waits.id].sort());
  });

  it("shows authors only public events and their own", async () => {
    const shown = await concert();
    const own = await concert({ status: "pending", creatorId: ME });
    await concert({ status: "pending", creatorId: "019b0000-0000-7000-b000-000000000002" });
    await concert({ isActive: false });
    const found = await findDuplicates(deps, subject("new"), { ...STAFF, authorId: ME });
    expect(found.map(({ event }) => event.id).sort()).toEqual([shown.id, own.id].sort());
  });

  it("finds events on the other side of midnight", async () => {
    const night = Date.parse("2027-01-15T00:15+03:30");
    const { id } = await concert({ startsAt: night });
    const found = await findDuplicates(deps, subject("new", { startsAt: night - HOUR / 2 }), STAFF);
    expect(found.map(({ event }) => event.id)).toEqual([id]);
  });

  it("finds an equal title on the fullest day, with bounded rows, by an index, in one round trip", async () => {
    const { id: userId } = await createUser(deps.db);
    await env.DB.prepare(addEventsSql("approved", 0, 2_000, cityId, userId, TUESDAY)).run();
    await env.DB.exec("UPDATE events SET local_day = '2027-01-14'");
    const { id } = await concert({ titleEn: "zzz همایون" });
    const recording = recordDatabase(env.DB);
    const found = await findDuplicates(
      { db: recording.db },
      subject("new", { title: { en: "ZZZ همایون", fa: null } }),
      STAFF,
    );
    expect([found[0]?.event.id, recording.roundTrips]).toEqual([id, 1]);
    let rowsRead = 0;
    for (const { sql, parameters } of recording.statements) {
      rowsRead += (
        await env.DB.prepare(sql)
          .bind(...parameters)
          .all()
      ).meta.rows_read;
      const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .bind(...parameters)
        .all<{ detail: string }>();
      // The last two are of series with a date on the day: bounded, by the list of the city.
      const INDEXED =
        /^(SEARCH .* USING (COVERING )?INDEX (events_by_title|venues_by_city|sqlite_autoindex_(distinct_pairs|events_1))|SEARCH event_facets USING PRIMARY KEY|LIST SUBQUERY|CO-ROUTINE|SCAN \(subquery|CORRELATED)/;
      for (const { detail } of plan.results) expect(detail).toMatch(INDEXED);
    }
    expect(rowsRead).toBeLessThan(400);
  });
});

describe("findDuplicatesOfRun", () => {
  it("checks all candidates in one round trip, and finds duplicates among them", async () => {
    const { id } = await concert();
    const recording = recordDatabase(env.DB);
    const subjects = [
      subject("first"),
      subject("second", {
        title: { en: "Homayun Shajaryan", fa: null },
        venue: { en: "Vahdat Hall", fa: null },
      }),
      subject("third", {
        title: { en: "Tosca", fa: null },
        startsAt: EIGHT + 240 * HOUR,
        localDay: "2027-01-24",
      }),
    ];
    const { existing, profiles } = await findDuplicatesOfRun(
      { db: recording.db },
      { id: cityId, timeZone: "Asia/Tehran" },
      subjects,
    );
    expect(recording.roundTrips).toBe(1);
    expect(
      [...existing].map(([candidate, found]) => [candidate, found.map(({ event }) => event.id)]),
    ).toEqual([
      ["first", [id]],
      ["second", [id]],
    ]);
    expect(findPairs(profiles, profiles).map(({ a, b }) => [a.subject.id, b.subject.id])).toEqual([
      ["first", "second"],
      ["second", "first"],
    ]);
    for (const { sql, parameters } of recording.statements) {
      const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .bind(...parameters)
        .all<{ detail: string }>();
      expect(plan.results.filter(({ detail }) => /^SCAN (?!\(subquery)/.test(detail))).toEqual([]);
    }
  });

  it("finds a stored series by any of its days", async () => {
    const { id } = await weekly();
    const night = fromWallTime("2027-01-28", "20:00", "Asia/Tehran");
    const { existing } = await findDuplicatesOfRun(deps, { id: cityId, timeZone: "Asia/Tehran" }, [
      subject("single", { startsAt: night, localDay: "2027-01-28" }),
      subject("other day", { startsAt: night + 24 * HOUR, localDay: "2027-01-29" }),
    ]);
    expect(
      [...existing].map(([candidate, found]) => [candidate, found.map(({ event }) => event.id)]),
    ).toEqual([["single", [id]]]);
  });

  it("given no candidates, queries nothing", async () => {
    const recording = recordDatabase(env.DB);
    expect(
      (await findDuplicatesOfRun({ db: recording.db }, { id: cityId, timeZone: "Asia/Tehran" }, []))
        .existing.size,
    ).toBe(0);
    expect(recording.roundTrips).toBe(0);
  });
});
