import { instantOf, wallTimeIn } from "../../app/lib/dates/written-times.server";
import { currencyOf } from "../../app/lib/text/money";
import { searchKey } from "../../app/lib/text/search-text";
import {
  type AnnouncedEvent,
  type AnnouncedField,
  readAnnouncementText,
} from "../../app/modules/intake/entries/read-announcement-text";
import { cityPatterns } from "../../app/modules/intake/fields/read-announced-city";
import { gradeOf } from "../../app/modules/intake/issue-table";

/** A city as the list of cities has it. */
export interface JudgedCity {
  slug: string;
  name: { en: string; fa: string };
  countryCode: string;
  timezone: string;
}

interface JudgedPrice {
  free: boolean | null;
  min: number | null;
  max?: number | null;
  currency?: string | null;
}

/** What a careful reader takes from an announcement (README.md of the announcements). */
export interface ExpectedEvent {
  title: string;
  starts: string[];
  ends?: string | null;
  allDay?: boolean;
  city: string | null;
  venue: string | null;
  price: JudgedPrice;
  ticketUrl?: string | null;
  ageLimit?: number | null;
  status?: string;
  open?: boolean;
  online?: boolean;
  also?: Partial<
    Record<"starts" | "ends" | "city" | "venue" | "price" | "status" | "title", unknown[]>
  >;
}

/** An announcement with what is right. */
export interface JudgedAnnouncement {
  id: string;
  kind: string;
  city?: string | null;
  postedAt: string;
  text: string;
  expected: ExpectedEvent[];
  /** Events that are as right as `expected`. */
  alsoExpected?: ExpectedEvent[];
  unsure?: string[];
}

/** How a field was read. */
export type Verdict = "right" | "told" | "silent";

/** The verdict on a field of an announcement, with both values. */
export interface JudgedField {
  id: string;
  kind: string;
  field: AnnouncedField | "events";
  verdict: Verdict;
  expected: unknown;
  read: unknown;
}

const key = (text: string | null): string =>
  searchKey((text ?? "").replace(/[يى]/g, "ی").replace(/ك/g, "ک")).replace(/ /g, "");

/** Whether one name holds the other: "a more complete name is as right". */
function isSameName(read: string | null, expected: string | null): boolean {
  if (expected === null) return read === null;
  if (read === null) return false;
  const [own, other] = [key(read), key(expected)];
  return (
    own === other || own.includes(other) || (other.includes(own) && own.length > other.length * 0.6)
  );
}

const sharedWords = (a: string, b: string): number => {
  const words = (text: string) =>
    new Set(
      searchKey(text)
        .split(" ")
        .filter((word) => word.length > 1),
    );
  const [own, other] = [words(a), words(b)];
  return [...other].filter((word) => own.has(word)).length / Math.max(other.size, 1);
};

const at = (written: string): number => Date.parse(written);

function timesOf(event: AnnouncedEvent, timeZone: string) {
  const shownAt = (moment: number) => wallTimeIn(new Date(moment).toISOString(), timeZone);
  /** The instant that shows this wall time in the zone; of an hour that comes twice, the later. */
  const instant = (day: string, time: string) => {
    const base = Date.parse(`${day}T${time}Z`);
    const near = base - (Date.parse(`${shownAt(base)}Z`) - base);
    const found = [1, 0, -1].map((hours) => near + hours * 3_600_000);
    return found.find((moment) => shownAt(moment) === `${day}T${time}`) ?? Number.NaN;
  };
  const walls = event.times.showings.map(({ day, start }) => `${day}T${start ?? "00:00"}`);
  const starts = event.times.showings.map(({ day, start }) => instant(day, start ?? "00:00"));
  const { lastDay, lastEnd, allDay } = event.times;
  const ends = allDay
    ? lastDay !== null && lastDay !== event.times.showings[0]?.day
      ? instant(lastDay, "00:00")
      : null
    : lastDay !== null && lastEnd !== null
      ? instant(lastDay, lastEnd)
      : null;
  const wallEnd =
    lastDay === null || ends === null ? null : `${lastDay}T${(!allDay && lastEnd) || "00:00"}`;
  return { starts, ends, walls, wallEnd };
}

const STATUS: Record<string, string> = { "sold-out": "sold_out" };

/** What was read, which several judge; the cities are those of the file. */
const readBefore = new WeakMap<JudgedAnnouncement, AnnouncedEvent[]>();

/** Reads an announcement as the form with its city would. */
function readFor(
  announcement: JudgedAnnouncement,
  cities: readonly JudgedCity[],
): AnnouncedEvent[] {
  const known = readBefore.get(announcement);
  if (known) return known;
  const events = readAgain(announcement, cities);
  readBefore.set(announcement, events);
  return events;
}

