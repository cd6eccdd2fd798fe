import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { indexEventStatements } from "../../app/modules/search/index-event.server";
import { facetWord } from "../../app/modules/search/search-document";
import { eventSearch } from "../../app/modules/search/search-tables";
import { cities, events } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { emptyEvents } from "../helpers/organizers";
import { ruleOf } from "../helpers/schedule-of";
import { createTestDeps, TUESDAY } from "../helpers/test-deps";

const deps = createTestDeps();

beforeAll(() => emptyEvents(deps));

it("indexes a series under the weekdays and times of day of all its dates that take place", async () => {
  const { id: cityId } = await createCity(deps.db, {
    slug: "tehran",
    nameEn: "Tehran",
    timeZone: "Asia/Tehran",
  });
  const { id } = await createEvent(deps.db, {
    cityId,
    startsAt: TUESDAY + 3_600_000,
    endsAt: TUESDAY + 7_200_000,
    status: "approved",
  });
  const schedule = ruleOf(
    { frequency: "weekly", weekdays: [2, 4], start: "2026-12-08T14:30", end: "2026-12-08T15:30" },
    {
      dates: [
        { originalStart: "2026-12-10T14:30", start: "2026-12-10T20:00" },
        { originalStart: "2026-12-12T09:00", start: "2026-12-12T09:00", status: "cancelled" },
      ],
    },
  );
  await deps.db.update(events).set({ schedule }).where(eq(events.id, id));
  const event =
    (await deps.db.select().from(events).where(eq(events.id, id)).get()) ?? expect.fail();
  const city =
    (await deps.db.select().from(cities).where(eq(cities.id, cityId)).get()) ?? expect.fail();
  await deps.db.batch(indexEventStatements(deps.db, event, city));
  const row =
    (await deps.db.select().from(eventSearch).where(eq(eventSearch.eventId, id)).get()) ??
    expect.fail();
  const words = row.facets.split(" ");
  expect(words.filter((word) => /^[wh]\d+$/.test(word)).sort()).toEqual(
    [facetWord.slot(29), facetWord.slot(40), facetWord.weekday(2), facetWord.weekday(4)].sort(),
  );
});
