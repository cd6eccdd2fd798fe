import { asc, eq, sql } from "drizzle-orm";
import {
  channelPostEvents,
  type channelPosts,
  type channels,
  cityWeekPicks,
  events,
} from "../../../db/schema";
import { mailLink } from "../../i18n/addressed-language";
import { type Locale, localized } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import {
  fromWallTime,
  type InstantRange,
  presetRange,
  readerOf,
} from "../../lib/dates/dates.server";
import { addDays } from "../../lib/dates/days";
import type { Deps } from "../../lib/deps";
import { paths } from "../../lib/paths";
import { formatNumber } from "../../lib/text/money";
import { type City, citiesById } from "../cities/queries.server";
import { numberedWeekOf } from "../discovery/weeks/numbered-week";
import { editorText, weekDays, weekTitle } from "../discovery/weeks/published-week.server";
import { eventsOfWeek, findWeek, instantsOf, picksOf } from "../discovery/weeks/queries.server";
import { type EventListRow, LIST_COLUMNS, listEachOnce } from "../events/list/list-events.server";
import { eventFacts, priceText } from "../events/present/event-facts.server";
import { formatHours, formatWhen, isMultiDay } from "../events/present/event-times.server";
import { cityName, statedTitle } from "../events/present/present-event.server";
import { parseEventQuery } from "../events/schema";
import { MESSENGER_ADAPTERS, MESSENGER_LENGTH, type MessageLines } from "./messengers";

/** When the post of an evening is due, in the city. */
const EVENING = "17:00";
/** Most events of an evening. */
const SHOWN = 10;
/** Characters of titles and venues where a post would be too long. */
const SHORT = 80;

export type CityChannel = typeof channels.$inferSelect;
export type ChannelPost = typeof channelPosts.$inferSelect;

/** An event's state at the time of the post. */
interface ToldEvent {
  id: string;
  version: number;
  isListed: boolean;
}

interface ComposedPost {
  text: string;
  told: ToldEvent[];
  weekVersion: number | null;
}

interface TellingOptions {
  /** Within it the weekday, or for one evening the hours, say enough. */
  range: InstantRange | null;
  isEvening?: boolean;
  /** Names the city too. */
  city?: City | undefined;
  isShort?: boolean;
}

const clip = (text: string, isShort: boolean | undefined) =>
  isShort && text.length > SHORT ? `${text.slice(0, SHORT - 1)}…` : text;

function whenText(
  event: EventListRow,
  locale: Locale,
  { range, isEvening }: TellingOptions,
): string {
  const reader = readerOf(locale);
  const facts = eventFacts(event, { ...reader, now: event.startsAt });
  if (facts.kind === "exhibition") return isEvening ? facts.live().time : facts.sent();
  if (range && event.startsAt >= range.from && event.startsAt < range.to)
    return isEvening && !event.allDay && !isMultiDay(event)
      ? formatHours(event, locale)
      : formatWhen(event, reader);
  return facts.sent();
}

/** The lines of an event: its title as a link, then when, where and for how much. */
export function eventLines(
  event: EventListRow,
  place: number,
  locale: Locale,
  siteUrl: string,
  options: TellingOptions,
): MessageLines {
  const venue = clip(localized({ en: event.venueEn, fa: event.venueFa }, locale), options.isShort);
  const about = [
    whenText(event, locale, options),
    venue,
    options.city && cityName(options.city, locale),
    priceText(event, locale),
  ];
  return [
    [
      `${formatNumber(place, locale)}. `,
      {
        link: clip(statedTitle(event, locale), options.isShort),
        url: mailLink(siteUrl + paths.event(event.id), locale),
      },
    ],
    [about.filter(Boolean).join(" · ")],
  ];
}

/**
 * The versions of events before they are read: the next edit of the post carries a change
 * meanwhile.
 */
