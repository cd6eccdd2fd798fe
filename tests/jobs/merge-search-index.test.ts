import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import {
  indexEventStatements,
  mergeSearchIndex,
  rebuildSearch,
  refillNameTables,
} from "../../app/modules/search/index-event.server";
import type { IndexedCity } from "../../app/modules/search/search-document";
import { searchEvents } from "../../app/modules/search/search-events.server";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createUser } from "../factories/user";
import { emptyDatabase } from "../helpers/empty-database";
import { createTestDeps, type TestDeps, TUESDAY } from "../helpers/test-deps";

const HOUR = 3_600_000;

/** Parts of the full-text index that each word is looked up in. */
const partsOf = async () =>
  (
    await env.DB.prepare("SELECT count(DISTINCT segid) AS parts FROM event_search_idx").first<{
      parts: number;
    }>()
  )?.parts;

describe("the nightly merge of the search index", () => {
  let deps: TestDeps;
  const find = async () => {
    const request = {
      words: "santur",
      filters: {},
      includePast: false,
      now: TUESDAY,
      limit: 50,
      offset: 0,
    };
    return (await searchEvents(deps.db, request)).ids;
  };

  beforeEach(async () => {
    await emptyDatabase();
    deps = createTestDeps();
    await rebuildSearch(deps.db);
    const city = await createCity(deps.db);
    for (let hour = 1; hour <= 11; hour++) {
      const event = await createEvent(deps.db, {
        cityId: city.id,
        titleEn: `Santur ${hour}`,
        startsAt: TUESDAY + hour * HOUR,
      });
      await deps.db.batch(indexEventStatements(deps.db, event, city as IndexedCity));
    }
  });

  it("joins what single writes add, and finds the same", async () => {
    const before = await find();
    expect(before).toHaveLength(11);
    expect(await partsOf()).toBeGreaterThan(1);
    expect((await mergeSearchIndex(deps)).steps).toBeGreaterThan(1);
    expect(await partsOf()).toBe(1);
    expect(await find()).toEqual(before);
  });

  it("has nothing to do on an index of one part", async () => {
    await mergeSearchIndex(deps);
    expect(await mergeSearchIndex(deps)).toEqual({ steps: 1 });
  });

  it("follows a rebuild of the index", async () => {
    await rebuildSearch(deps.db, { chunk: 2 });
    expect([await partsOf(), (await find()).length]).toEqual([1, 11]);
  });

  it("refills the staff's indexes of titles and names in parts, as the triggers filled them", async () => {
    const names = async () => {
      const [titles, users] = await env.DB.batch([
        env.DB.prepare("SELECT rowid, title, event_id FROM event_titles ORDER BY rowid"),
        env.DB.prepare("SELECT rowid, search_key, user_id FROM user_names ORDER BY rowid"),
      ]);
      return [titles?.results, users?.results];
    };
    for (const email of ["a@example.ir", "b@example.ir", "c@example.ir"])
      await createUser(deps.db, { email });
    const before = await names();
    expect(before.map((rows) => rows?.length)).toEqual([11, expect.any(Number)]);
    await refillNameTables(deps.db, 2);
    expect(await names()).toEqual(before);
  });
});
