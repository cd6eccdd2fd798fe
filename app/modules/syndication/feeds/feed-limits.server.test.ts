import { XMLParser } from "fast-xml-parser";
import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { feedId, sampleFeed } from "../../../../tests/factories/sample-feed";
import { DAY, HOUR } from "../../../lib/dates/durations";
import { type EventListRow, eachOnce } from "../../events/event-columns.server";
import type { OccurrenceRow } from "../../events/get-event.server";
import type { presentPin } from "../../events/list/list-map.server";
import { FEED_LIMITS, type Feed, type FeedEvent } from "./feed";
import { writeAtom, writeJsonFeed, writeRss } from "./feed-text.server";
import type { FeedPlace } from "./find-feed-events.server";
import { writeIcs } from "./write-ics.server";

const START = Date.UTC(2026, 11, 1, 9);
const AFTER = "https://rooydad.example/after/";
const pageAfter = (count: number) => `${AFTER}${count}`;

/** What each format says of its entries: their ids, and the address of the next page. */
const READERS: Record<string, (feed: Feed) => { text: string; ids: string[]; next?: string }> = {
  ics(feed) {
    const text = writeIcs(feed);
    const calendar = new ICAL.Component(ICAL.parse(text));
    return {
      text,
      ids: calendar
        .getAllSubcomponents("vevent")
        .map((event) => String(event.getFirstPropertyValue("uid")).replace("@rooydad", "")),
    };
  },
  atom(feed) {
    const text = writeAtom(feed);
    const parsed = new XMLParser({
      ignoreAttributes: false,
      isArray: (name) => name === "entry" || name === "link",
    }).parse(text).feed;
    return {
      text,
      ids: (parsed.entry ?? []).map(({ id }: { id: string }) => id.slice("urn:uuid:".length)),
      next: parsed.link.find((link: Record<string, string>) => link["@_rel"] === "next")?.[
        "@_href"
      ],
    };
  },
  rss(feed) {
    const text = writeRss(feed);
    const { channel } = new XMLParser({
      ignoreAttributes: false,
      isArray: (name) => name === "item" || name === "atom:link",
    }).parse(text).rss;
    return {
      text,
      ids: (channel.item ?? []).map(({ guid }: { guid: { "#text": string } }) =>
        guid["#text"].slice("urn:uuid:".length),
      ),
      next: channel["atom:link"].find((link: Record<string, string>) => link["@_rel"] === "next")?.[
        "@_href"
      ],
    };
  },
  json(feed) {
    const text = writeJsonFeed(feed);
    const { items, next_url: next } = JSON.parse(text);
    return { text, ids: items.map(({ id }: { id: string }) => id.slice("urn:uuid:".length)), next };
  },
};
const FORMATS = Object.keys(READERS);
const read = (format: string, feed: Feed) => (READERS[format] ?? expect.fail())(feed);

/** So many events, an hour apart; `each` changes them. */
const hourly = (count: number, each: object = {}) =>
  Array.from({ length: count }, (_, hour) => ({
    ...each,
    startsAt: START + hour * HOUR,
    endsAt: START + (hour + 1) * HOUR,
  }));
const ids = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => feedId(from + at));
const truncated = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getFirstProperty("x-rooydad-truncated");

