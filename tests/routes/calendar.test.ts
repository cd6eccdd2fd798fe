import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { SignedIn, SignedInContext } from "../../app/lib/http/request-context";
import { seoOf } from "../../app/modules/settings/platform-settings.server";
import { DEFAULT_SETTINGS } from "../../app/modules/settings/schema";
import { myCalendar } from "../../app/routes/public/events/my-calendar.server";
import { createDatabase } from "../../db/client";
import {
  collectionEvents,
  collections,
  EMPTY_EVENT_VALUES,
  type EventValues,
  eventDrafts,
} from "../../db/schema";
import { fillWithEvents } from "../bench/fill";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { recordDatabase } from "../helpers/recording-database";
import { type Browser, signInAs } from "../helpers/signed-in";
import { createTestDeps, TUESDAY } from "../helpers/test-deps";

const db = createDatabase(env.DB);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let me: Browser;
let stranger: Browser;
let emptyHanded: Browser;
const ids: Record<string, string> = {};

const VALUES: EventValues = {
  ...EMPTY_EVENT_VALUES,
  title: { en: "Draft", fa: "پیش‌نویس" },
  city: "tehran",
  startsAt: "2026-12-10T18:00",
  categories: ["Art"],
};

async function collect(ownerId: string, eventIds: string[], isDefault = true): Promise<void> {
  const id = crypto.randomUUID();
  const common = {
    ownerId,
    name: "Mine",
    color: "anar",
    icon: "heart",
    createdAt: 0,
    updatedAt: 0,
  } as const;
  await db.insert(collections).values({ id, ...common, isDefault });
  for (const eventId of eventIds)
    await db
      .insert(collectionEvents)
      .values({ collectionId: id, eventId, position: 0, createdAt: 0 });
}

beforeAll(async () => {
  const deps = createTestDeps();
  await fillWithEvents(db, 600, TUESDAY);
  me = await signInAs(deps, "user");
  stranger = await signInAs(deps, "user");
  emptyHanded = await signInAs(deps, "user");
  const cityId = (await createCity(db, { slug: "calendar-city", nameEn: "Calendar City" })).id;
  const make = async (name: string, draft: Partial<Parameters<typeof createEvent>[1]>) => {
    const event = await createEvent(db, {
      id: crypto.randomUUID(),
      cityId,
      startsAt: TUESDAY,
      titleEn: name,
      titleFa: null,
      ...draft,
    });
    ids[name] = event.id;
    return event.id;
  };
  const saved = await make("Saved", { startsAt: TUESDAY + 8 * HOUR });
  const cancelled = await make("Off", { startsAt: TUESDAY + 5 * HOUR, lifecycle: "cancelled" });
  const long = await make("Long", { startsAt: TUESDAY + 2 * DAY, endsAt: TUESDAY + 8 * DAY });
  const hidden = await make("Taken down", { startsAt: TUESDAY, status: "rejected" });
  const late = await make("Past midnight in Tehran", { startsAt: Date.UTC(2026, 11, 14, 21) });
  await make("Waiting", { startsAt: TUESDAY + DAY, status: "pending", creatorId: me.id });
  await make("Mine", { startsAt: TUESDAY + DAY + HOUR, creatorId: me.id });
  await make("Deleted", { startsAt: TUESDAY + DAY, creatorId: me.id, deletedAt: 1 });
  await make("Somebody's", { startsAt: TUESDAY + DAY, status: "pending", creatorId: stranger.id });
  await collect(me.id, [saved, cancelled, long, hidden, late]);
  await collect(me.id, [saved], false);
  await collect(stranger.id, [ids.Mine as string]);
  for (const [id, values] of [
    ["dated", VALUES],
    ["undated", { ...VALUES, startsAt: null }],
    ["broken", { ...VALUES, startsAt: "2026-99-99" }],
  ] as const)
    await db.insert(eventDrafts).values({
      id: crypto.randomUUID(),
      creatorId: me.id,
      titleEn: id,
      values,
      createdAt: 0,
      updatedAt: 0,
    });
});

async function contextOf(
  browser: Browser,
  changes: Partial<SignedInContext> = {},
): Promise<SignedInContext> {
  const signedIn = {
    id: browser.id,
    role: "user",
    isVerified: true,
    sessionId: browser.sessionId,
  } as SignedIn;
  return {
    deps: createTestDeps(),
    signedIn,
    locale: "en",
    calendar: "gregorian",
    timeZone: null,
    origin: "http://x",
    seo: seoOf(DEFAULT_SETTINGS, "en"),
    ...changes,
  } as SignedInContext;
}
const show = async (query: string, browser = me, changes: Partial<SignedInContext> = {}) =>
  (await myCalendar(await contextOf(browser, changes), new URLSearchParams(query))).calendar;
type View = Awaited<ReturnType<typeof show>>;
const cellOf = (view: View, day: string) =>
  view.weeks.flatMap(({ days }) => days).find((one) => one.day === day);
