import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { LOCALES } from "../../app/i18n/locale";
import { translatorFor } from "../../app/i18n/messages.server";
import type { TextKey } from "../../app/i18n/translate";
import { toIsoWithOffset } from "../../app/lib/dates/dates.server";
import { DAY, HOUR } from "../../app/lib/dates/durations";
import { savedWord, savedWords } from "../../app/lib/pages/saved-list";
import { savedFile } from "../../app/modules/syndication/feeds/saved-file.server";
import { savedLoader } from "../../app/routes/public/saved/saved.server";
import { createDatabase } from "../../db/client";
import { collectionEvents, eventOccurrences, events } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { emptyDatabase } from "../helpers/empty-database";
import { textOf } from "../helpers/page-text";
import { requestContext } from "../helpers/request-context";
import { scheduleOf } from "../helpers/schedule-of";
import { signInAs } from "../helpers/signed-in";
import { createTestDeps, TUESDAY } from "../helpers/test-deps";
import { workerDeps } from "../helpers/worker-deps";

const db = createDatabase(env.DB);
/** In the afternoon, so that an hour later is the same day in Tehran. */
const LATER = Math.ceil(Date.now() / DAY) * DAY + 36 * HOUR;
const visit = (path: string, cookie = "", more: RequestInit = {}) =>
  SELF.fetch(`http://rooydad.test${path}`, {
    redirect: "manual",
    ...more,
    headers: {
      "Accept-Language": "en",
      Origin: "http://rooydad.test",
      ...(cookie && { Cookie: cookie }),
      ...more.headers,
    },
  });
const press = (id: string, intent: "save" | "remove", cookie = "", returnTo = "/events") =>
  visit(`/events/${id}/favourite`, cookie, {
    method: "POST",
    body: new URLSearchParams({ intent, returnTo }),
  });
/** The cookie that an answer leaves in the browser. */
const savedIn = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith("rooydad.saved="))
    ?.split(";")[0] ?? expect.fail("No cookie.");

let cityId: string;
beforeEach(async () => {
  await emptyDatabase();
  cityId = (await createCity(db, { slug: "tehran", latitude: 35.7, longitude: 51.4 })).id;
});

