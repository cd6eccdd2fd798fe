import { and, eq, gte, lt, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { localDay, readerOf } from "../../app/lib/dates/dates.server";
import { addDays } from "../../app/lib/dates/days";
import { DAY, HOUR } from "../../app/lib/dates/durations";
import type { Schedule } from "../../app/lib/event/schedule";
import type { Actor } from "../../app/lib/permissions";
import { advanceSeries, topUpSeries } from "../../app/modules/authoring/advance-series.server";
import { createDraft } from "../../app/modules/authoring/draft-commands.server";
import { saveEvent } from "../../app/modules/authoring/save-event.server";
import { submitEvent } from "../../app/modules/authoring/submit-event.server";
import { endEvents } from "../../app/modules/events/end-events.server";
import { listEvents, listEventsWhole } from "../../app/modules/events/list/list-events.server";
import { parseEventQuery } from "../../app/modules/events/schema";
import { showingStatement } from "../../app/modules/hosting/registration-statements.server";
import { sweepDomainEvents } from "../../app/modules/notifications/expand-domain-event.server";
import { notificationText } from "../../app/modules/notifications/prepare-notifications.server";
import { remindSavers } from "../../app/modules/notifications/remind-savers.server";
import { approveEvent } from "../../app/modules/review/moderation/moderate-event.server";
import { findOwnCalendar } from "../../app/modules/saved/calendar/find-own-calendar.server";
import { saveFavourite } from "../../app/modules/saved/collect-event.server";
import {
  readPrivateCalendar,
  renewPrivateCalendar,
} from "../../app/modules/syndication/feeds/private-calendar.server";
import {
  eventFacets,
  eventOccurrences,
  events,
  facetCounts,
  notifications,
  savedOccurrences,
} from "../../db/schema";
import { createEvent } from "../factories/event";
import { createRegistration, hostEvent } from "../factories/hosting";
import { addActor, authorsInTehran, written } from "../helpers/organizers";
import { ruleOf, scheduleOf } from "../helpers/schedule-of";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const ZONE = "Asia/Tehran";
let deps: TestDeps;
let author: Actor;
let moderator: Actor;

beforeEach(async () => {
  deps = createTestDeps();
  ({ author, moderator } = await authorsInTehran(deps));
});

/** YYYY-MM-DD, so many days from now. Now is Tuesday 8 December 2026, 13:30 in Tehran. */
const day = (days: number) => addDays(localDay(deps.clock.now(), ZONE), days);
const showing = (days: number, time: string, end: string, others: object = {}) => ({
  originalStart: `${day(days)}T${time}`,
  end: `${day(days)}T${end}`,
  ...others,
});
/** Wednesdays, 18:00 to 20:00, from tomorrow on. */
const weekly = () =>
  ruleOf({ frequency: "weekly", start: `${day(1)}T18:00`, end: `${day(1)}T20:00` });
/** Tomorrow at 17:00 and 21:00, and in three days at 20:00. */
const play = () =>
  scheduleOf({
    kind: "dates",
    dates: [
      showing(1, "17:00", "18:30"),
      showing(1, "21:00", "22:30"),
      showing(3, "20:00", "21:30"),
    ],
  });
/** Open 10:00 to 19:00 from tomorrow on, for three weeks; closed on Mondays. */
const exhibition = () => {
  const open = { opens: "10:00", closes: "19:00" };
  return scheduleOf({
    kind: "openingHours",
    from: day(1),
    to: day(21),
    hours: [null, open, open, open, open, open, open],
  });
};

async function publish(schedule: Schedule | null, title = "A Night of Kamancheh"): Promise<string> {
  const id = await createDraft(deps, author, written({ schedule, title: { en: title, fa: null } }));
  await submitEvent(deps, author, id);
  await approveEvent(deps, moderator, id);
  return id;
}
const rowOf = async (id: string) =>
  (await deps.db.select().from(events).where(eq(events.id, id)).get()) ?? expect.fail();
const occurrencesOf = (id: string) =>
  deps.db
    .select()
    .from(eventOccurrences)
    .where(eq(eventOccurrences.eventId, id))
    .orderBy(eventOccurrences.startsAt);
const listed = async (query: string) =>
  (await listEvents(deps, parseEventQuery(new URLSearchParams(query)).query)).events;
/** Listed days with their times, as "8 17:00 21:00" with days from now. */
async function daysListed(query: string): Promise<string[]> {
  const wall = (at: number) => new Date(at + 3.5 * HOUR).toISOString().slice(11, 16);
  return (await listed(query)).map(({ localDay: of, startsAt, times }) =>
    [of, ...(times ?? [{ startsAt }]).map((time) => wall(time.startsAt))].join(" "),
  );
}

describe("an event without a schedule", () => {
  it("has one occurrence, which follows its times and keeps its identity", async () => {
    const id = await publish(null);
    const [only, ...others] = await occurrencesOf(id);
    expect(others).toEqual([]);
    const { startsAt, endsAt, localDay: of } = await rowOf(id);
    expect(only).toMatchObject({ startsAt, endsAt, localDay: of, status: "scheduled" });
    await saveEvent(
      deps,
      moderator,
      id,
      written({ startsAt: `${day(11)}T20:00`, endsAt: `${day(11)}T22:00` }),
    );
    const moved = await rowOf(id);
    expect(moved.startsAt).not.toBe(startsAt);
    expect(await occurrencesOf(id)).toEqual([
      expect.objectContaining({
        startsAt: moved.startsAt,
        previousStartsAt: startsAt,
        originalStart: only?.originalStart,
      }),
    ]);
  });

  it("gets several dates by an edit, and goes back to one", async () => {
    const id = await publish(null);
    await saveEvent(deps, moderator, id, written({ schedule: play() }));
    expect(await occurrencesOf(id)).toHaveLength(3);
    expect(await listed("when=upcoming")).toHaveLength(1);
    await saveEvent(deps, moderator, id, written());
    expect(await occurrencesOf(id)).toHaveLength(1);
    expect((await rowOf(id)).schedule).toBeNull();
    expect(await listed("when=upcoming")).toHaveLength(1);
  });
});

describe("a series", () => {
  it("is stored 400 days ahead, and shows its next date and how many there are", async () => {
    const id = await publish(weekly());
    const occurrences = await occurrencesOf(id);
    expect(occurrences).toHaveLength(57);
    expect(await rowOf(id)).toMatchObject({
      startsAt: occurrences[0]?.startsAt,
      localDay: day(1),
      occurrenceCount: 57,
      runsUntil: null,
    });
  });

  it("needs neither start nor end, and a date to come", async () => {
    await expect(
      createDraft(deps, author, written({ schedule: weekly(), startsAt: null, endsAt: null })),
    ).resolves.toBeTruthy();
    const past = scheduleOf({ kind: "dates", dates: [showing(-3, "20:00", "21:00")] });
    const id = await createDraft(deps, author, written({ schedule: past }));
    await expect(submitEvent(deps, author, id)).rejects.toMatchObject({
      issues: [{ path: "schedule", message: "errors:issue.startsInPast" }],
    });
  });

  it("counts once: in lists, in counters and towards the daily limit", async () => {
    await publish(weekly());
    const list = await listEvents(deps, parseEventQuery(new URLSearchParams("city=tehran")).query);
    expect(list.events).toHaveLength(1);
    expect(list.total).toBe(1);
    const counted = await deps.db
      .select()
      .from(facetCounts)
      .where(eq(facetCounts.facet, "all"))
      .get();
    expect(counted?.upcoming).toBe(1);
    const submissions = await deps.db.all<{ count: number }>(
      sql`SELECT count(*) AS count FROM event_submissions`,
    );
    expect(submissions[0]?.count).toBe(1);
  });

  it("is listed on each of its days within a range, once a day with all its times", async () => {
    await publish(play());
    expect(await daysListed(`from=${day(0)}&to=${day(5)}`)).toEqual([
      `${day(1)} 17:00 21:00`,
      `${day(3)} 20:00`,
    ]);
    expect(await daysListed(`from=${day(3)}&to=${day(5)}`)).toEqual([`${day(3)} 20:00`]);
    expect(await daysListed(`from=${day(4)}&to=${day(5)}`)).toEqual([]);
    expect(await daysListed("when=tomorrow")).toEqual([`${day(1)} 17:00 21:00`]);
    expect(await daysListed("")).toEqual([`${day(1)} 17:00 21:00`]);
  });

  it("is listed once by popularity and for the API, on its first day within the range", async () => {
    await publish(play());
    const query = `from=${day(2)}&to=${day(9)}`;
    expect(await daysListed(`${query}&sort=popular`)).toEqual([`${day(3)} 20:00`]);
    const { events: rows } = await listEventsWhole(
      deps,
      parseEventQuery(new URLSearchParams(`from=${day(0)}&to=${day(9)}`)).query,
    );
    expect(rows.map(({ startsAt }) => localDay(startsAt, ZONE))).toEqual([day(1)]);
  });

  it("pages through its days without a gap or a repetition", async () => {
    await publish(weekly());
    await createEvent(deps.db, {
      cityId: (await rowOf(await publish(play(), "Antigone"))).cityId,
      startsAt: deps.clock.now() + 30 * HOUR,
    });
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query: string = `from=${day(0)}&to=${day(30)}&limit=2${cursor && `&cursor=${cursor}`}`;
      const list = await listEvents(deps, parseEventQuery(new URLSearchParams(query)).query);
      seen.push(...list.events.map(({ id, localDay: of }) => `${of} ${id}`));
      expect(list.total).toBe(3);
      cursor = list.nextCursor;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(5 + 2 + 1);
    expect(seen.map((line) => line.slice(0, 10))).toEqual(
      seen.map((line) => line.slice(0, 10)).sort(),
    );
  });

  it("keeps the identity of its dates through an edit, and says which moved", async () => {
    const id = await publish(play());
    const before = await occurrencesOf(id);
    const moved = scheduleOf({
      kind: "dates",
      dates: [
        showing(1, "17:00", "19:30", { start: `${day(1)}T18:00` }),
        showing(1, "21:00", "22:30"),
        showing(4, "20:00", "21:30"),
      ],
    });
    await saveEvent(deps, moderator, id, written({ schedule: moved }));
    const after = await occurrencesOf(id);
    expect(after.map(({ originalStart }) => originalStart)).toEqual([
      `${day(1)}T17:00`,
      `${day(1)}T21:00`,
      `${day(4)}T20:00`,
    ]);
    expect(after[0]).toMatchObject({ previousStartsAt: before[0]?.startsAt, sequence: 1 });
    expect(after[1]).toMatchObject({
      sequence: 0,
      previousStartsAt: null,
      updatedAt: before[1]?.updatedAt,
    });
    expect(await daysListed(`from=${day(0)}&to=${day(5)}`)).toEqual([
      `${day(1)} 18:00 21:00`,
      `${day(4)} 20:00`,
    ]);
  });

  it("leaves lists with dates that are cancelled, but keeps them", async () => {
    const dates = [
      showing(1, "17:00", "18:30", { status: "cancelled" }),
      showing(1, "21:00", "22:30", { status: "sold-out" }),
    ];
    const id = await publish(
      scheduleOf({
        kind: "dates",
        dates: [...dates, showing(3, "20:00", "21:30", { status: "cancelled" })],
      }),
    );
    expect(await occurrencesOf(id)).toHaveLength(3);
    expect(await rowOf(id)).toMatchObject({ occurrenceCount: 1 });
    expect(await daysListed(`from=${day(0)}&to=${day(5)}`)).toEqual([`${day(1)} 17:00 21:00`]);
    const [row] = await listed(`from=${day(0)}&to=${day(5)}`);
    expect(row?.times?.map(({ status }) => status)).toEqual(["cancelled", "sold-out"]);
    expect(row?.startsAt).toBe(row?.times?.[1]?.startsAt);
  });
});

describe("a run of opening hours", () => {
  it("is listed once, until its last day, and not on the days on which it is closed", async () => {
    const id = await publish(exhibition());
    const occurrences = await occurrencesOf(id);
    // Three Mondays within three weeks.
    expect(occurrences).toHaveLength(18);
    expect((await rowOf(id)).runsUntil).toBe(occurrences.at(-1)?.endsAt);
    expect(await daysListed(`from=${day(0)}&to=${day(30)}`)).toEqual([`${day(1)} 10:00`]);
    // 8 December 2026 is a Tuesday: six days later it is closed.
    expect(await daysListed(`from=${day(6)}&to=${day(6)}`)).toEqual([]);
    expect(await daysListed(`from=${day(6)}&to=${day(9)}`)).toEqual([`${day(7)} 10:00`]);
    expect(await daysListed(`from=${day(22)}&to=${day(30)}`)).toEqual([]);
  });
});

describe("as time passes", () => {
  it("a series goes on to its next date within a minute of the end of one, and ends with its last", async () => {
    const id = await publish(play());
    const times = (await occurrencesOf(id)).map(({ startsAt, endsAt }) => ({ startsAt, endsAt }));
    for (const [at, { endsAt }] of times.entries()) {
      deps.pass(endsAt - deps.clock.now());
      const next = times[at + 1];
      expect(await advanceSeries(deps)).toEqual({ advanced: next ? 1 : 0 });
      await endEvents(deps);
      if (next)
        expect(await rowOf(id)).toMatchObject({
          ...next,
          isOver: false,
          occurrenceCount: times.length - at - 1,
        });
      expect(await advanceSeries(deps)).toEqual({ advanced: 0 });
      expect(await listed("")).toHaveLength(next ? 1 : 0);
      expect(await listed("q=kamancheh")).toHaveLength(next ? 1 : 0);
    }
    expect(await rowOf(id)).toMatchObject({ isOver: true });
    const upcoming = await deps.db
      .select()
      .from(facetCounts)
      .where(eq(facetCounts.facet, "all"))
      .get();
    expect(upcoming?.upcoming).toBe(0);
    expect(await listed("when=past")).toHaveLength(1);
  });

  it("dates of the past leave the lists while the series goes on", async () => {
    await publish(play());
    const first = day(1);
    deps.pass(2 * DAY);
    await advanceSeries(deps);
    expect(await daysListed(`from=${first}&to=${first}`)).toEqual([]);
    expect(await listed("when=past")).toEqual([]);
  });

  it("new dates of an endless rule are added each night, once", async () => {
    const id = await publish(weekly());
    deps.pass(15 * DAY);
    await advanceSeries(deps);
    const before = (await occurrencesOf(id)).length;
    expect(await topUpSeries(deps)).toEqual({ toppedUp: 1 });
    expect(await occurrencesOf(id)).toHaveLength(before + 3);
    expect(await topUpSeries(deps)).toEqual({ toppedUp: 0 });
    expect((await rowOf(id)).occurrenceCount).toBe(58);
  });

  it("new dates are added before a cancelled one that its guests keep", async () => {
    const id = await publish(weekly());
    const stored = await occurrencesOf(id);
    const [cut] = stored.slice(-3);
    await deps.db
      .delete(eventOccurrences)
      .where(
        and(
          eq(eventOccurrences.eventId, id),
          gte(eventOccurrences.startsAt, cut?.startsAt ?? 0),
          lt(eventOccurrences.startsAt, stored.at(-1)?.startsAt ?? 0),
        ),
      );
    await deps.db
      .update(eventOccurrences)
      .set({ originalStart: "2030-01-01T09:30", status: "cancelled" })
      .where(eq(eventOccurrences.startsAt, stored.at(-1)?.startsAt ?? 0));
    expect(await topUpSeries(deps)).toEqual({ toppedUp: 1 });
    expect(await occurrencesOf(id)).toHaveLength(stored.length + 1);
    expect(await topUpSeries(deps)).toEqual({ toppedUp: 0 });
  });
});

describe("an own calendar", () => {
  const shown = async (actor: Actor) =>
    (await findOwnCalendar(deps, actor, { first: day(0), last: day(30) }, ZONE)).map(
      ({ titleEn, first, last, isRun }) =>
        `${titleEn}: ${first}${last === first ? "" : ` to ${last}`}${isRun ? ", a run" : ""}`,
    );

  it("has each date of a series, and a run once from its first to its last day", async () => {
    await publish(play(), "Antigone");
    await publish(exhibition(), "Calligraphy");
    expect(await shown(author)).toEqual([
      `Calligraphy: ${day(1)} to ${day(21)}, a run`,
      `Antigone: ${day(1)}`,
      `Antigone: ${day(1)}`,
      `Antigone: ${day(3)}`,
    ]);
  });

  it("has of a saved series the chosen dates alone", async () => {
    const id = await publish(play(), "Antigone");
    const actor = await addActor(deps);
    await saveFavourite(deps, actor, id);
    expect(await shown(actor)).toHaveLength(3);
    await deps.db
      .insert(savedOccurrences)
      .values({ userId: actor.id, eventId: id, originalStart: `${day(3)}T20:00`, createdAt: 0 });
    expect(await shown(actor)).toEqual([`Antigone: ${day(3)}`]);
  });
});

describe("those who saved a series", () => {
  /** The author's actor saves it; with dates, those alone. */
  async function saver(eventId: string, dates: readonly string[] = []): Promise<Actor> {
    const actor = await addActor(deps);
    await saveFavourite(deps, actor, eventId);
    for (const originalStart of dates)
      await deps.db
        .insert(savedOccurrences)
        .values({ userId: actor.id, eventId, originalStart, createdAt: 0 });
    return actor;
  }
  const reminded = async () => {
    await remindSavers(deps);
    await sweepDomainEvents(deps);
    const rows = await deps.db
      .select()
      .from(notifications)
      .where(eq(notifications.kind, "event-reminder"));
    return rows.map(({ userId }) => userId).sort();
  };

  it("are reminded of each date, or of the dates that they chose, once", async () => {
    const id = await publish(play());
    const all = await saver(id);
    const late = await saver(id, [`${day(1)}T21:00`]);
    const other = await saver(id, [`${day(3)}T20:00`]);
    deps.pass(12 * HOUR);
    expect(await reminded()).toEqual([all.id, all.id, late.id].sort());
    expect(await reminded()).toHaveLength(3);
    deps.pass(2 * DAY);
    expect(await reminded()).toEqual([all.id, all.id, late.id, all.id, other.id].sort());
  });

  it("are reminded of an exhibition's first and last day alone, or of the days that they chose", async () => {
    const id = await publish(exhibition());
    const [all, chosen] = [await saver(id), await saver(id, [`${day(5)}T00:00`])];
    const rows = await deps.db
      .select()
      .from(eventOccurrences)
      .where(eq(eventOccurrences.eventId, id))
      .orderBy(eventOccurrences.startsAt);
    expect(rows.length).toBeGreaterThan(10);
    const days: string[][] = [];
    for (const { startsAt } of rows) {
      deps.pass(startsAt - 20 * HOUR - deps.clock.now());
      days.push(await reminded());
    }
    expect([days[0], days.at(-2), days.at(-1)]).toEqual([
      [all.id],
      [all.id, chosen.id],
      [all.id, all.id, chosen.id],
    ]);
    const told = await deps.db
      .select()
      .from(notifications)
      .where(eq(notifications.kind, "event-reminder"))
      .orderBy(notifications.createdAt);
    const reader = { ...readerOf("en"), timeZone: null };
    expect(told.map((row) => notificationText(row, reader).title.split(":")[0])).toEqual([
      "Opening soon",
      "Coming up",
      "Ending soon",
    ]);
    expect(notificationText(told[2] ?? expect.fail(), reader).message).toMatch(
      /^Its last day is \w+ \d+ \w+, 10–1[89]\.$/,
    );
  });

  it("are not reminded of a cancelled date", async () => {
    await saver(
      await publish(
        scheduleOf({
          kind: "dates",
          dates: [
            showing(1, "17:00", "18:30", { status: "cancelled" }),
            showing(3, "20:00", "21:00"),
          ],
        }),
      ),
    );
    deps.pass(12 * HOUR);
    expect(await reminded()).toEqual([]);
  });

  it("find in their calendar address all dates, or those that they chose", async () => {
    const id = await publish(play());
    const datesIn = async (actor: Actor) => {
      const { text } = await readPrivateCalendar(
        { deps, locale: "en", origin: "https://rooydad.test" },
        await renewPrivateCalendar(deps, actor),
        null,
      );
      return [...text.matchAll(/UID:(\S+)@rooydad/g)].map(([, uid]) => uid);
    };
    const key = (date: string) => `${id}-${date}`;
    expect(await datesIn(await saver(id))).toEqual(
      [`${day(1)}T17:00`, `${day(1)}T21:00`, `${day(3)}T20:00`].map(key),
    );
    expect(await datesIn(await saver(id, [`${day(3)}T20:00`]))).toEqual([key(`${day(3)}T20:00`)]);
  });

  it("find there the date that they have a place on, private, and no other guest", async () => {
    const id = await publish(play());
    const occ = `${id}/${day(3)}T20:00`;
    await hostEvent(deps.db, id);
    await showingStatement(deps, id, `${day(3)}T20:00`);
    const guest = await addActor(deps);
    await createRegistration(deps.db, occ, { state: "going", confirmedAt: 1, userId: guest.id });
    await createRegistration(deps.db, occ, { state: "going", confirmedAt: 1, name: "Zohreh" });
    const { text } = await readPrivateCalendar(
      { deps, locale: "en", origin: "https://rooydad.test" },
      await renewPrivateCalendar(deps, guest),
      null,
    );
    expect([...text.matchAll(/UID:(\S+)@rooydad/g)].map(([, uid]) => uid)).toEqual([
      `${id}-${day(3)}T20:00`,
    ]);
    expect(text).toContain("CLASS:PRIVATE");
    expect(text).not.toMatch(/ATTENDEE|Zohreh/);
  });
});

it("facets have a row for each day on which an event takes place, and mark the next", async () => {
  const id = await publish(play());
  const rows = await deps.db
    .select({ day: eventFacets.localDay, isNext: eventFacets.isNext })
    .from(eventFacets)
    .where(sql`${eventFacets.eventId} = ${id} AND ${eventFacets.facet} = 'all'`);
  expect(rows).toEqual([
    { day: day(1), isNext: true },
    { day: day(3), isNext: false },
  ]);
});
