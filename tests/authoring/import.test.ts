import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Schedule } from "../../app/lib/event/schedule";
import { isPublicAddress } from "../../app/lib/http/fetch-public.server";
import { getOwnEvent, ownEventValues } from "../../app/modules/authoring/find-own-event.server";
import { listCities } from "../../app/modules/cities/queries.server";
import { eventIcs } from "../../app/modules/events/ics/event-ics.server";
import { readEventPage } from "../../app/modules/intake/entries/read-website.server";
import { fetchPublicPage } from "../../app/modules/intake/import/fetch-website.server";
import { expandSchedule, wallOccurrences } from "../../app/modules/schedule/expand-schedule.server";
import { createCity } from "../factories/city";
import { createJpeg } from "../factories/file";
import { sampleEvent } from "../factories/sample-event";
import { answerWith, EXTERNAL } from "../helpers/external-services";
import { importEvent } from "../helpers/import-event";
import { addActor, emptyEvents } from "../helpers/organizers";
import { answerForOthers, pictureAnswer } from "../helpers/other-sites";
import { issuesOf } from "../helpers/people";
import { ruleOf } from "../helpers/schedule-of";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
/** The test server is on loopback, from which imports are refused. */
const fromOutside = (url: URL) => url.origin === new URL(EXTERNAL.http).origin;

beforeEach(async () => {
  deps = createTestDeps();
  await emptyEvents(deps);
  await createCity(deps.db, { slug: "tehran", nameEn: "Tehran", nameFa: "تهران" });
  await createCity(deps.db, {
    slug: "toronto",
    nameEn: "Toronto",
    countryCode: "CA",
    timeZone: "America/Toronto",
    latitude: 43.65,
    longitude: -79.38,
  });
});

async function imported(source: Parameters<typeof importEvent>[2]) {
  const author = await addActor(deps);
  answerForOthers({ "https://pictures.test.org/kamancheh.jpg": () => pictureAnswer(createJpeg()) });
  const { id, notes } = await importEvent(deps, author, source, fromOutside);
  vi.restoreAllMocks();
  return { values: ownEventValues(await getOwnEvent(deps, author, id)), notes };
}

const file = (...lines: string[]) => ({
  file: [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Test//EN",
    ...lines,
    "END:VCALENDAR",
    "",
  ].join("\r\n"),
});
const entry = (...lines: string[]) =>
  file(
    "BEGIN:VEVENT",
    "UID:1@test",
    "DTSTAMP:20261101T000000Z",
    "SUMMARY:A Night of Kamancheh",
    ...lines,
    "END:VEVENT",
  );

