import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { settingsOf } from "../../app/modules/settings/platform-settings.server";
import { dashboardLoader } from "../../app/routes/admin/dashboard/dashboard.server";
import { allEventsLoader } from "../../app/routes/admin/events/events.server";
import { reviewPage } from "../../app/routes/admin/review/review.server";
import { myEventsLoader } from "../../app/routes/my-events/list/my-events.server";
import { createDatabase } from "../../db/client";
import { addEditsSql, addEventsSql } from "../bench/waiting-sql";
import { createCity } from "../factories/city";
import { createUser } from "../factories/user";
import { recordDatabase } from "../helpers/recording-database";
import { requestContext } from "../helpers/request-context";
import { createTestDeps, type TestDeps, TUESDAY } from "../helpers/test-deps";

/*
 * Each bound is the count of D1 plus at most a tenth. Among 12,200 events, 200 of them flagged, 25 rows with a total cost:
 * - 1,001 rows of the counting walk, since a total ends at "more than 1,000", and four or five per row shown;
 * - with a filter without an index 5,000: the 1,000 rows inspected, by index and by row, the walk that finds their end, and the
 * counting walk, by index and by row;
 * - of public reported events another 1,000: each is counted with its first report;
 * - with words 8,000: each of these walks also reads the index of words;
 * - rows of json_each where a category is compared, and the few names of a venue or organizer (`k`).
 */

/** Tables that are short by nature, and subqueries with a LIMIT. */
const SHORT =
  /^SCAN ((cities|json_each|f|k|u|looked|listed)\b|\(subquery|(\d+ )?CONSTANT|event_titles VIRTUAL)/;
let cityId: string;
let userId: string;

const add = (kind: "pending" | "approved" | "flagged", from: number, count: number) =>
  env.DB.prepare(addEventsSql(kind, from, count, cityId, userId, TUESDAY)).run();

async function costOf(work: (deps: TestDeps) => Promise<unknown>) {
  const recording = recordDatabase(env.DB);
  const deps = createTestDeps();
  // The middleware of every request has already cached them in the isolate.
  await settingsOf(deps);
  await work({ ...deps, db: recording.db });
  let rowsRead = 0;
  const scans: string[] = [];
  for (const { sql, parameters } of recording.statements) {
    const bound = (text: string) => env.DB.prepare(text).bind(...parameters);
    if (!/from "cities"/.test(sql)) rowsRead += (await bound(sql).all()).meta.rows_read;
    const { results } = await bound(`EXPLAIN QUERY PLAN ${sql}`).all<{ detail: string }>();
    // Totals count up to a thousand entries of an index.
    if (/^SELECT count\(\*\) .* LIMIT 1001\)$/.test(sql)) continue;
    for (const { detail } of results)
      if (
        detail.startsWith("SCAN ") &&
        !SHORT.test(detail) &&
        // The filter of the review screen lists all sources by name.
        !detail.startsWith("SCAN sources USING COVERING INDEX sources_by_name")
      )
        scans.push(`${detail} in ${sql}`);
  }
  return { rowsRead, scans, roundTrips: recording.roundTrips };
}

const contextOf = (deps: TestDeps, id: string) =>
  requestContext(deps, {
    locale: "fa",
    signedIn: { id, role: "moderator", isVerified: true, sessionId: "none" },
  });
const context = (deps: TestDeps) => contextOf(deps, userId);
const queue = (query: string) =>
  costOf((deps) => reviewPage(context(deps), "pending", new URLSearchParams(query)));
/** Each with the maximum number of rows read. */
const QUERIES = [
  ["", 3_100],
  ["tab=new", 2_650],
  ["tab=edits", 3_520],
  ["tab=duplicates", 2_780],
] as const;

