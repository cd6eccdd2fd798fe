import { SELF } from "cloudflare:test";
import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { localDay } from "../../app/lib/dates/dates.server";
import { addDays } from "../../app/lib/dates/days";
import type { Schedule } from "../../app/lib/event/schedule";
import { createDraft } from "../../app/modules/authoring/draft-commands.server";
import { submitEvent } from "../../app/modules/authoring/submit-event.server";
import { approveEvent } from "../../app/modules/review/moderation/moderate-event.server";
import { removeFavourite, saveOccurrence } from "../../app/modules/saved/collect-event.server";
import { collectionEvents, savedOccurrences } from "../../db/schema";
import { memo } from "../../worker/deps";
import { createCity } from "../factories/city";
import { addActor, written } from "../helpers/organizers";
import { pageText, textOf } from "../helpers/page-text";
import { readSeriesDates } from "../helpers/read-calendar";
import { scheduleOf } from "../helpers/schedule-of";
import { type Browser, ORIGIN, signInAs } from "../helpers/signed-in";
import { workerDeps } from "../helpers/worker-deps";

const ZONE = "Asia/Tehran";
const deps = workerDeps();
/** YYYY-MM-DD, so many days from now. */
const day = (days: number) => addDays(localDay(deps.clock.now(), ZONE), days);
const at = (days: number, time: string) => `${day(days)}T${time}`;
const showing = (days: number, time: string, others: object = {}) => ({
  originalStart: at(days, time),
  end: `${day(days)}T${String(Number(time.slice(0, 2)) + 1)}:30`,
  ...others,
});

let play: string;
let exhibition: string;
let reader: Browser;

async function publish(schedule: Schedule, title: string): Promise<string> {
  const [author, moderator] = [await addActor(deps), await addActor(deps, "moderator")];
  const values = written({
    schedule,
    title: { en: title, fa: null },
    price: 2_000_000,
    currency: "IRR",
    ticketUrl: "https://a.example/play",
  });
  const id = await createDraft(deps, author, values);
  await submitEvent(deps, author, id);
  await approveEvent(deps, moderator, id);
  return id;
}

const api = async <Answer>(path: string): Promise<Answer> =>
  (await SELF.fetch(`${ORIGIN}/api/v1${path}`)).json();
const jsonLdOf = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? "null");

beforeAll(async () => {
  await createCity(deps.db, { slug: "tehran", nameEn: "Tehran", nameFa: "تهران", timeZone: ZONE });
  memo.clear();
  const special = {
    price: 3_000_000,
    ticketUrl: "https://b.example/gala",
    note: { en: "With a talk", fa: null },
  };
  play = await publish(
    scheduleOf({
      kind: "dates",
      dates: [
        showing(2, "17:00", { status: "sold-out" }),
        showing(2, "21:00"),
        showing(3, "19:00", special),
        showing(4, "19:00", { status: "cancelled" }),
        ...Array.from({ length: 70 }, (_, index) => showing(6 + index, "20:00")),
      ],
    }),
    "Antigone",
  );
  const open = { opens: "10:00", closes: "19:00" };
  exhibition = await publish(
    scheduleOf({
      kind: "openingHours",
      from: day(0),
      to: day(20),
      hours: Array.from({ length: 7 }, () => open),
    }),
    "Gold Leaf",
  );
  reader = await signInAs(workerDeps());
});

