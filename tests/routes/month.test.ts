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
  const shiraz = await createCity(db, { slug: "shiraz", nameEn: "Shiraz" });
  await createCity(db, {
    slug: "cologne",
    nameEn: "Cologne",
    countryCode: "DE",
    timeZone: "Europe/Berlin",
  });
  await createEvent(db, {
    cityId: shiraz.id,
    titleEn: "A run that ends today",
    startsAt: TUESDAY - 3 * DAY,
    endsAt: TUESDAY + 2 * HOUR,
    categories: ["Art Exhibition"],
  });
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
    // A day by the moon may be either of two: phones say its name once.
    expect(
      december.days.flatMap(({ named, number, isNamedAgain }) =>
        named.includes("?") ? [`${number} ${named} ${isNamedAgain}`] : [],
      ),
    ).toEqual(["22 Father’s Day? false", "23 Father’s Day? true"]);
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

  it("gives what ends on its only day a line, and the day no second title", async () => {
    const { days } = await monthOf("en", "city=shiraz");
    const [day, ...others] = days.filter(({ lines, title }) => lines.length > 0 || title);
    expect([day?.day, day?.title, others]).toEqual(["2026-12-08", "", []]);
    expect(day?.lines).toEqual([
      expect.objectContaining({ title: "A run that ends today", isFirst: true, isLast: true }),
    ]);
  });

  it.each([
    [
      "en",
      "city=tehran&month=2026-12-21",
      {
        "2026-12-07": "Student Day",
        "2026-12-21": "Yalda Night",
        "2026-12-22": "Father’s Day?",
        "2026-12-23": "Father’s Day?",
        "2026-12-25": "Christmas",
        "2027-01-01": "New Year",
      },
      "30 Azar · Yalda Night",
    ],
    [
      "fa",
      "city=tehran&month=2026-12-22",
      {
        "2026-12-21": "شب یلدا",
        "2026-12-22": "روز پدر؟",
        "2026-12-23": "روز پدر؟",
        "2026-12-25": "کریسمس",
        "2027-01-01": "سال نو میلادی",
        "2027-01-05": "عید مبعث؟",
        "2027-01-06": "عید مبعث؟",
      },
      "۲۲ دسامبر · روز پدر (به رؤیت هلال، شاید یک روز زودتر یا دیرتر)",
    ],
    [
      "en",
      "city=cologne&month=2027-03-23",
      {
        "2027-03-08": "Women’s Day",
        "2027-03-16": "Chaharshanbe Suri",
        "2027-03-21": "Nowruz",
        "2027-04-02": "Sizdah Bedar",
      },
      "3 Farvardin",
    ],
  ] as const)("names holidays and occasions, in both calendars: %s, %s", async (...row) => {
    const [locale, search, names, beside] = row;
    const { days, day } = await monthOf(locale, search);
    expect(
      Object.fromEntries(days.flatMap((one) => (one.named ? [[one.day, one.named]] : []))),
    ).toEqual(names);
    expect(day.other).toBe(beside);
    // Readers who do not see the grid hear it with the day.
    for (const { name, named } of days) expect(name.endsWith(named)).toBe(true);
  });

  it("shows three weeks at the end of a month too, and where the next begins", async () => {
    const context = requestContext(createTestDeps(TUESDAY + 21 * DAY), {
      ...readerOf("en"),
      listView: "month",
    });
    const of = async (search: string) =>
      (await browseEvents(context, new URLSearchParams(`view=month&city=tehran${search}`))).month;
    const december = await of("");
    expect(december?.title).toBe("December 2026");
    expect(december?.days.map(({ day }) => day)).toEqual(
      Array.from({ length: 21 }, (_, at) =>
        new Date(Date.parse("2026-12-28") + at * DAY).toISOString().slice(0, 10),
      ),
    );
    expect(
      december?.days.flatMap(({ begins, number }) => (begins ? [`${number} ${begins}`] : [])),
    ).toEqual(["1 Jan"]);
    // A month that is to come is itself alone.
    const february = await of("&month=2027-02-01");
    expect([february?.days[0]?.day, february?.days.at(-1)?.day]).toEqual([
      "2027-02-01",
      "2027-02-28",
    ]);
  });

  it("is a page without a script", async () => {
    const html = await pageText("/events?view=month&city=tehran");
    expect(html).toContain('id="event-month"');
    expect(
      textOf(await pageText("/events?view=month&city=tehran&month=2040-12-10&lang=en")),
    ).toContain("Yalda Night");
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