export function readAgain(
  announcement: JudgedAnnouncement,
  cities: readonly JudgedCity[],
): AnnouncedEvent[] {
  const { text, postedAt } = announcement;
  const chosen = cities.find(({ name }) => name.en === announcement.city);
  const isPersian = /[\u0600-\u06ff]/.test(text);
  const offset = /([+-]\d\d:\d\d)$/.exec(postedAt)?.[1] ?? "+00:00";
  // Without a city in the form, the post's clock is its author's.
  const local = chosen
    ? wallTimeIn(new Date(at(postedAt)).toISOString(), chosen.timezone)
    : postedAt.slice(0, 16);
  const byOffset = cities.find(
    ({ timezone }) =>
      wallTimeIn(new Date(at(postedAt)).toISOString(), timezone) === postedAt.slice(0, 16),
  );
  const country =
    chosen?.countryCode ??
    (isPersian || offset === "+03:30" ? "IR" : (byOffset?.countryCode ?? ""));
  return readAnnouncementText(text, {
    today: local.slice(0, 10),
    clock: local.slice(11),
    country,
    currency: currencyOf(country),
    ...(chosen && { zoned: { timeZone: chosen.timezone, instantOf } }),
    city: chosen?.slug ?? null,
    patterns: PATTERNS(cities),
  });
}

/**
 * Whether the short form asks about nothing that is right: each doubt is of a field that is wrong or
 * has to be asked about. A line that nothing was read for stays empty, several prices and notes are
 * said without a tap, and a notice of what is off is refused.
 */
export function asksNothingNeedless(
  one: JudgedAnnouncement,
  cities: readonly JudgedCity[],
): boolean {
  const doubtful = new Set<string>(one.unsure);
  for (const { field, verdict } of judgeAnnouncement(one, cities))
    if (verdict !== "right") doubtful.add(field);
  return readFor(one, cities).every(
    ({ findings, place, status }) =>
      status === "cancelled" ||
      status === "postponed" ||
      findings.every(
        ({ field, code }) =>
          doubtful.has(field) ||
          code === "several-prices" ||
          (gradeOf(code) === "note" && !(code === "several-events" && field === "title")) ||
          (field === "status" && status !== "scheduled") ||
          ((field === "city" || field === "venue") && place[field] === null),
      ),
  );
}

/** Judges each field of an announcement, by those of its right readings that it fits better. */
export function judgeAnnouncement(
  announcement: JudgedAnnouncement,
  cities: readonly JudgedCity[],
): JudgedField[] {
  const events = readFor(announcement, cities);
  const { expected, alsoExpected } = announcement;
  const [first, other] = [expected, ...(alsoExpected ? [alsoExpected] : [])].map((one) =>
    judgeReading({ ...announcement, expected: one }, events, cities),
  );
  const wrongIn = (fields: readonly JudgedField[]) =>
    fields.filter(({ verdict }) => verdict !== "right").length;
  return first && other && wrongIn(other) < wrongIn(first) ? other : (first ?? []);
}

function judgeReading(
  { id, kind, expected, unsure = [] }: JudgedAnnouncement,
  events: readonly AnnouncedEvent[],
  cities: readonly JudgedCity[],
): JudgedField[] {
  const verdicts: JudgedField[] = [];
  const push = (
    field: JudgedField["field"],
    isRight: boolean,
    isTold: boolean,
    want: unknown,
    read: unknown,
  ) =>
    verdicts.push({
      id,
      kind,
      field,
      verdict: isRight ? "right" : isTold ? "told" : "silent",
      expected: want,
      read,
    });
  // "The text announces several events", "… no event": the rest is told to be unread.
  const isCountTold = events.some(({ findings }) =>
    findings.some(({ code }) => code === "several-events" || code === "no-announcement"),
  );
  const isUnread = events.length === 0 || isCountTold;
  if (expected.length !== 1 || events.length !== 1)
    push(
      "events",
      expected.length === events.length,
      expected.length > 0 ? isUnread : isCountTold,
      expected.length,
      events.length,
    );
  const left = [...events];
  for (const want of expected) {
    const best = left.sort((a, b) => likeness(b, want) - likeness(a, want))[0];
    if (!best) {
      for (const field of ["title", "starts", "city", "venue", "price", "status"] as const)
        push(field, false, isUnread, want[field], null);
      continue;
    }
    left.splice(left.indexOf(best), 1);
    // Of several events, a doubt is about one of them.
    const open = unsure.filter(
      (field) =>
        expected.length === 1 ||
        !events.some(({ findings }) => findings.some((finding) => finding.field === field)),
    );
    judgeEvent(best, want, cities, open, push);
  }
  for (const more of left) push("title", false, more.findings.length > 0, null, more.title);
  return verdicts;
}