async function versionsOf({ db }: Pick<Deps, "db">, ids: readonly string[]): Promise<ToldEvent[]> {
  const rows = await db
    .select({ id: events.id, version: events.version, isListed: events.isListed })
    .from(events)
    .where(sql`${events.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

interface Told {
  head: MessageLines;
  /** An event's lines, with an editor's sentence or null. */
  items: { event: EventListRow; line: string | null }[];
  options: TellingOptions;
  foot: MessageLines;
}

/**
 * Writes a post that a message holds: without sentences where it would be too long, then with short
 * titles, then with fewer events.
 */
function writePost(
  { head, items, options, foot }: Told,
  { service, locale }: CityChannel,
  siteUrl: string,
): string {
  const write = (count: number, hasLines: boolean, isShort: boolean) =>
    MESSENGER_ADAPTERS[service].write([
      ...head,
      ...items
        .slice(0, count)
        .flatMap(({ event, line }, at) => [
          [],
          ...eventLines(event, at + 1, locale, siteUrl, { ...options, isShort }),
          ...(line && hasLines ? [[line]] : []),
        ]),
      ...foot,
    ]);
  for (const [hasLines, isShort] of [
    [true, false],
    [false, false],
    [false, true],
  ] as const) {
    const text = write(items.length, hasLines, isShort);
    if (text.length <= MESSENGER_LENGTH) return text;
  }
  for (let count = items.length - 1; ; count--) {
    const text = write(count, false, true);
    if (text.length <= MESSENGER_LENGTH || count === 0) return text;
  }
}

const footOf = (link: string, path: string, locale: Locale, siteUrl: string): MessageLines => [
  [],
  [{ link, url: mailLink(siteUrl + path, locale) }],
];

async function composeWeekPost(
  deps: Deps,
  channel: CityChannel,
  post: ChannelPost,
  city: City,
): Promise<ComposedPost | null> {
  const t = translatorFor(channel.locale);
  const week = numberedWeekOf(post.subject, city.countryCode);
  const found = await findWeek(deps, city.id, post.subject);
  const range = instantsOf(week, city);
  const weekId = found && found.publishedAt !== null ? found.id : null;
  const told = weekId === null ? [] : await versionsOf(deps, await pickedIds(deps, weekId));
  const picks = weekId === null ? [] : await picksOf(deps, weekId, range);
  if (picks.length === 0 && post.messageId === null) return null;
  const text = writePost(
    {
      head: [
        [{ bold: weekTitle(city, picks.length, channel.locale) }],
        [weekDays(week, city, readerOf(channel.locale))],
      ],
      items: picks.map(({ event, lineEn, lineFa }) => ({
        event,
        line: editorText({ en: lineEn, fa: lineFa }, channel.locale)?.text ?? null,
      })),
      options: { range },
      foot: footOf(
        t("messengers:post.week"),
        paths.cityWeek(city.slug, week.key),
        channel.locale,
        deps.siteUrl,
      ),
    },
    channel,
    deps.siteUrl,
  );
  return { text, told, weekVersion: found?.version ?? null };
}

const pickedIds = async ({ db }: Pick<Deps, "db">, weekId: string): Promise<string[]> =>
  (
    await db
      .select({ id: cityWeekPicks.eventId })
      .from(cityWeekPicks)
      .where(eq(cityWeekPicks.weekId, weekId))
  ).map(({ id }) => id);

const toldBefore = async ({ db }: Pick<Deps, "db">, postId: string): Promise<string[]> =>
  (
    await db
      .select({ id: channelPostEvents.eventId })
      .from(channelPostEvents)
      .where(eq(channelPostEvents.postId, postId))
      .orderBy(asc(channelPostEvents.position))
  ).map(({ id }) => id);

/** The hours of an evening in a city. @param day YYYY-MM-DD */
export function eveningOf(day: string, city: Pick<City, "timeZone" | "countryCode">): InstantRange {
  const from = fromWallTime(day, EVENING, city.timeZone);
  return (
    presetRange("tonight", from, city.timeZone, city.countryCode) ?? {
      from,
      to: fromWallTime(addDays(day, 1), "04:00", city.timeZone),
    }
  );
}

async function composeEvening(
  deps: Deps,
  channel: CityChannel,
  post: ChannelPost,
  city: City,
): Promise<ComposedPost | null> {
  const t = translatorFor(channel.locale);
  const range = eveningOf(post.subject, city);
  const before = await toldBefore(deps, post.id);
  const { query } = parseEventQuery(new URLSearchParams({ city: city.slug, when: "tonight" }));
  const ids =
    post.messageId !== null
      ? before
      : (await listEachOnce(deps, { ...query, limit: SHOWN }, LIST_COLUMNS)).events
          .filter(({ lifecycle }) => lifecycle === "scheduled")
          .map(({ id }) => id);
  const told = await versionsOf(deps, ids);
  const list = (await eventsOfWeek(deps, ids, range)).filter(({ isListed }) => isListed);
  if (list.length === 0 && post.messageId === null) return null;
  const text = writePost(
    {
      head: [[{ bold: t("messengers:post.tonight", { city: cityName(city, channel.locale) }) }]],
      items: list.map((event) => ({ event, line: null })),
      options: { range, isEvening: true },
      foot: footOf(
        t("messengers:post.evening"),
        paths.events({ city: city.slug, when: "tonight" }),
        channel.locale,
        deps.siteUrl,
      ),
    },
    channel,
    deps.siteUrl,
  );
  return { text, told, weekVersion: null };
}

/** A post as its subject is now; null where there is nothing to tell. */
export async function composePost(
  deps: Deps,
  channel: CityChannel,
  post: ChannelPost,
): Promise<ComposedPost | null> {
  const city = (await citiesById(deps)).get(channel.cityId);
  if (!city) return null;
  switch (post.kind) {
    case "week":
      return composeWeekPost(deps, channel, post, city);
    case "tonight":
      return composeEvening(deps, channel, post, city);
    case "test": {
      const said = translatorFor(channel.locale)("messengers:post.test", {
        city: cityName(city, channel.locale),
      });
      const lines: MessageLines = [[said], [mailLink(deps.siteUrl, channel.locale)]];
      return {
        text: MESSENGER_ADAPTERS[channel.service].write(lines),
        told: [],
        weekVersion: null,
      };
    }
  }
}