describe.each(FORMATS)("a feed in %s", (format) => {
  it("has each event once, the soonest first, whatever its source gives", () => {
    const feed = sampleFeed(hourly(3));
    const [first, second, third] = feed.events;
    const events = [third, first, third, second, first].flatMap((event) => event ?? []);
    expect(read(format, { ...feed, events }).ids).toEqual(ids(1, 3));
  });

  it("of what is over has the latest first", () => {
    const feed = sampleFeed(hourly(3), { isPast: true, now: START + 30 * DAY });
    expect(read(format, feed).ids).toEqual(ids(1, 3).reverse());
  });

  it("ends at 500 entries and says so", () => {
    const {
      ids: found,
      next,
      text,
    } = read(format, sampleFeed(hourly(FEED_LIMITS.entries + 3), { pageAfter }));
    expect(found).toEqual(ids(1, FEED_LIMITS.entries));
    if (format !== "ics") return expect(next).toBe(`${AFTER}${FEED_LIMITS.entries}`);
    expect(truncated(text)?.getParameter("x-count")).toBe("3");
    expect(truncated(text)?.getParameter("x-from")).toBe("20261222T050000Z");
    expect(truncated(text)?.getFirstValue()).toBe(
      "3 more dates are left out here, from Tuesday 22 December 2026 on.",
    );
  });

  it.each(["en", "fa"] as const)("ends before a megabyte and says so (%s)", (locale) => {
    const long = "شبِ بلندِ یلدا؛ «سه‌تار» و <آواز> ".repeat(150);
    const feed = sampleFeed(hourly(300, { descriptionEn: long, descriptionFa: long }), {
      locale,
      pageAfter,
    });
    const { ids: found, next, text } = read(format, feed);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(FEED_LIMITS.bytes);
    expect(Buffer.byteLength(text)).toBeGreaterThan(FEED_LIMITS.bytes * 0.97);
    expect(found).toEqual(ids(1, found.length));
    if (format !== "ics") return expect(next).toBe(`${AFTER}${found.length}`);
    expect(truncated(text)?.getParameter("x-count")).toBe(String(300 - found.length));
  });

  it("is cut in the order of its list, also where a series shows another of its dates", () => {
    if (format === "ics") return;
    const long = { descriptionEn: "A long evening. ".repeat(400) };
    const feed = sampleFeed(hourly(300, long));
    // Lists have every third by a later day than the next one, which the feed shows.
    const list = feed.events
      .map((event, at) => ({ ...event, listedAt: event.startsAt + (at % 3 ? 0 : 40 * HOUR) }))
      .sort((a, b) => a.listedAt - b.listedAt || (a.id < b.id ? -1 : 1));
    const found: string[] = [];
    for (let from = 0, pages = 0; from < list.length; pages += 1) {
      expect(pages).toBeLessThan(10);
      const page = { ...feed, events: list.slice(from), pageAfter };
      const { ids: own, next } = read(format, page);
      found.push(...own);
      from = next === undefined ? list.length : from + Number(next.slice(AFTER.length));
    }
    expect(found).toEqual(list.map(({ id }) => id));
  });

  it("says that the list goes on, and nothing where it does not", () => {
    const more = read(format, sampleFeed(hourly(2), { hasMore: true, pageAfter }));
    const all = read(format, sampleFeed(hourly(2), { pageAfter }));
    if (format !== "ics") return expect([more.next, all.next]).toEqual([`${AFTER}2`, undefined]);
    expect(truncated(more.text)?.getParameter("x-count")).toBeUndefined();
    expect(truncated(more.text)?.getFirstValue()).toContain("from Tuesday 1 December 2026 on");
    expect(truncated(all.text)).toBeNull();
  });
});

it("is not made of rows by day: an event of several days is in several of them", () => {
  const days: EventListRow[] = [];
  // @ts-expect-error
  const places: FeedPlace[] = days;
  // @ts-expect-error
  const pins: Parameters<typeof presentPin>[0][] = days;
  expect([places, pins, eachOnce(days) satisfies FeedPlace[]]).toEqual([[], [], []]);
});

describe("a calendar", () => {
  const dateOf = (event: FeedEvent, day: number): OccurrenceRow => ({
    eventId: event.id,
    originalStart: new Date(START + day * DAY).toISOString().slice(0, 16),
    startsAt: START + day * DAY,
    endsAt: START + day * DAY + HOUR,
    localDay: new Date(START + day * DAY).toISOString().slice(0, 10),
    status: "scheduled",
    noteEn: null,
    noteFa: null,
    price: null,
    ticketUrl: null,
    previousStartsAt: null,
    isOver: false,
    sequence: 0,
    updatedAt: 0,
  });

  it("counts the dates of series as entries: the soonest of all, what is over behind them", () => {
    const feed = sampleFeed(hourly(3));
    const events = feed.events.map((event) => ({
      ...event,
      occurrences: Array.from({ length: 200 }, (_, day) => dateOf(event, day - 5)),
    }));
    const { text, ids: found } = read("ics", { ...feed, now: START - HOUR, events });
    expect(found).toHaveLength(FEED_LIMITS.entries);
    expect(new Set(found).size).toBe(FEED_LIMITS.entries);
    expect(found[0]).toBe(`${feedId(1)}-2026-12-01T09:00`);
    const days = found.map((id) => id.slice(-16));
    expect(days).toEqual([...days].sort());
    expect(truncated(text)?.getParameter("x-count")).toBe("100");
  });

  it("says which dates of series it has not read", () => {
    const [event] = sampleFeed(hourly(1)).events.map((one) => ({
      ...one,
      occurrences: [dateOf(one, 0), dateOf(one, 7)],
      unread: { from: START + 14 * DAY, count: 30 },
    }));
    const { text } = read("ics", sampleFeed([], { events: event ? [event] : [] }));
    expect(truncated(text)?.getParameter("x-from")).toBe("20261215T090000Z");
    expect(truncated(text)?.getParameter("x-count")).toBe("30");
  });

  it("is published, takes no one's time, and has the zone of its times", () => {
    const calendar = new ICAL.Component(ICAL.parse(writeIcs(sampleFeed(hourly(1)))));
    expect(calendar.getFirstPropertyValue("method")).toBe("PUBLISH");
    const [event] = calendar.getAllSubcomponents("vevent");
    expect(event?.getFirstPropertyValue("transp")).toBe("TRANSPARENT");
    expect(event?.getFirstProperty("dtstart")?.getParameter("tzid")).toBe("Asia/Tehran");
    expect(
      calendar.getAllSubcomponents("vtimezone").map((zone) => zone.getFirstPropertyValue("tzid")),
    ).toEqual(["Asia/Tehran"]);
  });
});