describe("a guest without a script", () => {
  it("saves, sees the list by day, takes one off and puts it back", async () => {
    const [first, second] = [
      await createEvent(db, { cityId, startsAt: LATER, titleEn: "Setar" }),
      await createEvent(db, { cityId, startsAt: LATER + HOUR, titleEn: "Antigone" }),
    ];
    const one = await press(first.id, "save");
    expect([one.status, one.headers.get("Location")]).toEqual([303, `/events#heart-${first.id}`]);
    const both = savedIn(await press(second.id, "save", savedIn(one)));
    const page = await visit("/saved", both);
    expect(page.headers.get("Cache-Control")).toBe("private, no-store");
    const html = await page.text();
    const text = textOf(html);
    for (const part of [
      "2 events · 1 overlap",
      "1 hour overlap. Setar ends at",
      "Only on this device so far",
      "All 2 go with you",
      "Next: Setar ·",
    ])
      expect(text).toContain(part);
    // An email without a script: each event with when it is and its address.
    const mail = /href="(mailto:[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const body = new URL(mail).searchParams.get("body") ?? "";
    expect(body.split("\n\n").map((part) => part.split("\n"))).toEqual(
      [first, second].map(({ id, titleEn }) => [
        titleEn,
        expect.stringMatching(/\d\d:\d\d/),
        `http://rooydad.test/events/${id}`,
      ]),
    );

    // What is off is in the list, and is not sent to friends.
    const off = await createEvent(db, { cityId, startsAt: LATER + 9 * HOUR, titleEn: "Off" });
    const three = savedIn(await press(off.id, "save", both));
    await db.update(events).set({ lifecycle: "cancelled" }).where(eq(events.id, off.id));
    const list = await (await visit("/saved", three)).text();
    expect(textOf(list)).toContain("3 events");
    expect(/href="(mailto:[^"]*)"/.exec(list)?.[1]).not.toContain(off.id);

    const taken = await press(first.id, "remove", both, "/saved");
    expect(taken.headers.get("Location")).toBe(`/saved?removed=${savedWord({ id: first.id })}`);
    const after = await (await visit(taken.headers.get("Location") ?? "", savedIn(taken))).text();
    expect(textOf(after)).toContain("Removed: Setar.");
    expect(after).toMatch(new RegExp(`<form[^>]*action="/events/${first.id}/favourite"`));
    const back = await press(first.id, "save", savedIn(taken), "/saved");
    expect(savedWords(savedIn(back))).toHaveLength(2);
  });

  it("gets a calendar file of the list", async () => {
    const event = await createEvent(db, { cityId, startsAt: LATER, titleEn: "Setar" });
    const file = await visit("/saved/ics", savedIn(await press(event.id, "save")));
    expect(file.headers.get("Content-Type")).toContain("text/calendar");
    const text = await file.text();
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
    expect(text).toContain("SUMMARY:Setar");
    expect(await (await visit("/saved/ics")).text()).not.toContain("VEVENT");
  });

  it("has in that file the entries of the events' own files, so that no calendar shows a date twice", async () => {
    const places = [-10, 0, 7, 150].map((days) => LATER + days * DAY);
    const wall = (at: number) => toIsoWithOffset(at, "Asia/Tehran").slice(0, 16);
    const schedule = scheduleOf({
      kind: "dates",
      dates: places.map((at) => ({ originalStart: wall(at) })),
    });
    const { id } = await createEvent(db, { cityId, startsAt: LATER, titleEn: "Setar", schedule });
    for (const at of places)
      await db.insert(eventOccurrences).values({
        ...{ id: crypto.randomUUID(), eventId: id, originalStart: wall(at), startsAt: at },
        ...{ endsAt: at + HOUR, localDay: wall(at).slice(0, 10), updatedAt: 0 },
        status: at === places[3] ? "cancelled" : "scheduled",
      });
    const entriesOf = (file: string) => file.match(/BEGIN:VEVENT[\s\S]*?END:VEVENT/g);
    const own = async (at = "") => entriesOf(await (await visit(`/events/${id}/ics${at}`)).text());
    const context = { deps: workerDeps(), locale: "en", origin: "http://rooydad.test" } as const;
    const saved = async (at: string | null) =>
      entriesOf(await (await savedFile(context, [{ id, at }])).text());
    expect(await saved(null)).toEqual(await own());
    for (const at of places.slice(1).map(wall)) {
      expect(await own(`?at=${at}`)).toHaveLength(1);
      expect(await saved(at)).toEqual(await own(`?at=${at}`));
    }
  });

  it("gets whole events up to the size of a file, which says from when on it lacks some", async () => {
    const descriptionEn = "The setar. ".repeat(1_000);
    const events = await Promise.all(
      Array.from({ length: 95 }, (_, at) =>
        createEvent(db, { cityId, startsAt: LATER + at, descriptionEn }),
      ),
    );
    const context = { deps: workerDeps(), locale: "en", origin: "http://rooydad.test" } as const;
    const read = async (count: number) =>
      (
        await savedFile(
          context,
          events.slice(0, count).map(({ id }) => ({ id, at: null })),
        )
      ).text();
    const [few, all] = [await read(2), await read(95)];
    expect(few).not.toContain("X-ROOYDAD-TRUNCATED");
    expect(all).toContain("X-ROOYDAD-TRUNCATED;VALUE=TEXT;X-FROM=");
    expect(Buffer.byteLength(all)).toBeLessThanOrEqual(1_000_000);
    expect(all.match(/BEGIN:VEVENT/g)?.length).toBeGreaterThan(70);
  });

  it("has the list in the account with the first page after signing in, the rest with later ones", async () => {
    const events = await Promise.all(
      Array.from({ length: 27 }, (_, at) => createEvent(db, { cityId, startsAt: LATER + at })),
    );
    const gone = { id: "019b0000-0000-7000-a000-00000000dead" };
    const saved = `rooydad.saved=${[gone, ...events].map(savedWord).join(".")}`;
    const person = await signInAs(workerDeps());
    const heldBy = async () =>
      (await db.select({ id: collectionEvents.eventId }).from(collectionEvents)).length;
    const first = await person.get("/cities", { Cookie: saved });
    expect(await heldBy()).toBe(24);
    expect(textOf(await first.text())).toContain(
      "One event you saved on this device is no longer listed",
    );
    const second = await person.get("/cities", { Cookie: savedIn(first) });
    expect(savedIn(second)).toBe("rooydad.saved=");
    expect(await heldBy()).toBe(27);
    expect(await (await person.get("/saved")).text()).toContain(events[26]?.titleEn);
  });

  it("still shares cached pages with everyone", async () => {
    const event = await createEvent(db, { cityId, startsAt: LATER });
    const cookie = savedIn(await press(event.id, "save"));
    await visit("/cities");
    expect((await visit("/cities", cookie)).headers.get("X-Page-Cache")).toBe("hit");
  });

  it("sees the hearts of what is saved pressed on pages kept for all, counted in the header, and takes one off there", async () => {
    const [one, other] = [
      await createEvent(db, { cityId, startsAt: LATER, titleEn: "Setar" }),
      await createEvent(db, { cityId, startsAt: LATER + HOUR, titleEn: "Antigone" }),
    ];
    const heartOf = (html: string, { id }: { id: string }) =>
      html.match(new RegExp(`<button id="heart-${id}"[\\s\\S]*?</button>`))?.[0] ?? "";
    const isPressed = (html: string, event: { id: string }) =>
      ['value="remove"', 'aria-pressed="true"', "#heart-filled"].map((part) =>
        heartOf(html, event).includes(part),
      );
    const headerOf = (html: string) =>
      /aria-label="([^"]*)"[^>]* href="\/saved[^>]*>.*?<em>([^<]*)<\/em>/.exec(html)?.slice(1);
    const all = [true, true, true];
    const none = [false, false, false];
    const cookie = savedIn(await press(one.id, "save"));
    // The page that is made for it, the kept one, and that of somebody else.
    for (const path of ["/events", `/events/${one.id}`])
      for (const [reader, state] of [
        [cookie, all],
        [cookie, all],
        ["", none],
      ] as const) {
        const html = await (await visit(path, reader)).text();
        expect(isPressed(html, one)).toEqual(state);
        expect(isPressed(html, other)).toEqual(none);
        expect(headerOf(html)).toEqual(reader ? ["Saved, 1", "1"] : ["Saved", ""]);
      }
    const persian = await (await visit("/events?lang=fa", cookie)).text();
    expect(headerOf(persian)).toEqual(["ذخیره‌ها، ۱", "۱"]);
    expect((await visit("/events", cookie)).headers.get("X-Page-Cache")).toBe("hit");
    const taken = savedIn(await press(one.id, "remove", cookie));
    const after = await (await visit("/events", taken)).text();
    expect(isPressed(after, one)).toEqual(none);
    expect(headerOf(after)).toEqual(["Saved", ""]);
    // With a script the page presses them itself: the server leaves the answer as it is.
    const scripted = savedIn(
      await visit(`/events/${one.id}/favourite`, cookie, {
        method: "POST",
        body: new URLSearchParams({ intent: "save" }),
        headers: { Accept: "application/json" },
      }),
    );
    const plain = await (await visit("/events", scripted)).text();
    expect(isPressed(plain, one)).toEqual(none);
    expect(headerOf(plain)).toEqual(["Saved", ""]);
  });

  it("is told that an event is gone, and keeps nothing of it", async () => {
    const answer = await press("019b0000-0000-7000-a000-00000000dead", "save");
    expect(answer.headers.getSetCookie().join()).not.toContain("rooydad.saved=");
    expect(answer.headers.getSetCookie().join()).toContain("gone");
  });
});

