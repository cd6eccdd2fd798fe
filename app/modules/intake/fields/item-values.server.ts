import { localDay } from "../../../lib/dates/dates.server";
import { addDays } from "../../../lib/dates/days";
import { DAY } from "../../../lib/dates/durations";
import { instantOf, wallTimeIn } from "../../../lib/dates/written-times.server";
import { ANSWER_FIELD_NAMES } from "../../../lib/event/field-groups";
import { distanceKm } from "../../../lib/geo/geo";
import { currencyOf } from "../../../lib/text/money";
import type { City } from "../../cities/queries.server";
import { canonicalUrl } from "../../events/duplicates/canonical-url";
import { type FoundEvent, withoutBrokenLetters } from "../entries/found-event";
import { parseAnswer } from "../entries/parse-answer.server";
import type { ParsedFieldName } from "../entries/parsed-event";
import type { SourceItem } from "../entries/source-item";
import { type CandidateValues, candidateValuesOf } from "../ingestion/candidate-values";
import type { IssueCode } from "../issue-table";
import { citiesInWords, type NameableCity } from "./read-announced-city";
import { firstDateOf, lastDayOf } from "./read-series.server";

/** A source's defaults for items. */
export interface ItemDefaults {
  venue: string | null;
  organizer: string | null;
  category: string | null;
  /** Of texts that do not tell it, such as a name in both scripts or in figures. */
  language: "en" | "fa" | null;
}

/** Where values come from, for their provenance: "vahdathall.example · JSON-LD". */
export interface ItemOrigin {
  label: string;
}

/** An item as it is imported. */
export interface ReadItem {
  key: string;
  url: string | null;
  title: string;
  isCancelled: boolean;
  lastDay: string | null;
  values: CandidateValues;
  snippet: string;
}

/**
 * Issues that come of the month which an assistant was asked for, or that only say a feed is
 * precise.
 */
const IRRELEVANT = new Set(["other-month", "past"]);

/**
 * The values of a candidate for an item, read by the same parser as an assistant's answer. Times
 * are converted to the city's clock.
 * @param cities that a place may name
 * @returns null without a title or a day
 */
export function readItem(
  item: SourceItem,
  city: City,
  now: number,
  defaults: ItemDefaults,
  origin: ItemOrigin,
  cities: readonly NameableCity[] = [],
): ReadItem | null {
  const { stated, fa } = item;
  const found = withoutBrokenLetters(item.found);
  if (found.title === null) return null;
  const zone = city.timeZone;
  const today = localDay(now, zone);
  const times = stated ? null : timesOf(found, zone);
  if (!stated && !times) return null;
  const { published = null, ...words } = stated ?? {};
  const isTitlePersian = defaults.language === "fa" && !isTelling(found.title);
  const titleFa = isTitlePersian ? found.title : fa?.title;
  const entry = {
    title: isTitlePersian ? null : found.title,
    ...(titleFa && (isTitlePersian || titleFa !== found.title) && { title_fa: titleFa }),
    description: found.description,
    ...(fa?.description && { description_fa: fa.description }),
    category: found.categories[0] ?? null,
    venue: found.venue,
    address: found.address,
    organizer: found.organizer,
    url: found.ticketUrl ?? item.url,
    image: found.imageUrl,
    tags: found.tags,
    ...(times ?? {
      date: words.date,
      time: words.time,
      end_date: words.endDate,
      end_time: words.endTime,
      price: words.price,
    }),
  };
  const context = {
    city: {
      slug: city.slug,
      timeZone: zone,
      currency: currencyOf(city.countryCode),
      country: city.countryCode,
    },
    month: (times?.date ?? published ?? today).slice(0, 7),
    today,
  };
  const answer = parseAnswer(JSON.stringify({ events: [entry] }), context);
  const parsed = answer.ok ? answer.events[0] : undefined;
  if (!parsed || parsed.date === null || (parsed.title ?? parsed.titleFa) === null) return null;
  const values: CandidateValues = {
    ...candidateValuesOf(parsed),
    issues: parsed.issues.filter(({ code }) => !IRRELEVANT.has(code)),
  };
  values.issues.push(...issuesOf(found, city, cities));
  if (isTitlePersian) Object.assign(values, { title: null, titleFa: found.title });
  if (!stated) takeFacts(values, item, zone);
  if (fa?.venue) values.venueFa = fa.venue;
  if (fa?.address) values.addressFa = fa.address;
  if (fa && values.titleFa === null && fa.title !== null) values.titleFa = fa.title;
  if (found.others.attendance !== "online") values.venue ??= defaults.venue;
  values.organizer ??= defaults.organizer;
  if (
    defaults.category !== null &&
    (values.category === null || (values.confidence.category ?? 1) < 1)
  ) {
    values.category = defaults.category as CandidateValues["category"];
    values.confidence.category = 1;
    values.issues = values.issues.filter(({ field }) => field !== "category");
  }
  for (const field of Object.keys(values.confidence) as ParsedFieldName[])
    values.origin[field] = { key: origin.label, text: values.origin[field]?.text ?? "" };
  const url = canonicalUrl(item.url);
  const title =
    values.titleFa !== null && values.title === null ? values.titleFa : (values.title ?? "");
  return {
    key: (item.id ?? url ?? `${title} ${values.date}`).slice(0, 500),
    url,
    title,
    isCancelled: item.isCancelled,
    lastDay: lastDayOf(values) ?? values.endDate ?? values.date,
    values,
    snippet: item.snippet,
  };
}

/** Distance of a place from its city, km. */
const CITY_RADIUS = 80;