describe("the cost of moderation pages", () => {
  const few = new Map<string, number>();

  beforeAll(async () => {
    const db = createDatabase(env.DB);
    ({ id: cityId } = await createCity(db, { slug: "tehran", nameEn: "Tehran" }));
    ({ id: userId } = await createUser(db, { role: "moderator" }));
    await add("approved", 0, 2_000);
    await add("flagged", 0, 200);
    await env.DB.prepare(addEditsSql(300, userId, TUESDAY)).run();
    await add("pending", 0, 1_000);
    for (const [query] of QUERIES) few.set(query, (await queue(query)).rowsRead);
    for (let from = 1_000; from < 10_000; from += 3_000) await add("pending", from, 3_000);
  }, 120_000);

  it.each(QUERIES)(
    "with 10,000 pending events the queue (?%s) reads as many rows as with 1,000, by its indexes",
    async (query, most) => {
      const cost = await queue(query);
      expect(cost.scans).toEqual([]);
      expect(cost.roundTrips).toBeLessThanOrEqual(6);
      expect(cost.rowsRead).toBeLessThanOrEqual((few.get(query) ?? 0) * 1.1 + 10);
      expect(cost.rowsRead).toBeLessThanOrEqual(most);
    },
  );

  it.each([
    ["", 3_200],
    ["kind=report&city=tehran", 1_900],
    ["ready=1&kind=new", 130_000],
  ])("the inbox (?%s) is read by its indexes, in five round trips", async (query, most) => {
    const cost = await costOf((deps) =>
      reviewPage(context(deps), "inbox", new URLSearchParams(query)),
    );
    expect(cost.scans).toEqual([]);
    // Bar: six for signed-in readers (quality.md §1).
    expect(cost.roundTrips).toBeLessThanOrEqual(5);
    expect(cost.rowsRead).toBeLessThanOrEqual(most);
  });

  it("flagged events are read by their index", async () => {
    const cost = await costOf((deps) =>
      reviewPage(
        context(deps),
        "flagged",
        new URLSearchParams("event=019c0000-0000-7000-8000-000000000003"),
      ),
    );
    expect(cost.scans).toEqual([]);
    expect(cost.roundTrips).toBeLessThanOrEqual(6);
    expect(cost.rowsRead).toBeLessThanOrEqual(400);
  });

  it("the dashboard, and the events of an author without any, read no events of others", async () => {
    const { id } = await createUser(createDatabase(env.DB));
    expect((await costOf((deps) => dashboardLoader(context(deps)))).rowsRead).toBeLessThanOrEqual(
      // Each list that waits is counted up to a limit.
      750,
    );
    expect(
      (await costOf((deps) => myEventsLoader(contextOf(deps, id), new URLSearchParams()))).rowsRead,
    ).toBeLessThanOrEqual(60);
  });

  it.each([
    ["public", 2_780],
    ["reports", 3_950],
  ])("the tab %s of reports is read by its index", async (tab, most) => {
    await env.DB.exec("UPDATE events SET flag_count = 1 WHERE status = 'approved'");
    await env.DB.exec(
      `INSERT OR IGNORE INTO event_flags (event_id, user_id, reason, created_at) SELECT id, '${userId}', 'spam', 1 FROM events WHERE status = 'approved'`,
    );
    const cost = await costOf((deps) =>
      reviewPage(context(deps), "flagged", new URLSearchParams({ tab })),
    );
    expect(cost.scans).toEqual([]);
    expect(cost.roundTrips).toBeLessThanOrEqual(6);
    expect(cost.rowsRead).toBeLessThanOrEqual(most);
  });

  it.each([
    ["", 1_250],
    ["sort=soonest", 1_240],
    ["sort=latest&when=upcoming", 1_240],
    ["city=tehran", 1_250],
    ["status=rejected", 10],
    ["status=approved", 5_600],
    ["category=theater", 7_100],
    ["featured=yes&active=no&sort=oldest", 5_500],
    ["q=evening", 9_200],
    ["q=evening&category=concert&sort=oldest&when=past", 8_100],
  ])("all events (?%s) read at most a thousand rows, by their indexes", async (query, most) => {
    const cost = await costOf((deps) => allEventsLoader(context(deps), new URLSearchParams(query)));
    expect(cost.scans).toEqual([]);
    expect(cost.roundTrips).toBeLessThanOrEqual(3);
    expect(cost.rowsRead).toBeLessThanOrEqual(most);
  });

  it("all events have a total, counted up to a thousand", async () => {
    const total = async (query: string) =>
      (await allEventsLoader(context(createTestDeps()), new URLSearchParams(query))).total;
    expect(await total("")).toBe("بیش از ۱٬۰۰۰ مورد");
    expect(await total("q=no-such-word-at-all")).toBeNull();
  });
});