describe("the list", () => {
  it("names the next one to go to: neither what has begun nor what is off", async () => {
    const deps = createTestDeps();
    const at = (hours: number, more: Partial<Parameters<typeof createEvent>[1]>) =>
      createEvent(db, { cityId, startsAt: TUESDAY + hours * HOUR, ...more });
    const events = [
      await at(-1, { endsAt: TUESDAY + HOUR, titleEn: "On" }),
      await at(1, { lifecycle: "cancelled", titleEn: "Off" }),
      await at(2, { titleEn: "Setar" }),
    ];
    const cookie = `rooydad.saved=${events.map(savedWord).join(".")}`;
    const page = await savedLoader(
      requestContext(deps),
      new Request("http://rooydad.test/saved", { headers: { Cookie: cookie } }),
    );
    expect(page.next).toMatchObject({ title: "Setar", when: expect.stringMatching(/^To/) });
  });

  it("has one heading a date in cities of different clocks, whose day is of the first, and no bar", async () => {
    const toronto = await createCity(db, { nameEn: "Toronto", timeZone: "America/Toronto" });
    const there = { cityId: toronto.id, timeZone: "America/Toronto" };
    const events = [
      await createEvent(db, { cityId, startsAt: Date.parse("2026-12-09T15:00Z") }),
      await createEvent(db, { ...there, startsAt: Date.parse("2026-12-09T18:00Z") }),
      await createEvent(db, { ...there, startsAt: Date.parse("2026-12-10T01:00Z") }),
    ];
    const page = await savedLoader(
      requestContext(createTestDeps(Date.parse("2026-12-08T22:00Z"))),
      new Request("http://rooydad.test/saved", {
        headers: { Cookie: `rooydad.saved=${events.map(savedWord).join(".")}` },
      }),
    );
    expect(
      page.days.map(({ title, bar, parts }) => [
        title,
        bar,
        parts.flatMap((part) => part.events.map(({ zone }) => zone)),
      ]),
    ).toEqual([["Today", null, [null, "Toronto time (GMT-5)", "Toronto time (GMT-5)"]]]);
  });

  it("says an overlap across midnight on the day of the later event", async () => {
    const deps = createTestDeps();
    const at = (hours: number, length: number, titleEn: string) =>
      createEvent(db, {
        cityId,
        startsAt: TUESDAY + hours * HOUR,
        endsAt: TUESDAY + (hours + length) * HOUR,
        titleEn,
      });
    // Midnight in Tehran is at half past 20 UTC.
    const hour = (new Date(TUESDAY).getUTCHours() * -1 + 20 + 24) % 24;
    const events = [await at(hour - 1, 3, "Concert"), await at(hour + 1, 2, "Stars")];
    const cookie = `rooydad.saved=${events.map(savedWord).join(".")}`;
    const page = await savedLoader(
      requestContext(deps),
      new Request("http://rooydad.test/saved", { headers: { Cookie: cookie } }),
    );
    expect(page.summary).toBe("2 events · 1 overlap");
    expect(page.days.map(({ parts }) => parts.map(({ clash }) => clash !== null))).toEqual([
      [false],
      [true],
    ]);
  });

  it("counts no overlap with exhibitions, other days or events one after the other", async () => {
    const deps = createTestDeps();
    const at = (hours: number, length: number, titleEn: string) =>
      createEvent(db, {
        cityId,
        startsAt: TUESDAY + hours * HOUR,
        endsAt: TUESDAY + (hours + length) * HOUR,
        titleEn,
      });
    const events = [
      await at(20, 10, "Exhibition"),
      await at(24, 2, "Film"),
      await at(26, 1, "Walk"),
      await at(50, 2, "Play"),
    ];
    const cookie = `rooydad.saved=${events.map(savedWord).join(".")}`;
    const page = await savedLoader(
      requestContext(deps),
      new Request("http://rooydad.test/saved", { headers: { Cookie: cookie } }),
    );
    expect(page.summary).toBe("4 events");
    expect(page.days.map(({ bar }) => bar?.spans.map(({ title }) => title) ?? null)).toEqual([
      ["Film", "Walk"],
      null,
    ]);
  });
});