describe("the page of an event of several dates", () => {
  it("links each date with its state, and shows the facts of the next", async () => {
    const html = await pageText(`/events/${play}?lang=en`);
    for (const one of [at(2, "21:00"), at(3, "19:00"), at(4, "19:00")])
      expect(html).toContain(`href="/events/${play}?at=${encodeURIComponent(one)}"`);
    const text = textOf(html);
    expect(text).toContain("73 dates to come");
    expect(text).toContain("17:00Sold out");
    expect(text).toContain("19:00With a talk");
    expect(text).toContain("19:00Cancelled");
    expect(html).toMatch(/data-letter="Off"><span>Cancelled</);
    expect(html.match(/aria-current="date"/g)).toHaveLength(1);
    expect(html).toContain(`href="/events/${play}/ics?at=${encodeURIComponent(at(2, "17:00"))}"`);
  });

  it("shows the facts of the date that its address names, with its links", async () => {
    const chosen = encodeURIComponent(at(3, "19:00"));
    const html = await pageText(`/events/${play}?lang=en&at=${chosen}`);
    const text = textOf(html);
    expect(text).toContain("300,000 toman");
    expect(text).toContain("tickets are on \u2068b.example".replace("tickets", "Tickets"));
    for (const path of ["tickets", "ics", "calendar/google", "calendar/outlook"])
      expect(html).toContain(`/events/${play}/${path}?at=${chosen}`);
    expect(html).toMatch(
      new RegExp(`<link rel="canonical" href="[^"]*/events/${play}(\\?lang=en)?"`),
    );
    expect(text).toContain("Back to the next date");
    const sold = textOf(
      await pageText(`/events/${play}?lang=en&at=${encodeURIComponent(at(2, "17:00"))}`),
    );
    expect(sold).toContain("Sold out.");
    expect(sold).not.toContain("Get tickets");
    // The notice says it; no badge repeats it.
    expect(sold.slice(0, sold.indexOf("Sold out."))).not.toContain("Sold out");
    const cancelled = textOf(
      await pageText(`/events/${play}?lang=en&at=${encodeURIComponent(at(4, "19:00"))}`),
    );
    expect(cancelled).toContain("This event has been cancelled.");
  });

  it("ignores a date that it does not have", async () => {
    const html = await pageText(`/events/${play}?lang=en&at=2020-01-01T10%3A00`);
    expect(html).toContain(`/events/${play}/ics?at=${encodeURIComponent(at(2, "17:00"))}`);
    expect(textOf(html)).not.toContain("Back to the next date");
  });

  it("shows six weeks as a calendar, and the later ones from a chosen date on", async () => {
    const wanted = Array.from({ length: 70 }, (_, index) => at(6 + index, "20:00"));
    const seen = new Set<string>();
    let next = `/events/${play}?lang=en&weeks=1`;
    for (let page = 0; next && page < 4; page++) {
      const html = await pageText(next);
      const calendar = /<table[^>]*aria-label="Choose a date".*?<\/table>/s.exec(html)?.[0] ?? "";
      const rows = calendar.match(/<tr/g) ?? [];
      expect(rows.length - 1).toBeLessThanOrEqual(6);
      for (const [, date = ""] of calendar.matchAll(/\?at=([^"&]+)/g))
        seen.add(decodeURIComponent(date));
      const [, more = ""] =
        new RegExp(`href="/events/${play}\\?at=([^"]+)"[^>]*>Later dates`).exec(html) ?? [];
      next = more && `/events/${play}?lang=en&at=${more}`;
    }
    expect(next).toBe("");
    expect(wanted.filter((date) => !seen.has(date))).toEqual([]);
  });

  it("names each date in full, with its price or its state", async () => {
    const html = await pageText(`/events/${play}?lang=en&names=1`);
    expect(html).toMatch(/aria-label="[^"]*, 21:00, 200,000 toman"/);
    expect(html).toMatch(/aria-label="[^"]*, 19:00, Cancelled"/);
    expect(textOf(html)).toContain("Prices in thousand toman");
    expect(textOf(html)).toContain("21:00200");
  });

  it("of an exhibition has its hours, open or closed, and neither a length nor a count", async () => {
    const html = await pageText(`/events/${exhibition}?lang=en`);
    const text = textOf(html);
    // What one keeps of it is its end.
    const end = `/events/${exhibition}/ics?at=${encodeURIComponent(at(20, "00:00"))}`;
    expect(html).toContain(`href="${end}"`);
    expect(text).toContain("Add its last day");
    const file = await (await SELF.fetch(`${ORIGIN}${end}`)).text();
    expect(file).toContain(`DTSTART;TZID=${ZONE}:${day(20).replaceAll("-", "")}T100000`);
    expect(file).not.toContain("RRULE");
    expect(textOf(await pageText(`/events/${play}?lang=en`))).not.toContain("Add its last day");
    expect(text).toMatch(/Daily 10–19, until/i);
    expect(text).toMatch(/(Today|Closed now, tomorrow) 10–19/);
    expect(text).not.toMatch(/Duration|dates to come/);
    const persian = textOf(await pageText(`/events/${exhibition}?lang=fa`));
    expect(persian).toContain("۱۰ تا ۱۹");
    expect(persian).not.toMatch(/نوبت پیش رو|مدت/);
  });

  it("describes its dates to search engines, each as an event", async () => {
    const data = jsonLdOf(await pageText(`/events/${play}?lang=en&ld=1`));
    expect(data.subEvent).toHaveLength(30);
    const [soldOut, , special, cancelled] = data.subEvent;
    expect(soldOut).toMatchObject({
      "@type": "Event",
      name: "Antigone",
      offers: { availability: "https://schema.org/SoldOut" },
    });
    expect(special).toMatchObject({ offers: { price: 3_000_000, url: "https://b.example/gala" } });
    expect(special.url).toContain(`/events/${play}?at=${encodeURIComponent(at(3, "19:00"))}`);
    expect(cancelled.eventStatus).toBe("https://schema.org/EventCancelled");
    const run = jsonLdOf(await pageText(`/events/${exhibition}?lang=en`));
    expect(run.eventSchedule).toMatchObject([
      { "@type": "Schedule", startTime: "10:00", endTime: "19:00" },
    ]);
  });

  it("leads to the tickets and calendars of the chosen date", async () => {
    const query = `at=${encodeURIComponent(at(3, "19:00"))}`;
    const get = (path: string) =>
      SELF.fetch(`${ORIGIN}/events/${play}/${path}?${query}`, { redirect: "manual" });
    expect((await get("tickets")).headers.get("Location")).toBe("https://b.example/gala");
    const google = decodeURIComponent((await get("calendar/google")).headers.get("Location") ?? "");
    expect(google).toContain(`dates=${day(3).replaceAll("-", "")}T153000Z/`);
    const file = await (await get("ics")).text();
    expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(1);
    const whole = await (await SELF.fetch(`${ORIGIN}/events/${play}/ics`)).text();
    for (const text of [file, whole])
      expect(text.replace(/\r\n /g, "")).toContain(`UID:${play}@rooydad`);
    expect(file).toContain("RECURRENCE-ID;TZID=");
    const dates = readSeriesDates(whole, Number.MAX_SAFE_INTEGER);
    expect(dates).toHaveLength(74);
    expect(dates.filter(([, , status]) => status === "CANCELLED")).toHaveLength(1);
    const unknown = await SELF.fetch(`${ORIGIN}/events/${play}/ics?at=2020-01-01T10:00`);
    expect(unknown.status).toBe(404);
  });
});

describe("the heart of a date", () => {
  const saved = () =>
    deps.db.select().from(savedOccurrences).where(eq(savedOccurrences.userId, reader.id));
  const isFavourite = async () => {
    const found = await deps.db
      .select()
      .from(collectionEvents)
      .where(eq(collectionEvents.eventId, play));
    return found.length > 0;
  };
  const press = (
    intent: "save" | "remove",
    fields: Record<string, string> = { at: at(3, "19:00") },
  ) => reader.post(`/events/${play}/favourite`, { intent, returnTo: `/events/${play}`, ...fields });

  it("saves the event with it, by a form", async () => {
    expect((await press("save")).status).toBe(303);
    expect(await saved()).toMatchObject([{ eventId: play, originalStart: at(3, "19:00") }]);
    expect(await isFavourite()).toBe(true);
    const html = await (
      await reader.get(`/events/${play}?at=${encodeURIComponent(at(3, "19:00"))}`)
    ).text();
    expect(html.match(/aria-pressed="true"/g)).toHaveLength(2);
  });

  it("goes alone, and with the favourite", async () => {
    await press("remove");
    expect(await saved()).toEqual([]);
    expect(await isFavourite()).toBe(true);
    await press("save");
    await press("remove", {});
    expect(await saved()).toEqual([]);
    expect(await isFavourite()).toBe(false);
  });

  it("is refused for unknown dates, and saves nothing", async () => {
    const actor = {
      id: reader.id,
      role: "user",
      isVerified: true,
      sessionId: reader.sessionId,
    } as const;
    await expect(saveOccurrence(deps, actor, play, "2020-01-01T10:00")).rejects.toMatchObject({
      code: "not-found",
    });
    expect(await isFavourite()).toBe(false);
    await saveOccurrence(deps, actor, play, at(3, "19:00"));
    await saveOccurrence(deps, actor, play, at(3, "19:00"));
    expect(await saved()).toHaveLength(1);
    await removeFavourite(deps, actor, play);
    const left = and(eq(savedOccurrences.userId, reader.id), eq(savedOccurrences.eventId, play));
    expect(await deps.db.select().from(savedOccurrences).where(left)).toEqual([]);
  });
});

describe("the API", () => {
  it("gives the next thirty dates with an event, and none in lists", async () => {
    const event: { startsAt: string; occurrences: object[] } = await api(`/events/${play}`);
    expect(event.occurrences).toHaveLength(30);
    expect(event.occurrences[2]).toMatchObject({
      at: at(3, "19:00"),
      startsAt: `${at(3, "19:00")}:00+03:30`,
      status: "scheduled",
      price: 3_000_000,
      note: { en: "With a talk", fa: null },
      ticketUrl: "https://b.example/gala",
    });
    expect(event.startsAt).toBe(`${at(2, "17:00")}:00+03:30`);
    const list: { items: object[] } = await api("/events");
    expect(list.items.every((item) => !("occurrences" in item))).toBe(true);
  });

  it("pages through the dates, from a day to a day", async () => {
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: { items: { at: string }[]; nextCursor: string | null } = await api(
        `/events/${play}/occurrences?limit=20${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...page.items.map((one) => one.at));
      cursor = page.nextCursor;
    }
    expect(seen).toHaveLength(74);
    expect(seen).toEqual([...new Set(seen)].sort());
    const few: { items: { at: string }[] } = await api(
      `/events/${play}/occurrences?from=${day(3)}&to=${day(4)}`,
    );
    expect(few.items.map((one) => one.at)).toEqual([at(3, "19:00"), at(4, "19:00")]);
  });

  it("refuses what it does not understand", async () => {
    const status = async (path: string) =>
      (await SELF.fetch(`${ORIGIN}/api/v1/events/${path}`)).status;
    expect(await status(`${play}/occurrences?from=tomorrow`)).toBe(400);
    expect(await status(`${play}/occurrences?cursor=WzFd`)).toBe(400);
    expect(await status(`${crypto.randomUUID()}/occurrences`)).toBe(404);
  });
});