const titlesOn = (view: View, day: string) =>
  (cellOf(view, day)?.slots ?? []).map((slot) =>
    slot ? (slot.span > 0 ? slot.item.title : "-") : "·",
  );

describe("My Calendar", () => {
  it("shows saved and own events, dated drafts too, each once, and no others", async () => {
    const view = await show("layout=agenda&date=2026-12-08");
    const items = view.groups.flatMap((group) =>
      group.items.map((item) => [group.day, item.title, item.marks.join()]),
    );
    expect(items).toEqual([
      ["2026-12-08", "Cancelled: Off", ""],
      ["2026-12-08", "Saved", ""],
      ["2026-12-09", "Waiting", "Waiting for review"],
      ["2026-12-09", "Mine", "Yours"],
      ["2026-12-10", "Long", ""],
      ["2026-12-10", "dated", "Draft"],
      ["2026-12-15", "Past midnight in Tehran", ""],
    ]);
  });

  it("links public events to their page and others to the form", async () => {
    const items = (await show("layout=agenda&date=2026-12-08")).groups.flatMap(
      (group) => group.items,
    );
    const href = (title: string) => items.find((item) => item.title === title)?.href;
    expect(href("Saved")).toBe(`/events/${ids.Saved}`);
    expect(href("Mine")).toBe(`/events/${ids.Mine}`);
    expect(href("Waiting")).toBe(`/events/${ids.Waiting}/edit`);
    expect(href("dated")).toMatch(/\/edit$/);
  });

  it("shows a month in whole weeks, from Monday in English and from Saturday in Persian", async () => {
    const english = await show("");
    expect(english.title).toBe("December 2026");
    expect(english.other).toBe("Azar – Dey 1405");
    expect(english.weekdays.map(({ long }) => long)[0]).toBe("Monday");
    expect(english.weeks.map(({ key }) => key)).toEqual([
      "2026-11-30",
      "2026-12-07",
      "2026-12-14",
      "2026-12-21",
      "2026-12-28",
    ]);
    const persian = await show("", me, { locale: "fa", calendar: "jalali" });
    expect(persian.title).toBe("آذر ۱۴۰۵");
    expect(persian.weekdays.map(({ long }) => long)[0]).toBe("شنبه");
    expect(persian.weeks.map(({ key }) => key)).toEqual([
      "2026-11-21",
      "2026-11-28",
      "2026-12-05",
      "2026-12-12",
      "2026-12-19",
    ]);
    expect(cellOf(persian, "2026-12-08")).toMatchObject({
      number: "۱۷",
      other: "۸",
      isToday: true,
      isChosen: true,
    });
    expect(cellOf(persian, "2026-11-21")).toMatchObject({ isOut: true, number: "۳۰" });
  });

  it("draws a long event as a bar over its days, labelled once a week", async () => {
    const view = await show("");
    expect(
      ["2026-12-10", "2026-12-11", "2026-12-13", "2026-12-14", "2026-12-16", "2026-12-17"].map(
        (day) => titlesOn(view, day)[0],
      ),
    ).toEqual(["Long", "-", "-", "Long", "-", undefined]);
  });

  it("places an event on the day of its own city, whatever the day is in UTC", async () => {
    expect(titlesOn(await show(""), "2026-12-15")).toContain("Past midnight in Tehran");
  });

  it("places an event on the reader's day if their zone is known, and shows the local time with city and zone", async () => {
    // Tuesday 00:30 in Calendar City is Monday 13:00 in Los Angeles.
    const view = await show("", me, { timeZone: "America/Los_Angeles" });
    expect(titlesOn(view, "2026-12-15")).not.toContain("Past midnight in Tehran");
    expect(titlesOn(view, "2026-12-14")).toContain("Past midnight in Tehran");
    for (const layout of ["month", "week", "agenda"]) {
      const { groups } = await show(`layout=${layout}&date=2026-12-14`, me, {
        timeZone: "America/Los_Angeles",
      });
      const item = groups
        .find(({ day }) => day === "2026-12-14")
        ?.items.find(({ title }) => title === "Past midnight in Tehran");
      expect([item?.time, item?.local]).toEqual([
        "13:00",
        "Tuesday 00:30 Calendar City time (GMT+3:30)",
      ]);
    }
    const nearby = await show("layout=agenda&date=2026-12-14", me, { timeZone: "Asia/Tehran" });
    expect(nearby.groups.flatMap(({ items }) => items).every(({ local }) => local === null)).toBe(
      true,
    );
    const html = await (
      await me.get("/events?view=calendar&layout=agenda&date=2026-12-08&lang=en")
    ).text();
    expect(html).toContain("Cancelled: Off");
  });

  it.each(["month", "week", "agenda"])(
    "says in the title that an event is cancelled: %s",
    async (layout) => {
      const view = await show(`layout=${layout}&date=2026-12-08`);
      const inGrid = titlesOn(view, "2026-12-08");
      const listed = view.groups.flatMap(({ items }) => items.map(({ title }) => title));
      expect(listed).toContain("Cancelled: Off");
      if (layout !== "agenda") expect(inGrid).toContain("Cancelled: Off");
    },
  );

  it.each([
    ["cancelled", "en", "Cancelled"],
    ["cancelled", "fa", "لغو شد"],
    ["postponed", "en", "Postponed"],
    ["postponed", "fa", "به تعویق افتاد"],
  ] as const)(
    "says first in the title that an event is off, in every layout: %s in %s",
    async (lifecycle, locale, word) => {
      const { id: cityId } = await createCity(db, {
        slug: `calendar-${lifecycle}-${locale}`,
        nameEn: "Shiraz",
      });
      const draft = {
        cityId,
        startsAt: Date.UTC(2027, 1, 9, 10),
        titleEn: "Setar",
        titleFa: "سه‌تار",
        lifecycle,
      };
      const { id } = await createEvent(db, { id: crypto.randomUUID(), ...draft });
      await collect(stranger.id, [id], false);
      const title = `${word}: ${locale === "fa" ? "سه‌تار" : "Setar"}`;
      for (const layout of ["month", "week", "agenda"]) {
        const view = await show(`layout=${layout}&date=2027-02-09`, stranger, { locale });
        expect(view.groups.flatMap(({ items }) => items.map((item) => item.title))).toContain(
          title,
        );
        if (layout !== "agenda") expect(titlesOn(view, "2027-02-09")).toContain(title);
      }
      // A day of the month shows a few events only.
      await db.delete(collectionEvents).where(eq(collectionEvents.eventId, id));
    },
  );

  it("turns by whole months of the chosen calendar, and by weeks", async () => {
    const month = await show("date=2026-12-08&calendar=jalali");
    expect([month.previous.href, month.next.href]).toEqual([
      "/events?view=calendar&date=2026-10-23&calendar=jalali",
      "/events?view=calendar&date=2026-12-22&calendar=jalali",
    ]);
    expect(month.title).toBe("Azar 1405");
    const week = await show("layout=week&date=2026-12-08");
    expect([week.previous.href, week.next.href]).toEqual([
      "/events?view=calendar&layout=week&date=2026-11-30",
      "/events?view=calendar&layout=week&date=2026-12-14",
    ]);
    expect(week.weeks).toHaveLength(1);
  });

  it.each(["date=2026-02-30", "date=9999-01-01", "layout=year&calendar=lunar", "date=<script>"])(
    "ignores %s",
    async (query) => {
      expect((await show(query)).title).toBe("December 2026");
    },
  );

  it("has an empty state with links to events", async () => {
    const view = await show("", emptyHanded);
    expect(view.empty?.action.href).toBe("/events");
    expect(view.weeks.flatMap(({ days }) => days).every(({ slots }) => slots.length === 0)).toBe(
      true,
    );
    expect((await show("")).empty).toBeNull();
  });

  it("takes at most three round trips, and reads no other user's events", async () => {
    const recording = recordDatabase(env.DB);
    const context = await contextOf(me);
    await myCalendar(
      { ...context, deps: { ...context.deps, db: recording.db } },
      new URLSearchParams(),
    );
    expect(recording.roundTrips).toBeLessThanOrEqual(3);
    for (const { sql, parameters } of recording.statements) {
      const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .bind(...parameters)
        .all<{ detail: string }>();
      expect(
        results.filter(
          ({ detail }) =>
            /^SCAN (?!cities|content_versions|platform_settings|feature_flags)/.test(detail) &&
            !detail.includes("json_each"),
        ),
      ).toEqual([]);
    }
  });
});

const fetchAnonymously = (path: string) =>
  SELF.fetch(`https://rooydad.test${path}`, { redirect: "manual" });

describe("/events?view=calendar", () => {
  it("sends visitors to the login and back", async () => {
    const response = await fetchAnonymously("/events?view=calendar&layout=week");
    expect(response.status).toBe(302);
    expect(response.headers.get("Location")).toBe(
      `/login?returnTo=${encodeURIComponent("/events?view=calendar&layout=week")}`,
    );
  });

  it("is a table with links, and is not cached", async () => {
    const response = await me.get("/events?view=calendar&date=2026-12-08&lang=en");
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    const html = await response.text();
    expect(html).toMatch(/<table[\s\S]*<th scope="col"[\s\S]*data-day="2026-12-08"/);
    expect(html).toContain(`href="/events/${ids.Saved}?lang=en"`);
    expect(html).not.toContain("Somebody&#x27;s");
    expect(html).toMatch(/<link rel="stylesheet" href="\/assets\/[^"]*route-[^"]*\.css"/);
  });

  it("does not affect other views of the list", async () => {
    const html = await (await fetchAnonymously("/events?view=nonsense&lang=en")).text();
    expect(html).toContain('<link rel="alternate" type="text/calendar"');
  });
});