describe("a page that has nothing", () => {
  type Key = TextKey;
  /** What it says, and what one can do there. */
  const SAYS: readonly (readonly [path: string, ...keys: Key[]])[] = [
    ["/", "pages:home.empty.title", "pages:home.empty.text", "pages:home.empty.action"],
    ...["rows", "grid", "week", "map"].map(
      (view) => [`/events?view=${view}`, "events:list.empty", "events:list.emptyAction"] as const,
    ),
    ["/events?q=qqqqqqqq", "events:list.emptyWords", "events:list.emptyAction"],
    ["/events?city=tehran", "events:list.emptyText", "events:list.emptyAction"],
    ["/events?view=month", "events:list.dayNone"],
    ["/saved", "collections:saved.empty", "collections:saved.emptyText", "collections:emptyAction"],
    ["/discover", "pages:discover.empty.title", "pages:discover.empty.text"],
    ["/cities?q=qqqqqqqq", "pages:cities.empty", "pages:cities.emptyText"],
    ["/cities/tehran", "events:list.emptyHere", "events:list.emptyAction"],
    ["/categories/concert", "events:list.empty"],
  ];

  it.each(LOCALES)("says so in %s, and what to do", async (locale) => {
    const t = translatorFor(locale);
    const lacking: string[] = [];
    for (const [path, ...keys] of SAYS) {
      const page = await visit(`${path}${path.includes("?") ? "&" : "?"}lang=${locale}`);
      const text = textOf(await page.text());
      for (const key of keys) if (!text.includes(t(key))) lacking.push(`${path} ${key}`);
    }
    expect(lacking).toEqual([]);
  });

  it.each(LOCALES)("of a user says so in %s", async (locale) => {
    const t = translatorFor(locale);
    const person = await signInAs(workerDeps());
    await person.post("/collections/new", {
      name: "Walks",
      description: "",
      color: "gol",
      icon: "map",
    });
    const list = await (await person.get(`/collections?lang=${locale}`)).text();
    const id = /\/collections\/([0-9a-f-]{36})/.exec(list)?.[1] ?? "";
    const says: readonly (readonly [string, ...Key[]])[] = [
      [`/collections/${id}`, "collections:empty", "collections:emptyText"],
      ["/saved", "collections:saved.empty", "collections:saved.emptyText"],
      ["/notifications", "notifications:empty", "notifications:emptyText"],
    ];
    for (const [path, ...keys] of says) {
      const page = await person.get(`${path}${path.includes("?") ? "&" : "?"}lang=${locale}`);
      const text = textOf(await page.text());
      expect([path, keys.filter((key) => !text.includes(t(key)))]).toEqual([path, []]);
    }
  });
});
