import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { browseEvents } from "../../app/components/event-browser/browse-events.server";
import { HOUR } from "../../app/lib/dates/durations";
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
    nameEn: "Toronto",
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

/** Title, date, whether it is marked, and the events with their clocks, of each heading. */
const headings = async (now: number, asked = "when=any") => {
  const { groups } = await browseEvents(
    requestContext(createTestDeps(now)),
    new URLSearchParams(asked),
  );
  return groups.map(({ title, otherCalendar, isToday, events }) => [
    title,
    otherCalendar.split(" · ")[0],
    isToday,
    events.map(({ title: name, zone }) => (zone ? `${name}, ${zone}` : name)),
  ]);
};
const TORONTO = "Toronto time (GMT-5)";

describe("a list of all cities", () => {
  it("has one heading a date, whose word is of one clock, and names every other clock", async () => {
    expect(await headings(NOW)).toEqual([
      ["Tuesday 8 December", "17 Azar", false, [`Tonight in Toronto, ${TORONTO}`]],
      [
        "Today",
        "Wednesday 9 December",
        true,
        ["Wednesday in Tehran", `Wednesday in Toronto, ${TORONTO}`],
      ],
    ]);
    // Both cities have one date.
    expect((await headings(Date.parse("2026-12-08T12:00:00Z"))).map(([title]) => title)).toEqual([
      "Today",
      "Tomorrow",
    ]);
  });

  it("has each day once at every hour, in order, in each view", async () => {
    for (let hour = 0; hour < 24; hour += 3)
      for (const listView of ["rows", "week"] as const) {
        const { groups } = await browseEvents(
          requestContext(createTestDeps(NOW - 12 * HOUR + hour * HOUR), { listView }),
          new URLSearchParams("when=any"),
        );
        const days = groups.filter(({ key }) => key !== "ongoing");
        const keys = days.map(({ key }) => key);
        expect(keys, `${listView} at ${hour}`).toEqual([...new Set(keys)].sort());
        for (const { key, events } of days)
          expect(events.map(({ startsAt }) => startsAt.slice(0, 10))).toEqual(
            events.map(() => key),
          );
        expect(days.filter(({ isToday }) => isToday).length).toBeLessThanOrEqual(1);
      }
  });

  it("goes by a chosen city's clock, and names none", async () => {
    expect(await headings(NOW, "when=any&city=toronto")).toEqual([
      ["Today", "Tuesday 8 December", true, ["Tonight in Toronto"]],
      ["Tomorrow", "Wednesday 9 December", false, ["Wednesday in Toronto"]],
    ]);
  });
});
