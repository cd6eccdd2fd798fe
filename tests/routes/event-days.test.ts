import { env } from "cloudflare:test";
import { beforeAll, expect, it } from "vitest";
import { browseEvents } from "../../app/components/event-browser/browse-events.server";
import { createDatabase } from "../../db/client";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { requestContext } from "../helpers/request-context";
import { createTestDeps } from "../helpers/test-deps";

const db = createDatabase(env.DB);
/** Wednesday 01:30 in Tehran, Tuesday 17:00 in Toronto. */
const NOW = Date.parse("2026-12-08T22:00:00Z");

beforeAll(async () => {
  const tehran = await createCity(db, { slug: "tehran" });
  const toronto = await createCity(db, {
    slug: "toronto",
    countryCode: "CA",
    timeZone: "America/Toronto",
  });
  const there = { cityId: toronto.id, timeZone: "America/Toronto" };
  await createEvent(db, {
    ...there,
    titleEn: "Tonight in Toronto",
    startsAt: Date.parse("2026-12-09T01:00:00Z"),
  });
  await createEvent(db, {
    cityId: tehran.id,
    titleEn: "Wednesday in Tehran",
    startsAt: Date.parse("2026-12-09T15:00:00Z"),
  });
  await createEvent(db, {
    ...there,
    titleEn: "Wednesday in Toronto",
    startsAt: Date.parse("2026-12-09T18:00:00Z"),
  });
});

it("a list of events names days by each event's own zone, in the order of the instants", async () => {
  const { groups } = await browseEvents(
    requestContext(createTestDeps(NOW)),
    new URLSearchParams("when=any"),
  );
  expect(
    groups.map(({ title, otherCalendar, isToday, events }) => [
      title,
      otherCalendar.split(" · ")[0],
      isToday,
      events.map((event) => event.title),
    ]),
  ).toEqual([
    ["Today", "Tuesday 8 December", true, ["Tonight in Toronto"]],
    ["Today", "Wednesday 9 December", true, ["Wednesday in Tehran"]],
    ["Tomorrow", "Wednesday 9 December", false, ["Wednesday in Toronto"]],
  ]);
});
