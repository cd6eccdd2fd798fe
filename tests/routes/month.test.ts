import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { browseEvents } from "../../app/components/event-browser/browse-events.server";
import { readerOf } from "../../app/lib/dates/dates.server";
import { DAY, HOUR } from "../../app/lib/dates/durations";
import { listEvents } from "../../app/modules/events/list/list-events.server";
import { parseEventQuery } from "../../app/modules/events/schema";
import { createDatabase } from "../../db/client";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { pageText, textOf } from "../helpers/page-text";
import { requestContext } from "../helpers/request-context";
import { createTestDeps, TUESDAY } from "../helpers/test-deps";

const db = createDatabase(env.DB);
const monthOf = async (locale: "en" | "fa", search: string) => {
  const context = requestContext(createTestDeps(), { ...readerOf(locale), listView: "month" });
  const page = await browseEvents(context, new URLSearchParams(`view=month&${search}`));
  return page.month ?? expect.fail("No month.");
};

beforeAll(async () => {
  const tehran = await createCity(db, { slug: "tehran", nameEn: "Tehran" });
  const isfahan = await createCity(db, { slug: "isfahan", nameEn: "Isfahan" });
  for (let day = -3; day < 30; day += 1)
    for (let event = 0; event < day % 4; event += 1)
      await createEvent(db, {
        cityId: event === 2 ? isfahan.id : tehran.id,
        startsAt: TUESDAY + day * DAY + event * HOUR,
        categories: [event === 1 ? "Talk" : "Concert"],
      });
  await createEvent(db, {
    cityId: tehran.id,
    startsAt: TUESDAY - 2 * DAY,
    endsAt: TUESDAY + 5 * DAY,
    categories: ["Art Exhibition"],
  });
});

describe("the month of a list", () => {
  it.each(["city=tehran", "category=talk", ""])(
    "has on each day as many events as the list that the day leads to: %s",
    async (search) => {
      const { days } = await monthOf("en", search);
      for (const { day, href, count, tiles } of days) {
        if (!href) continue;
        const { all } = (await monthOf("en", new URL(href, "http://rooydad.test").search.slice(1)))
          .day;
        const { searchParams } = new URL(all.href, "http://rooydad.test");
        expect(searchParams.get("view")).toBe("rows");
        const { exactTotal } = await listEvents(
          createTestDeps(),
          parseEventQuery(searchParams).query,
        );
        expect([day, count, tiles.length]).toEqual([
          day,
          exactTotal === 1 ? "1 event" : `${exactTotal} events`,
          exactTotal,
        ]);
      }
      expect(days.filter(({ href }) => href).length).toBeGreaterThan(10);
    },
  );

  it("is of the reader's calendar, with the other one beside it, and leads to its neighbours", async () => {
    const december = await monthOf("en", "city=tehran");
    expect([december.title, december.other]).toEqual(["December 2026", "Azar – Dey 1405"]);
    expect(december.before).toBeNull();
    const azar = await monthOf("fa", "city=tehran");
    expect(azar.title).toBe("آذر ۱۴۰۵");
    // Weeks that are over are left out: the first day is the Saturday of this week.
    expect(azar.days.map(({ number }) => number).slice(0, 4)).toEqual(["۱۴", "۱۵", "۱۶", "۱۷"]);
    expect(azar.days.filter(({ isOut }) => !isOut)).toHaveLength(17);
    const next = new URL(azar.after, "http://rooydad.test").searchParams;
    expect((await monthOf("fa", next.toString())).title).toBe("دی ۱۴۰۵");
  });

  it("has the events of one day beside it, those that are open all day apart", async () => {
    const { day, days } = await monthOf("en", "city=tehran&month=2026-12-09");
    expect([day.title, day.other]).toEqual(["Wednesday 9 December", "18 Azar"]);
    expect(days.find(({ isChosen }) => isChosen)?.day).toBe("2026-12-09");
    const shown = [...day.timed, ...day.open.events];
    const { searchParams } = new URL(day.all.href, "http://rooydad.test");
    const { events } = await listEvents(createTestDeps(), parseEventQuery(searchParams).query);
    expect(shown.map(({ id }) => id).sort()).toEqual(events.map(({ id }) => id).sort());
    // A day that is over is not shown; the first one with events is.
    const past = await monthOf("en", "city=tehran&month=2020-01-01");
    expect(past.day.title).toBe("Tuesday 8 December");
  });

  it("has its categories as key and filters, by how many dates they have", async () => {
    const { kinds, days } = await monthOf("en", "city=tehran");
    const { some = [] } = kinds ?? {};
    expect(some.map(({ label }) => label)).toEqual(["Concert", "Talk", "Art Exhibition"]);
    const dates = days.filter(({ isOut }) => !isOut).flatMap(({ tiles }) => tiles);
    expect(some.reduce((sum, { count }) => sum + Number(count), 0)).toBe(dates.length);
    const talks = await monthOf(
      "en",
      new URL(some[1]?.href ?? "", "http://x.test").search.slice(1),
    );
    expect(talks.kinds?.some.map(({ label, isChosen }) => [label, isChosen])).toEqual([
      ["Talk", true],
    ]);
    expect((await monthOf("en", "category=talk")).kinds?.all.isChosen).toBe(false);
  });

  it("draws what goes on as a line with its name once a week, and names one event of a day alone", async () => {
    const { days, weekdays } = await monthOf("en", "city=tehran");
    const drawn = days.filter(({ lines }) => lines.length > 0);
    // From today on, five days more; Sunday ends a week.
    expect(drawn.map(({ day }) => day)).toEqual(
      Array.from({ length: 6 }, (_, at) => `2026-12-${String(8 + at).padStart(2, "0")}`),
    );
    const [first, ...rest] = drawn.flatMap(({ lines }) => lines);
    expect(first).toMatchObject({ title: expect.stringMatching(/./), cells: 6, isFirst: true });
    expect(rest.map(({ title }) => title).join("")).toBe("");
    expect(rest.at(-1)?.isLast).toBe(true);
    expect(weekdays).toHaveLength(7);
    const { days: week } = await monthOf("fa", "city=tehran");
    // The Persian week begins on Saturday: the name stands again on the 12th.
    expect(
      week.filter(({ lines }) => lines.some(({ title }) => title)).map(({ day }) => day),
    ).toEqual(["2026-12-08", "2026-12-12"]);
    const named = days.filter(({ title }) => title);
    expect(named.length).toBeGreaterThan(10);
    for (const { day, title } of named) {
      const { day: shown } = await monthOf("en", `city=tehran&month=${day}`);
      expect(shown.timed.map((event) => event.title)).toContain(title);
    }
  });

  it("is a page without a script", async () => {
    const html = await pageText("/events?view=month&city=tehran");
    expect(html).toContain('id="event-month"');
    expect(html.match(/<li[^>]*>/g)?.length).toBeGreaterThan(28);
    // The day's own link says how many there are.
    const lines = html.match(/<span[^>]*--lane[^>]*>/g) ?? [];
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => !line.includes('aria-hidden="true"'))).toEqual([]);
  });
});

it("a view that does not exist is said, above the list", async () => {
  expect(textOf(await pageText("/events?view=nonsense&lang=en"))).toContain("the view");
});