/** What speaks against the city that its source is about. */
function cityIssue(
  found: FoundEvent,
  city: City,
  cities: readonly NameableCity[],
): IssueCode | null {
  const { locality, address, latitude, longitude } = found;
  if (latitude !== null && longitude !== null && Number.isFinite(city.latitude)) {
    const distance = distanceKm({ latitude, longitude }, city);
    if (distance > CITY_RADIUS) return "other-city";
  }
  const [named] = citiesInWords([address], cities);
  if (named?.isAlone && named.city.slug !== city.slug) return "other-city";
  if (locality === null) return null;
  const country = locality.country?.trim().toUpperCase() ?? "";
  if (/^[A-Z]{2}$/.test(country) && country !== city.countryCode) return "other-city";
  if (locality.city === null) return null;
  return citiesInWords([locality.city, address], [city]).length > 0 ? null : "unclear-city";
}

/** What the entry itself gives reason to doubt. */
function issuesOf(
  found: FoundEvent,
  city: City,
  cities: readonly NameableCity[],
): CandidateValues["issues"] {
  const other = cityIssue(found, city, cities);
  const status: IssueCode | null =
    found.status === "scheduled" || found.status === "cancelled" ? null : found.status;
  const isUnread =
    found.readSchedule !== null &&
    "refused" in (found.readSchedule(city.timeZone) ?? { refused: "" });
  const isBackwards =
    found.startsAt !== null &&
    found.endsAt !== null &&
    wallTimeIn(found.endsAt, city.timeZone) < wallTimeIn(found.startsAt, city.timeZone);
  // A page's own offset that is not the city's.
  const offset = /T.*([+-]\d{2}:\d{2})$/.exec(found.startsAt ?? "")?.[1] ?? "+00:00";
  const isElsewhere =
    offset !== "+00:00" &&
    wallTimeIn(found.startsAt ?? "", city.timeZone) !== (found.startsAt ?? "").slice(0, 16);
  const isOnlineWithout = found.others.attendance === "online" && !found.others.onlineUrl;
  return [
    ...found.findings,
    ...(other ? [{ field: "venue", code: other } as const] : []),
    ...(status ? [{ field: "entry", code: status } as const] : []),
    ...(isUnread ? [{ field: "schedule", code: "unread-rule" } as const] : []),
    ...(isElsewhere ? [{ field: "time", code: "zone-converted" } as const] : []),
    ...(isBackwards ? [{ field: "endTime", code: "end-before-start" } as const] : []),
    ...(isOnlineWithout ? [{ field: "onlineUrl", code: "no-online-address" } as const] : []),
  ];
}

/** Whether the letters of a text tell its language: all of them of one script. */
const isTelling = (text: string): boolean =>
  /\p{Script=Latin}/u.test(text) !== /(?=\p{L})\p{Script=Arabic}/u.test(text);

/** Day and hours of structured times on the city's clock; null without a start. */
function timesOf({ startsAt, endsAt, allDay }: SourceItem["found"], cityZone: string) {
  if (startsAt === null) return null;
  const wall = (at: string) => wallTimeIn(at, cityZone);
  const start = wall(startsAt);
  const end = endsAt === null ? null : wall(endsAt);
  const date = start.slice(0, 10);
  if (allDay) {
    // Calendars state the day after the last one.
    const last =
      end === null
        ? date
        : end.endsWith("T00:00") && end > start
          ? addDays(end.slice(0, 10), -1)
          : end.slice(0, 10);
    return { date, ...(last > date && { end_date: last }) };
  }
  return {
    date,
    time: start.slice(11, 16),
    ...(end !== null &&
      end > start && {
        ...(end.slice(0, 10) !== date && { end_date: end.slice(0, 10) }),
        end_time: end.slice(11, 16),
      }),
  };
}

/**
 * Facts that structured sources state exactly: they are taken as they are, without the parser's
 * doubts.
 */
function takeFacts(values: CandidateValues, { found }: SourceItem, zone: string): void {
  const read = found.readSchedule?.(zone);
  if (read && "schedule" in read && read.schedule.kind !== "single") {
    values.schedule = read.schedule;
    Object.assign(values, firstDateOf(read.schedule));
  }
  values.latitude = found.latitude;
  values.longitude = found.longitude;
  if (found.price !== null && found.price >= 0) {
    Object.assign(values, {
      price: found.price,
      currency: found.currency,
      free: found.price === 0,
    });
    values.confidence.price = 1;
    values.issues = values.issues.filter(
      ({ field, code }) =>
        (field !== "price" && field !== "currency") ||
        found.findings.some((own) => own.field === field && own.code === code),
    );
  }
  const stated = ANSWER_FIELD_NAMES.filter(
    (name) => found.others[name] !== undefined && found.others[name] !== null,
  );
  Object.assign(values, Object.fromEntries(stated.map((name) => [name, found.others[name]])));
}

/**
 * Whether a single date is over: one without an end a day after it began, and without a city's clock
 * by more than a day, wherever it takes place. @param now UTC ms
 */
export function isOver(
  { startsAt, endsAt }: Pick<FoundEvent, "startsAt" | "endsAt">,
  timeZone: string | null,
  now: number,
): boolean {
  const last = endsAt ?? startsAt;
  if (last === null) return false;
  if (timeZone === null) return Date.parse(`${last.slice(0, 10)}T00:00Z`) < now - 2 * DAY;
  const at = instantOf(last, timeZone);
  return at !== null && at < now - (endsAt === null ? DAY : 0);
}
