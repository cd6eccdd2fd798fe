import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { DAY, HOUR } from "../../app/lib/dates/durations";
import { findVenueClash } from "../../app/modules/authoring/find-venue-clash.server";
import { venues } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { emptyDatabase } from "../helpers/empty-database";
import { recordDatabase } from "../helpers/recording-database";
import { createTestDeps, type TestDeps, TUESDAY } from "../helpers/test-deps";

const START = TUESDAY + 10 * DAY;
const TIMES = { startsAt: START, endsAt: START + 2 * HOUR };
const VENUE = "019c0000-0000-7000-8000-0000000000aa";
let deps: TestDeps;
let cityId: string;

const eventAt = (startsAt: number, more: object = {}) => createEvent(deps.db, { cityId, startsAt, venueId: VENUE, ...more });

beforeEach(async () => {
  await emptyDatabase();
  deps = createTestDeps();
  ({ id: cityId } = await createCity(deps.db));
  await deps.db.insert(venues).values({ id: VENUE, cityId, nameEn: "Roudaki Hall", searchKey: "roudaki hall", createdAt: 0, updatedAt: 0 });
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
    expect(results.map(({ detail }) => detail)).toEqual([expect.stringMatching(/^SEARCH events USING INDEX events_by_venue /)]);
    const { meta } = await env.DB.prepare(sql)
      .bind(...parameters)
      .all();
    expect(meta.rows_read).toBeLessThanOrEqual(4);
  });
});
