import { groupByDay } from "~/components/event-browser/browse-groups.server";
import { type Locale, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import {
  formatTime,
  localDay,
  type Reader,
  startOfDay,
  USUAL_ZONE,
} from "~/lib/dates/dates.server";
import { HOUR, MINUTE } from "~/lib/dates/durations";
import { findCategory } from "~/lib/event/categories";
import { distanceKm } from "~/lib/geo/geo";
import { readSavedKeys, savedKeyOf } from "~/lib/http/preference-cookies.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import type { EventCardView } from "~/lib/pages/views";
import { paths } from "~/lib/paths";
import { citiesById } from "~/modules/cities/queries.server";
import { getListedEvent } from "~/modules/events/get-event.server";
import { eventFacts } from "~/modules/events/present/event-facts.server";
import {
  coverOf,
  formatDistance,
  presentCard,
} from "~/modules/events/present/present-event.server";
import {
  collectionName,
  listCollections,
  readSaved,
  type SavedEntry,
} from "~/modules/saved/queries.server";

/**
 * The hours of a day with its events, for days with more than one on one clock: each on the first
 * line where none before it is still on. Places are percents of the bar.
 */
function hourBar(entries: readonly SavedEntry[], locale: Locale) {
  const [first] = entries;
  if (!first || entries.length < 2) return null;
  const { timeZone } = first;
  if (entries.some((entry) => entry.timeZone !== timeZone)) return null;
  const begin = startOfDay(localDay(first.startsAt, timeZone), timeZone);
  const from = begin + Math.floor((first.startsAt - begin) / HOUR) * HOUR;
  const end = Math.max(...entries.map(({ endsAt }) => endsAt));
  const hours = Math.max(1, Math.ceil((end - from) / HOUR));
  const step = Math.ceil(hours / 6);
  const percent = (at: number) => ((at - from) / (hours * HOUR)) * 100;
  const lines: number[] = [];
  return {
    hours: Array.from({ length: Math.floor(hours / step) + 1 }, (_, index) => {
      const at = from + index * step * HOUR;
      return { at: percent(at), text: formatTime(at, timeZone, locale) };
    }),
    spans: entries.map(({ id, at, titleEn, titleFa, startsAt, endsAt, categories }) => {
      const free = lines.findIndex((until) => until <= startsAt);
      const line = free === -1 ? lines.length : free;
      lines[line] = endsAt;
      return {
        key: `${id} ${at}`,
        title: localized({ en: titleEn, fa: titleFa }, locale),
        family: findCategory(categories[0] ?? "")?.family ?? null,
        line,
        from: percent(startsAt),
        length: percent(endsAt) - percent(startsAt),
      };
    }),
  };
}

export type SavedView = Awaited<ReturnType<typeof savedLoader>>;

/** Longer events leave room for others: festivals and exhibitions clash with nothing. */
const CLASHES_UP_TO = 8 * HOUR;
/** Places further apart are named with their distance, km. */
const FAR_KM = 0.3;

/**
 * What the reader has saved, by day, with what overlaps: of the account, or of a guest by the
 * cookie.
 */
export async function savedLoader(context: RequestContext, request: Request) {
  const { deps, locale, calendar, origin, seo, homeCity, signedIn } = context;
  const t = translatorFor(locale);
  const reader = { locale, calendar };
  const now = deps.clock.now();
  const keys = readSavedKeys(request);
  const [cities, { toCome, over }, own, removed] = await Promise.all([
    citiesById(deps),
    readSaved(deps, signedIn ?? keys),
    signedIn ? listCollections(deps, signedIn) : null,
    removedEvent(context, new URL(request.url).searchParams.get("removed")),
  ]);
  const near = homeCity.slug ?? homeCity.suggested;
  /** The clock of "today": the reader's, of their city, or of what comes next. */
  const clock =
    context.timeZone ??
    [...cities.values()].find(({ slug }) => slug === near)?.timeZone ??
    toCome[0]?.timeZone ??
    USUAL_ZONE;
  const card = (event: SavedEntry): EventCardView => ({
    ...presentCard(event, {
      ...reader,
      now,
      cities,
      saved: new Set([event.id]),
      readerZone: clock,
    }),
    cover: coverOf(event, "thumb"),
    ...(event.at !== null && { at: event.at }),
  });
  const cards = toCome.map(card);
  const groups = groupByDay({ events: toCome }, cards, clock, now, reader);
  const clashes = clashesOf(toCome, reader);
  const placeOf = new Map(cards.map((one, place) => [one, place]));
  const days = groups.map(({ events, ...group }) => {
    const places = events.map((one) => placeOf.get(one) ?? 0);
    const entries = toCome.filter((_, place) => places.includes(place));
    return {
      ...group,
      parts: partedBy(
        places.map((place) => clashes[place] ?? null),
        events,
      ),
      bar: group.key === "ongoing" ? null : hourBar(entries.filter(isTimed), locale),
    };
  });
  const overlaps = clashes.filter((clash) => clash !== null).length;
  const factsOf = (event: SavedEntry) =>
    eventFacts(event, { ...reader, now, city: cities.get(event.cityId) });
  const upNext = toCome.find(
    ({ startsAt, lifecycle }) => startsAt > now && lifecycle === "scheduled",
  );
  // Friends are not sent what is off.
  const sent = toCome.filter(({ lifecycle }) => lifecycle === "scheduled").slice(0, SENT);
  const count = toCome.length + over.length;
  return {
    head: pageHead({ origin, locale, seo }, paths.saved(), {
      title: t("collections:saved.title"),
      description: t("collections:saved.description"),
      noindex: true,
    }),
    title: t("collections:saved.title"),
    summary: [
      count > 0 && t("collections:saved.summary", { count }),
      overlaps > 0 && t("collections:saved.clashes", { count: overlaps }),
    ]
      .filter(Boolean)
      .join(" · "),
    /** The next one to go to. */
    next: upNext && {
      label: t("collections:saved.next"),
      href: paths.event(upNext.id, upNext.at === null ? {} : { at: upNext.at }),
      title: titleOf(upNext, locale),
      when: factsOf(upNext).live().when,
    },
    share:
      sent.length > 0
        ? shareOf(
            sent.map((event) => [
              titleOf(event, locale),
              factsOf(event).sent(),
              `${origin}${paths.event(event.id, event.at === null ? {} : { at: event.at })}`,
            ]),
            locale,
          )
        : null,
    removed: removed && {
      ...removed,
      text: t("collections:saved.removed", { title: removed.title }),
      undo: t("collections:saved.undo"),
    },
    days,
    past: { title: t("collections:saved.past"), events: over.map(card) },
    file: count > 0 ? { href: paths.savedIcs(), label: t("collections:saved.file") } : null,
    bar: t("collections:saved.bar"),
    links: signedIn ? [{ href: paths.calendar(), label: t("collections:saved.calendar") }] : [],
    /** Of the account, without what this page shows; null for a guest. */
    collections: own && {
      title: t("collections:saved.collections"),
      add: t("collections:saved.add"),
      new: t("collections:new"),
      items: own
        .filter(({ isDefault }) => !isDefault)
        .map((collection) => ({
          href: paths.collection(collection.id),
          name: collectionName(collection, locale),
          count: t("events:count", { count: collection.eventCount }),
        })),
    },
    device: signedIn || count === 0 ? null : deviceTexts(count, locale),
    empty: {
      title: t("collections:saved.empty"),
      text: t("collections:saved.emptyText"),
      action: t("collections:emptyAction"),
    },
  };
}

/** Events of a list that is sent as text; more make an address too long for an email program. */
const SENT = 12;

/** The list as text, for another app or an email. */
function shareOf(events: readonly (readonly string[])[], locale: Locale) {
  const t = translatorFor(locale);
  const title = t("collections:saved.shared");
  const text = events.map((lines) => lines.join("\n")).join("\n\n");
  const mail = new URLSearchParams({ subject: title, body: text }).toString();
  return {
    title,
    text,
    mail: `mailto:?${mail.replaceAll("+", "%20")}`,
    label: t("pages:event.share"),
    copied: t("collections:saved.copied"),
  };
}

/** What an account adds to a list that is only on this device. */
function deviceTexts(count: number, locale: Locale) {
  const t = translatorFor(locale);
  return {
    title: t("collections:saved.device.title"),
    gains: (["same", "word", "share"] as const).map((key) => t(`collections:saved.device.${key}`)),
    keep: { href: paths.signUp(paths.saved()), label: t("collections:saved.device.keep") },
    logIn: { href: paths.login(paths.saved()), label: t("collections:saved.device.logIn") },
    note: t("collections:saved.device.note", { count }),
  };
}

/** The event that was just removed here, so that it can be put back; null for none. */
async function removedEvent({ deps, locale }: RequestContext, word: string | null) {
  if (word === null) return null;
  const key = savedKeyOf(word);
  if (!key) return null;
  const event = await getListedEvent(deps, key.id).catch(() => null);
  return event && { ...key, title: titleOf(event, locale) };
}

/** Whether an event has hours at which one can be nowhere else. */
const isTimed = ({ allDay, runsUntil, startsAt, endsAt }: SavedEntry) =>
  !allDay && runsUntil === null && endsAt - startsAt <= CLASHES_UP_TO;

/** The sentence of each event that begins before an earlier one ends, of the whole list in its order. */
function clashesOf(entries: readonly SavedEntry[], { locale }: Reader): (string | null)[] {
  let before: SavedEntry | null = null;
  return entries.map((entry) => {
    const clash: string | null =
      before && isTimed(entry) && entry.startsAt < before.endsAt
        ? clashText(before, entry, locale)
        : null;
    if (isTimed(entry) && (!before || entry.endsAt > before.endsAt)) before = entry;
    return clash;
  });
}

/** The rows of a day, parted where one overlaps one before it. */
function partedBy(clashes: readonly (string | null)[], cards: readonly EventCardView[]) {
  const parts: { clash: string | null; events: EventCardView[] }[] = [];
  cards.forEach((card, index) => {
    const clash = clashes[index] ?? null;
    if (clash !== null || parts.length === 0) parts.push({ clash, events: [] });
    parts.at(-1)?.events.push(card);
  });
  return parts;
}

/** "10 minutes overlap. Antigone ends at 20:40; the places are 0.7 km apart." */
function clashText(first: SavedEntry, second: SavedEntry, locale: Locale): string {
  const t = translatorFor(locale);
  const minutes = Math.round((Math.min(first.endsAt, second.endsAt) - second.startsAt) / MINUTE);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const length = [
    hours > 0 && t("pages:event.hours", { count: hours }),
    rest > 0 && t("pages:event.minutes", { count: rest }),
  ]
    .filter(Boolean)
    .join(t("pages:event.and"));
  const said = {
    length,
    title: titleOf(first, locale),
    time: formatTime(first.endsAt, first.timeZone, locale),
  };
  const km = apart(first, second);
  return km !== null && km >= FAR_KM
    ? t("collections:saved.overlapFar", { ...said, distance: formatDistance(km, locale) })
    : t("collections:saved.overlap", said);
}

/** Null where a place is not known. */
function apart(first: SavedEntry, second: SavedEntry): number | null {
  const [a, b] = [first, second].map(({ latitude, longitude }) =>
    latitude === null || longitude === null ? null : { latitude, longitude },
  );
  return a && b ? distanceKm(a, b) : null;
}

const titleOf = ({ titleEn, titleFa }: Pick<SavedEntry, "titleEn" | "titleFa">, locale: Locale) =>
  localized({ en: titleEn, fa: titleFa }, locale);