describe("a calendar file", () => {
  it("fills a draft: texts, place, and a time in its own zone", async () => {
    const { values, notes } = await imported(
      entry(
        "DTSTART;TZID=America/Toronto:20261212T193000",
        "DTEND;TZID=America/Toronto:20261212T213000",
        "LOCATION:Roy Thomson Hall\\, 60 Simcoe St\\, Toronto",
        "DESCRIPTION:Two players\\nand a long winter evening.",
        "CATEGORIES:Concert,Nonsense",
        "URL:https://tickets.test.org/kamancheh",
        "IMAGE;VALUE=URI:https://pictures.test.org/kamancheh.jpg",
      ),
    );
    expect(values).toMatchObject({
      title: { en: "A Night of Kamancheh", fa: null },
      description: { en: "Two players\nand a long winter evening." },
      venue: { en: "Roy Thomson Hall" },
      address: { en: "Roy Thomson Hall, 60 Simcoe St, Toronto" },
      city: "toronto",
      imageUrl: expect.stringMatching(/^\/media\/uploads\//),
      startsAt: "2026-12-13T00:30:00Z",
      endsAt: "2026-12-13T02:30:00Z",
      categories: ["Concert"],
      ticketUrl: "https://tickets.test.org/kamancheh",
    });
    expect(notes).toEqual([]);
  });

  it.each([
    [
      "UTC",
      ["DTSTART:20261212T163000Z", "DTEND:20261212T180000Z"],
      "2026-12-12T16:30:00Z",
      "2026-12-12T18:00:00Z",
      false,
    ],
    [
      "no zone",
      ["DTSTART:20261212T200000", "DTEND:20261212T220000"],
      "2026-12-12T20:00:00",
      "2026-12-12T22:00:00",
      false,
    ],
    [
      "a duration",
      ["DTSTART:20261212T163000Z", "DURATION:PT2H"],
      "2026-12-12T16:30:00Z",
      "2026-12-12T18:30:00Z",
      false,
    ],
    [
      "whole days",
      ["DTSTART;VALUE=DATE:20261212", "DTEND;VALUE=DATE:20261215"],
      "2026-12-12T00:00",
      "2026-12-15T00:00",
      true,
    ],
  ])("with %s is read", async (_, lines, startsAt, endsAt, allDay) => {
    expect((await imported(entry(...lines))).values).toMatchObject({ startsAt, endsAt, allDay });
  });

  it("may define its own time zone", async () => {
    const zone = [
      "BEGIN:VTIMEZONE",
      "TZID:Own Zone",
      "BEGIN:STANDARD",
      "DTSTART:20000101T000000",
      "TZOFFSETFROM:+0330",
      "TZOFFSETTO:+0330",
    ];
    const { values } = await imported(
      file(
        ...zone,
        "END:STANDARD",
        "END:VTIMEZONE",
        "BEGIN:VEVENT",
        "UID:1@test",
        "SUMMARY:A Night of Kamancheh",
        "DTSTART;TZID=Own Zone:20261212T200000",
        "DTEND;TZID=Own Zone:20261212T220000",
        "END:VEVENT",
      ),
    );
    expect(values).toMatchObject({
      startsAt: "2026-12-12T16:30:00Z",
      endsAt: "2026-12-12T18:30:00Z",
    });
  });

  const TORONTO = "LOCATION:Roy Thomson Hall\\, 60 Simcoe St\\, Toronto";
  const START = [
    "DTSTART;TZID=America/Toronto:20261212T193000",
    "DTEND;TZID=America/Toronto:20261212T213000",
  ];
  const startsOf = (schedule: Schedule | null) =>
    schedule &&
    wallOccurrences(schedule, { from: "2026-01-01", to: "2027-12-31" }).map(
      ({ start, status }) => `${start} ${status}`,
    );

  it("with a rule, exceptions, further and changed dates is one event with a schedule", async () => {
    const changed = [
      "RECURRENCE-ID;TZID=America/Toronto:20270102T193000",
      "DTSTART;TZID=America/Toronto:20270103T180000",
    ];
    const cancelled = [
      "RECURRENCE-ID;TZID=America/Toronto:20270109T193000",
      "DTSTART;TZID=America/Toronto:20270109T193000",
    ];
    const event = (...lines: string[]) => [
      "BEGIN:VEVENT",
      "UID:1@test",
      "SUMMARY:A Night of Kamancheh",
      TORONTO,
      ...lines,
      "END:VEVENT",
    ];
    const { values, notes } = await imported(
      file(
        ...event(...changed),
        ...event(...cancelled, "STATUS:CANCELLED"),
        ...event(
          ...START,
          "RRULE:FREQ=WEEKLY;COUNT=5",
          "EXDATE;TZID=America/Toronto:20261226T193000",
          "RDATE;TZID=America/Toronto:20261215T193000",
        ),
      ),
    );
    expect(startsOf(values.schedule)).toEqual([
      "2026-12-12T19:30 scheduled",
      "2026-12-15T19:30 scheduled",
      "2026-12-19T19:30 scheduled",
      "2027-01-03T18:00 scheduled",
      "2027-01-09T19:30 cancelled",
    ]);
    expect(values).toMatchObject({
      city: "toronto",
      startsAt: "2026-12-13T00:30:00.000Z",
      endsAt: "2026-12-13T02:30:00.000Z",
    });
    expect(notes).toEqual(["dates"]);
  });

  it("with a Solar Hijri rule keeps its calendar", async () => {
    const { values } = await imported(entry(TORONTO, ...START, "RRULE:RSCALE=PERSIAN;FREQ=YEARLY"));
    expect(values.schedule).toMatchObject({
      rules: [{ frequency: "yearly", calendar: "jalali", months: [9], monthDays: [21] }],
    });
  });

  it("that has a series only from a past date on gives its next date", async () => {
    const { values } = await imported(
      entry(
        TORONTO,
        "DTSTART;TZID=America/Toronto:20200104T193000",
        "DTEND;TZID=America/Toronto:20200104T203000",
        "RRULE:FREQ=WEEKLY",
      ),
    );
    expect(values.startsAt).toBe("2026-12-13T00:30:00.000Z");
    expect(values.schedule).toMatchObject({
      kind: "rule",
      rules: [{ frequency: "weekly", start: "2020-01-04T19:30" }],
    });
  });

  it("with showings as events of their own is one event with all of them", async () => {
    const showing = (day: string, title = "The Seagull", ...lines: string[]) => [
      "BEGIN:VEVENT",
      `UID:${title}${day}@test`,
      `SUMMARY:${title}`,
      TORONTO,
      `DTSTART;TZID=America/Toronto:${day}T193000`,
      `DTEND;TZID=America/Toronto:${day}T213000`,
      ...lines,
      "END:VEVENT",
    ];
    const { values, notes } = await imported(
      file(
        ...showing("20261212"),
        ...showing("20261214", "Another Play"),
        ...showing("20261216"),
        ...showing("20261217", "The Seagull", "STATUS:CANCELLED"),
      ),
    );
    expect(values).toMatchObject({ title: { en: "The Seagull" }, schedule: { kind: "dates" } });
    expect(startsOf(values.schedule)).toEqual([
      "2026-12-12T19:30 scheduled",
      "2026-12-16T19:30 scheduled",
      "2026-12-17T19:30 cancelled",
    ]);
    expect(notes).toEqual(["dates", "several"]);
  });

  it.each([
    ["RRULE:FREQ=SECONDLY", "repeatsWithinDay"],
    ["RRULE:FREQ=YEARLY;RSCALE=HEBREW", "repeatsOtherCalendar"],
    ["RRULE:FREQ=YEARLY;BYYEARDAY=100", "repeatsPattern"],
    ["RRULE:FREQ=WEEKLY;COUNT=2;UNTIL=20270101", "repeats"],
  ] as const)("with %s is imported once, and says why", async (rule, note) => {
    const { values, notes } = await imported(entry(TORONTO, ...START, rule));
    expect(values).toMatchObject({ startsAt: "2026-12-13T00:30:00Z", schedule: null });
    expect(notes).toEqual([note]);
  });

  it("without a city reads its dates in its own zone, and says so where it has none", async () => {
    const own = await imported(entry(...START, "RRULE:FREQ=WEEKLY;COUNT=3"));
    expect(own.values.schedule).toMatchObject({ rules: [{ start: "2026-12-12T19:30" }] });
    expect(own.notes).toEqual(["dates", "noCity"]);
    const utc = await imported(entry("DTSTART:20261213T003000Z", "RRULE:FREQ=WEEKLY;COUNT=3"));
    expect([utc.values.schedule, utc.notes]).toEqual([null, ["repeatsZone", "noEnd", "noCity"]]);
    const calendar = entry("DTSTART:20261213T003000Z", "RRULE:FREQ=WEEKLY;COUNT=3");
    const named = await imported({
      file: calendar.file.replace("VERSION:2.0", "X-WR-TIMEZONE:America/Toronto"),
    });
    expect(named.values.schedule).toMatchObject({ rules: [{ start: "2026-12-12T19:30" }] });
  });

  it("is one that this product writes: the dates are the same", async () => {
    const city = (await listCities(deps)).find(({ slug }) => slug === "toronto");
    const schedule = ruleOf({
      frequency: "weekly",
      start: "2026-12-12T19:30",
      end: "2026-12-12T21:30",
      ends: { count: 4 },
    });
    const event = sampleEvent({
      cityId: city?.id ?? "",
      timeZone: "America/Toronto",
      schedule,
      titleEn: "A Night of Kamancheh",
      addressEn: "273 Bloor St W, Toronto",
    });
    const rows = expandSchedule(
      schedule,
      { eventId: event.id, timeZone: event.timeZone },
      { from: 0, to: Date.UTC(2028, 0) },
    ).map(({ id: _id, note, ...occurrence }) => ({
      ...occurrence,
      eventId: event.id,
      noteEn: note.en,
      noteFa: note.fa,
      previousStartsAt: null,
      isOver: false,
      sequence: 0,
      updatedAt: 0,
    }));
    const written = eventIcs({ ...event, occurrences: rows }, city, {
      locale: "en",
      origin: "https://rooydad.example",
    });
    const { values } = await imported({ file: written });
    expect(startsOf(values.schedule)).toEqual(startsOf(schedule));
  });

  it("with several events gives the next one", async () => {
    const event = (day: string) => [
      "BEGIN:VEVENT",
      `UID:${day}@test`,
      `SUMMARY:Evening of ${day}`,
      `DTSTART:${day}T160000Z`,
      "END:VEVENT",
    ];
    const { values, notes } = await imported(
      file(...event("20200101"), ...event("20270101"), ...event("20270201")),
    );
    expect(values.title.en).toBe("Evening of 20270101");
    expect(notes).toEqual(expect.arrayContaining(["several", "noEnd", "noCity"]));
  });

  it("loses invalid values, and keeps the rest", async () => {
    const { values } = await imported(
      entry("DTSTART:20261212T163000Z", "DTEND:20261212T100000Z", "GEO:999;999"),
    );
    expect(values).toMatchObject({
      startsAt: "2026-12-12T16:30:00Z",
      endsAt: null,
      title: { en: "A Night of Kamancheh" },
    });
  });

  it.each([
    ["a page without an event", "<!doctype html><p>Hello", "errors:issue.noEvent"],
    ["nothing", "", "errors:issue.calendarFile"],
    ["a calendar without events", file().file, "errors:issue.calendarFile"],
    [
      "a megabyte and more",
      `BEGIN:VCALENDAR\r\n${"X-A:".padEnd(1_048_600, "a")}`,
      "errors:issue.calendarTooLarge",
    ],
  ])("that is %s is refused", async (_, text, message) => {
    expect(await issuesOf(imported({ file: text }))).toEqual({ file: message });
  });
});

describe("an event's page", () => {
  const page = async (body: string, headers: Record<string, string> = {}) => {
    await answerWith("/page", {
      body,
      headers: { "Content-Type": "text/html; charset=utf-8", ...headers },
    });
    return { url: `${EXTERNAL.http}/page` };
  };
  const jsonLd = (event: object) =>
    `<html><head><script type="application/ld+json">${JSON.stringify({ "@graph": [{ "@type": "WebSite" }, event] }).replaceAll("<", "\\u003c")}</script></head></html>`;

  it("fills a draft by its JSON-LD", async () => {
    const { values } = await imported(
      await page(
        jsonLd({
          "@type": "MusicEvent",
          name: "شب کمانچه",
          description: "<p>Two players &amp; a winter evening.</p><script>alert(1)</script>",
          startDate: "2026-12-12T19:30:00-05:00",
          endDate: "2026-12-12T21:30:00-05:00",
          location: {
            "@type": "Place",
            name: "Koerner Hall",
            address: { streetAddress: "273 Bloor St W", addressLocality: "Toronto" },
            geo: { latitude: "43.668", longitude: "-79.396" },
          },
          offers: [{ price: "35.00", priceCurrency: "CAD", url: "https://tickets.test.org/1" }],
          image: ["https://pictures.test.org/kamancheh.jpg"],
          organizer: { name: "Setar House" },
          keywords: "kamancheh, winter",
        }),
      ),
    );
    expect(values).toMatchObject({
      title: { en: "شب کمانچه", fa: "شب کمانچه" },
      description: { en: "Two players & a winter evening.", fa: null },
      venue: { en: "Koerner Hall" },
      address: { en: "273 Bloor St W, Toronto" },
      city: "toronto",
      latitude: 43.668,
      startsAt: "2026-12-12T19:30:00-05:00",
      price: 35,
      currency: "CAD",
      ticketUrl: "https://tickets.test.org/1",
      imageUrl: expect.stringMatching(/^\/media\/uploads\/.*\.jpg$/),
      organizer: { en: "Setar House" },
      tags: ["kamancheh", "winter"],
    });
  });

  const play = {
    "@type": "TheaterEvent",
    name: "The Seagull",
    startDate: "2026-12-12T19:30:00-05:00",
    endDate: "2026-12-12T21:30:00-05:00",
    location: { name: "Koerner Hall", address: { addressLocality: "Toronto" } },
  };
  const starts = (schedule: Schedule | null) =>
    schedule &&
    wallOccurrences(schedule, { from: "2026-01-01", to: "2027-12-31" }).map(({ start }) => start);

  it("with a schedule, showings as parts, or as events of their own is one event with their dates", async () => {
    const days = ["2026-12-12T19:30", "2026-12-13T19:30", "2026-12-14T19:30"];
    const part = (day: string) => ({
      ...play,
      startDate: `${day}:00-05:00`,
      endDate: `${day.slice(0, 11)}21:30:00-05:00`,
    });
    const eventSchedule = {
      "@type": "Schedule",
      repeatFrequency: "P1D",
      startDate: "2026-12-12",
      endDate: "2026-12-14",
      startTime: "19:30:00",
      endTime: "21:30:00",
      scheduleTimezone: "America/Toronto",
    };
    for (const [body, kind] of [
      [jsonLd({ ...play, eventSchedule }), "rule"],
      [jsonLd({ ...play, subEvent: days.map(part) }), "dates"],
      [days.map((day) => jsonLd(part(day))).join(""), "dates"],
    ] as const) {
      const { values, notes } = await imported(await page(body));
      expect(values).toMatchObject({
        title: { en: "The Seagull" },
        schedule: { kind },
        startsAt: "2026-12-13T00:30:00.000Z",
      });
      expect(starts(values.schedule)).toEqual(days);
      expect(notes).toEqual(["dates"]);
    }
  });

  it.each([
    ["as a saved page", (event: object) => jsonLd(event)],
    ["as a page behind a mark and a line", (event: object) => `\uFEFF\n${jsonLd(event)}`],
    ["as JSON-LD", (event: object) => JSON.stringify(event)],
    ["as JSON-LD in a graph", (event: object) => JSON.stringify({ "@graph": [event] }, null, 2)],
    ["as a list", (event: object) => ` [${JSON.stringify(event)}]`],
    [
      "as microdata",
      () =>
        '<div itemscope itemtype="https://schema.org/Event"><b itemprop="name">The Seagull</b><time itemprop="startDate" datetime="2026-12-12T19:30:00-05:00"></time><a itemprop="url" href="/seagull">x</a></div>',
    ],
  ])("is read from a file too: %s", async (_, written) => {
    const body = written({ ...play, url: "/seagull" });
    const { values } = await imported({ file: new TextEncoder().encode(body), name: "a.json" });
    expect(values).toMatchObject({ title: { en: "The Seagull" }, ticketUrl: null });
    expect(Date.parse(values.startsAt ?? "")).toBe(Date.parse(play.startDate));
  });

  it.each(["{", "[]", "<", "<p>Nothing</p>", '{"@type": "Person", "name": "Sara"}'])(
    "that has no event is refused at the file: %s",
    async (file) => {
      const author = await addActor(deps);
      expect(await issuesOf(importEvent(deps, author, { file }))).toEqual({
        file: "errors:issue.noEvent",
      });
    },
  );

  it("without a city reads dates by the offset of its start", async () => {
    const subEvent = ["12", "13"].map((day) => ({ startDate: `2026-12-${day}T19:30:00-05:00` }));
    const { values } = await imported(
      await page(jsonLd({ ...play, location: undefined, subEvent })),
    );
    expect(starts(values.schedule)).toEqual(["2026-12-12T19:30", "2026-12-13T19:30"]);
  });

  it("of a festival, whose parts have names of their own, is one period", async () => {
    const subEvent = ["Opening", "Closing"].map((name) => ({ ...play, name }));
    const { values, notes } = await imported(
      await page(jsonLd({ ...play, endDate: "2026-12-14T21:30:00-05:00", subEvent })),
    );
    expect(values).toMatchObject({ schedule: null, endsAt: "2026-12-14T21:30:00-05:00" });
    expect(notes).toEqual([]);
  });

  it("with a schedule that cannot be read says so", async () => {
    const { values, notes } = await imported(
      await page(
        jsonLd({ ...play, eventSchedule: { repeatFrequency: "PT1H", startDate: "2026-12-12" } }),
      ),
    );
    expect([values.schedule, values.startsAt, notes]).toEqual([
      null,
      "2026-12-12T19:30:00-05:00",
      ["repeats"],
    ]);
  });

  it("fills at least the texts by Open Graph", async () => {
    const { values, notes } = await imported(
      await page(
        '<head><title>x</title><meta property="og:title" content="A Night &amp; a Kamancheh"><meta property="og:image" content="http://a.test.org/b.jpg"></head>',
      ),
    );
    expect(values).toMatchObject({
      title: { en: "A Night & a Kamancheh" },
      imageUrl: null,
      startsAt: null,
    });
    expect(notes).toEqual(expect.arrayContaining(["noTime", "noPicture"]));
  });

  it("may be a calendar file", async () => {
    const { values } = await imported(
      await page(entry("DTSTART:20261212T163000Z", "DTEND:20261212T180000Z").file, {
        "Content-Type": "text/calendar",
      }),
    );
    expect(values.startsAt).toBe("2026-12-12T16:30:00Z");
  });

  it.each([
    ["http://127.0.0.1/", false],
    ["http://localhost:8787/admin", false],
    ["http://[::1]/", false],
    ["http://0x7f000001/", false],
    ["http://2130706433/", false],
    ["http://169.254.169.254/latest/meta-data", false],
    ["http://printer.local/", false],
    ["http://metadata.google.internal/", false],
    ["http://intranet/", false],
    ["https://events.org:8443/", false],
    ["https://me:secret@events.org/", false],
    ["http://127.0.0.1.nip.io/", false],
    ["http://www.10-0-0-1.sslip.io/", false],
    ["http://app.localtest.me/", false],
    ["http://192.168.1.1.example.org/", false],
    ["https://festival-2026-12-08-10.org/", true],
    ["ftp://events.org/", false],
    ["file:///etc/passwd", false],
    ["https://events.org./x", true],
    ["https://رویداد.ایران/", true],
    ["https://events.org/concert?id=1", true],
  ])("is requested at %s: %s", (address, isAllowed) => {
    expect(isPublicAddress(new URL(address))).toBe(isAllowed);
  });

  it("is not followed to a private address", async () => {
    await answerWith("/page", {
      status: 302,
      body: "",
      headers: { Location: "http://169.254.169.254/latest/meta-data" },
    });
    expect(await issuesOf(imported({ url: `${EXTERNAL.http}/page` }))).toEqual({
      url: "errors:issue.publicAddress",
    });
  });

  it("is not followed through a redirect loop", async () => {
    await answerWith("/page", { status: 302, body: "", headers: { Location: "/page" } });
    expect(await issuesOf(imported({ url: `${EXTERNAL.http}/page` }))).toEqual({
      url: "errors:issue.unreachable",
    });
  });

  it.each([
    ["a picture", { body: "x", headers: { "Content-Type": "image/png" } }, "errors:issue.notAPage"],
    [
      "three megabytes",
      { body: "x".repeat(3_000_000), headers: { "Content-Type": "text/html" } },
      "errors:issue.pageTooLarge",
    ],
    [
      "an error",
      { status: 500, body: "x", headers: { "Content-Type": "text/html" } },
      "errors:issue.unreachable",
    ],
    [
      "a page of nothing",
      { body: "<p>", headers: { "Content-Type": "text/html" } },
      "errors:issue.noEvent",
    ],
  ])("that is %s is refused", async (_, answer, message) => {
    await answerWith("/page", answer);
    expect(await issuesOf(imported({ url: `${EXTERNAL.http}/page` }))).toEqual({ url: message });
  });

  it("of our own site is refused by default", async () => {
    expect(await issuesOf(fetchPublicPage(`${EXTERNAL.http}/page`))).toEqual({
      url: "errors:issue.publicAddress",
    });
  });
});

describe("a hostile file or page", () => {
  const zone = (rule: string) =>
    file(
      ...[
        "BEGIN:VTIMEZONE",
        "TZID:Own",
        "BEGIN:STANDARD",
        "DTSTART:16010101T000000",
        "TZOFFSETFROM:+0000",
        "TZOFFSETTO:+0330",
      ],
      ...[`RRULE:${rule}`, "END:STANDARD", "END:VTIMEZONE"],
      ...[
        "BEGIN:VEVENT",
        "UID:1@test",
        "SUMMARY:A Night of Kamancheh",
        "DTSTART;TZID=Own:20261212T193000",
        "END:VEVENT",
      ],
    );

  it.each(["FREQ=SECONDLY", "FREQ=YEARLY;BYHOUR=1,2,3;BYSECOND=1,2,3", "FREQ=DAILY;INTERVAL=1"])(
    "with a time zone that changes by %s gets no such zone, and takes no time",
    async (rule) => {
      const started = performance.now();
      expect((await imported(zone(rule))).values.startsAt).toMatch(/^2026-12-12T19:30/);
      expect(performance.now() - started).toBeLessThan(2_000);
    },
  );

  it.each([
    [
      "far exceptions",
      [
        "RRULE:FREQ=DAILY",
        ...Array.from(
          { length: 370 },
          (_, day) => `EXDATE:20990101T${String(10 + (day % 10))}0000Z`,
        ),
      ],
    ],
    ["a count without end", ["RRULE:FREQ=DAILY;COUNT=99999"]],
    ["a long count", ["RRULE:FREQ=WEEKLY;BYDAY=MO,TU;INTERVAL=2;COUNT=3660"]],
    ["a rule of no day", ["RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"]],
    ["days of another zone", ["RRULE:FREQ=WEEKLY;BYDAY=MO", "RDATE:20260101T000000Z"]],
  ])("with a series of %s takes no time", async (_what, lines) => {
    const started = performance.now();
    await imported(entry("DTSTART:19900101T100000Z", "LOCATION:Tehran", ...lines));
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it("with a zone that changes once a year is read", async () => {
    expect((await imported(zone("FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"))).values.startsAt).toBe(
      "2026-12-12T16:00:00Z",
    );
  });

  it.each([
    ["an invalid start", ["DTSTART:hello"]],
    ["a start in the year 0", ["DTSTART;TZID=Asia/Tehran:00000101T000000"]],
    ["an invalid length", ["DTSTART:20261212T100000Z", "DURATION:zz"]],
    ["an invalid place", ["GEO:x"]],
    ["a place beyond the poles", ["GEO:999;999"]],
  ])("with an entry of %s keeps the rest", async (_what, lines) => {
    const { values } = await imported(entry(...lines));
    expect([values.title.en, values.endsAt, values.latitude]).toEqual([
      "A Night of Kamancheh",
      null,
      null,
    ]);
  });

  it.each([
    ["parts without end", entry(`X-A${";A=1".repeat(200_000)}:x`).file],
    ["components without end", file(...Array<string>(20_000).fill("BEGIN:X")).file],
    ["events without end", file(...Array<string>(70_000).fill("BEGIN:VEVENT")).file],
  ])("of %s is refused at once", async (_what, text) => {
    const author = await addActor(deps);
    const started = performance.now();
    expect(await issuesOf(importEvent(deps, author, { file: text }))).toEqual({
      file: "errors:issue.calendarFile",
    });
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it.each(["<script>", "<script ", "<br ", "<style>", "&#", "<"])(
    "full of %s is read in one pass [S-141]",
    async (piece) => {
      const page = (text: string) =>
        `<script type="application/ld+json">${JSON.stringify({ "@type": "Event", name: "A Night of Kamancheh", description: text }).replaceAll("<", "\\u003c")}</script>`;
      const started = performance.now();
      const found = await readEventPage(
        page(`Before ${piece.repeat(Math.floor(1_000_000 / piece.length))}`),
        new URL("https://a.example/"),
        deps.clock.now(),
      );
      expect(found.description).toMatch(/^Before/);
      expect(performance.now() - started).toBeLessThan(3_000);
    },
  );

  it("with fields that nobody may set loses them, and publishes nothing", async () => {
    const html = `<script type="application/ld+json">${JSON.stringify({
      "@type": "Event",
      name: "A Night of Kamancheh",
      image: `https://pictures.example/${"a".repeat(5_000)}.jpg`,
      location: { name: "Roudaki Hall", geo: { latitude: 999, longitude: 1e300 } },
      offers: { price: 1e300, priceCurrency: "IRR" },
      url: "javascript:alert(1)",
    })}</script>`;
    await answerWith("/event", { headers: { "Content-Type": "text/html" }, body: html });
    const { values } = await imported({ url: `${EXTERNAL.http}/event` });
    expect(values).toMatchObject({
      title: { en: "A Night of Kamancheh" },
      imageUrl: null,
      latitude: null,
      longitude: null,
      price: null,
    });
    expect(values.ticketUrl).not.toContain("javascript");
  });
});
