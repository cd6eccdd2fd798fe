import { env } from "cloudflare:test";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { localDay } from "../../app/lib/dates/dates.server";
import { addDays } from "../../app/lib/dates/days";
import { DAY } from "../../app/lib/dates/durations";
import type { Schedule } from "../../app/lib/event/schedule";
import type { Actor } from "../../app/lib/permissions";
import { advanceSeries, topUpSeries } from "../../app/modules/authoring/advance-series.server";
import { createDraft } from "../../app/modules/authoring/draft-commands.server";
import { saveEvent } from "../../app/modules/authoring/save-event.server";
import { submitEvent } from "../../app/modules/authoring/submit-event.server";
import { endEvents } from "../../app/modules/events/end-events.server";
import { listEvents } from "../../app/modules/events/list/list-events.server";
import { parseEventQuery } from "../../app/modules/events/schema";
import { approveEvent } from "../../app/modules/review/moderation/moderate-event.server";
import { events } from "../../db/schema";
import { createCity } from "../factories/city";
import { meterDatabase } from "../helpers/metered-database";
import { addActor, emptyEvents, written } from "../helpers/organizers";
import { ruleOf, scheduleOf } from "../helpers/schedule-of";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const ZONE = "Asia/Tehran";
/** Facets of the event: all, city, category, both, two grids, tag, venue, organizer. */
const FACETS = 9;
let deps: TestDeps;
let author: Actor;
let moderator: Actor;

beforeEach(async () => {
  deps = createTestDeps();
  await emptyEvents(deps);
  await createCity(deps.db, { slug: "tehran", nameEn: "Tehran", timeZone: ZONE });
  author = await addActor(deps);
  moderator = await addActor(deps, "moderator");
});

const day = (days: number) => addDays(localDay(deps.clock.now(), ZONE), days);
const daily = () =>
  ruleOf({ frequency: "daily", start: `${day(1)}T18:00`, end: `${day(1)}T20:00` });

async function publish(schedule: Schedule | null): Promise<string> {
  const id = await createDraft(deps, author, written({ schedule }));
  await submitEvent(deps, author, id);
  await approveEvent(deps, moderator, id);
  return id;
}

const COLUMNS = sql.raw(
  "facet, is_over, starts_at, event_id, ends_at, local_day, is_next, is_run, is_free, latitude, longitude",
);
const rowCount = (query: ReturnType<typeof sql>) =>
  deps.db
    .get<{ count: number }>(sql`SELECT count(*) AS count FROM (${query})`)
    .then(({ count }) => count);
const facetCount = () => rowCount(sql`SELECT 1 FROM event_facets`);

/** Facets are those of the occurrences, and counters those of the facets. */
async function expectFacetsOfOccurrences(): Promise<void> {
  expect(
    await rowCount(
      sql`SELECT ${COLUMNS} FROM event_facets EXCEPT SELECT ${COLUMNS} FROM event_facet_rows`,
    ),
  ).toBe(0);
  expect(
    await rowCount(
      sql`SELECT ${COLUMNS} FROM event_facet_rows EXCEPT SELECT ${COLUMNS} FROM event_facets`,
    ),
  ).toBe(0);
  const counted = sql`SELECT facet, count(*) AS upcoming FROM event_facets WHERE is_next = 1 AND is_over = 0 GROUP BY facet`;
  const counters = sql`SELECT facet, upcoming FROM facet_counts WHERE upcoming <> 0`;
  expect(await rowCount(sql`${counted} EXCEPT ${counters}`)).toBe(0);
  expect(await rowCount(sql`${counters} EXCEPT ${counted}`)).toBe(0);
}

describe("the facets of a daily series", () => {
  it("are those of its occurrences after every command", async () => {
    const id = await publish(daily());
    expect(await facetCount()).toBe(370 * FACETS);
    await expectFacetsOfOccurrences();
    deps.pass(2 * DAY);
    await advanceSeries(deps);
    await expectFacetsOfOccurrences();
    await topUpSeries(deps);
    await expectFacetsOfOccurrences();
    const dates = [{ originalStart: `${day(3)}T18:00`, status: "cancelled" }];
    await saveEvent(
      deps,
      moderator,
      id,
      written({
        schedule: ruleOf(
          { frequency: "daily", start: `${day(-1)}T18:00`, end: `${day(-1)}T20:00` },
          { dates },
        ),
      }),
    );
    await expectFacetsOfOccurrences();
    await saveEvent(deps, moderator, id, written({ categories: ["Dance"], price: 0 }));
    await expectFacetsOfOccurrences();
    await saveEvent(
      deps,
      moderator,
      id,
      written({
        schedule: scheduleOf({
          kind: "dates",
          dates: [
            { originalStart: `${day(2)}T18:00`, end: `${day(2)}T19:00` },
            { originalStart: `${day(4)}T18:00`, end: `${day(4)}T19:00` },
          ],
        }),
      }),
    );
    await expectFacetsOfOccurrences();
    deps.pass(10 * DAY);
    await advanceSeries(deps);
    await endEvents(deps);
    await expectFacetsOfOccurrences();
    await deps.db.delete(events).where(eq(events.id, id));
    expect(await facetCount()).toBe(0);
  });

  it("cost a few rows when it goes on to its next date, and when a date is added", async () => {
    await publish(daily());
    const { db, spent } = meterDatabase(env.DB);
    deps.pass(2 * DAY);
    await advanceSeries({ ...deps, db });
    expect(spent.rowsWritten).toBeLessThan(30 * FACETS);
    const before = spent.rowsWritten;
    await topUpSeries({ ...deps, db });
    expect(spent.rowsWritten - before).toBeLessThan(10 * FACETS);
  });

  it("list it a year ahead", async () => {
    await publish(daily());
    const { query } = parseEventQuery(new URLSearchParams(`from=${day(300)}&to=${day(302)}`));
    expect((await listEvents(deps, query)).events.map(({ localDay: of }) => of)).toEqual([
      day(300),
      day(301),
      day(302),
    ]);
  });
});