function likeness(event: AnnouncedEvent, want: ExpectedEvent): number {
  const day = want.starts[0]?.slice(0, 10);
  return (
    sharedWords(event.title ?? "", want.title) * 2 +
    (event.times.showings[0]?.day === day ? 1 : 0) +
    (isSameName(event.place.venue, want.venue) ? 0.5 : 0) +
    (event.times.showings[0]?.start === want.starts[0]?.slice(11, 16) ? 0.5 : 0)
  );
}

let made: { cities: readonly JudgedCity[]; patterns: ReturnType<typeof cityPatterns> } | null =
  null;
export const PATTERNS = (cities: readonly JudgedCity[]) => {
  if (made?.cities !== cities)
    made = {
      cities,
      patterns: cityPatterns(
        cities.map(({ slug, name }) => ({ slug, nameEn: name.en, nameFa: name.fa })),
      ),
    };
  return made.patterns;
};

function judgeEvent(
  event: AnnouncedEvent,
  want: ExpectedEvent,
  cities: readonly JudgedCity[],
  unsure: readonly string[],
  push: (
    field: JudgedField["field"],
    isRight: boolean,
    isTold: boolean,
    want: unknown,
    read: unknown,
  ) => void,
): void {
  const told = (field: AnnouncedField) => event.findings.some((finding) => finding.field === field);
  const also = (field: keyof NonNullable<ExpectedEvent["also"]>) => want.also?.[field] ?? [];
  const judge = (field: AnnouncedField, isRight: boolean, expected: unknown, read: unknown) => {
    const isAsked = unsure.includes(field) || (field === "ends" && unsure.includes("starts"));
    push(
      field,
      (isRight && !(isAsked && !told(field) && field !== "ends")) || (isAsked && told(field)),
      told(field) || (field === "ends" && told("starts")),
      expected,
      read,
    );
  };
  judge(
    "title",
    [want.title, ...(also("title") as string[])].some(
      (title) => isSameName(event.title, title) || sharedWords(event.title ?? "", title) >= 0.6,
    ),
    want.title,
    event.title,
  );
  const city = cities.find(({ slug }) => slug === event.place.city) ?? null;
  const zone =
    city?.timezone ?? cities.find(({ name }) => name.en === want.city)?.timezone ?? "Asia/Tehran";
  const { starts, ends, walls, wallEnd } = timesOf(event, zone);
  // In the right city, the clock on its walls decides: releases of the zones' rules differ.
  const isThere = (city?.name.en ?? null) === want.city;
  const isAt = (written: string, place: number) =>
    starts[place] === at(written) || (isThere && walls[place] === written.slice(0, 16));
  const isStarts = (list: string[]) => {
    if (want.open) return list[0] !== undefined && isAt(list[0], 0);
    return list.length === starts.length && list.every(isAt);
  };
  const isAllDay = (want.allDay ?? false) === event.times.allDay || want.starts.length === 0;
  judge(
    "starts",
    isAllDay && (isStarts(want.starts) || (also("starts") as string[][]).some(isStarts)),
    want.starts,
    starts.map((one) => (Number.isNaN(one) ? null : new Date(one).toISOString())),
  );
  if (want.ends !== undefined)
    judge(
      "ends",
      [want.ends, ...(also("ends") as (string | null)[])].some((end) =>
        end === null
          ? ends === null
          : ends === at(end) || (isThere && wallEnd === end.slice(0, 16)),
      ),
      want.ends,
      ends === null ? null : new Date(ends).toISOString(),
    );
  judge(
    "city",
    [want.city, ...(also("city") as (string | null)[])].includes(city?.name.en ?? null),
    want.city,
    city?.name.en ?? null,
  );
  judge(
    "venue",
    [want.venue, ...(also("venue") as (string | null)[])].some((venue) =>
      isSameName(event.place.venue, venue),
    ),
    want.venue,
    event.place.venue,
  );
  const { free, min, max, currency } = event.price;
  const isPrice = (price: JudgedPrice) =>
    price.free === free &&
    (price.free !== false ||
      (price.min === min &&
        (price.max ?? null) === max &&
        (price.currency ?? currency) === currency));
  judge("price", [want.price, ...(also("price") as JudgedPrice[])].some(isPrice), want.price, {
    free,
    min,
    max,
    currency,
  });
  judge(
    "ticketUrl",
    (want.ticketUrl ?? null) === event.links.ticketUrl,
    want.ticketUrl ?? null,
    event.links.ticketUrl,
  );
  judge(
    "ageLimit",
    (want.ageLimit ?? null) === event.ageLimit,
    want.ageLimit ?? null,
    event.ageLimit,
  );
  const status = STATUS[event.status] ?? event.status;
  judge(
    "status",
    [want.status ?? "scheduled", ...also("status")].includes(status),
    want.status,
    status,
  );
}
