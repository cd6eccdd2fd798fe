import { type Locale, listOf } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import type { TextKey } from "../../i18n/translate";
import { DATE_PRESETS } from "../../lib/dates/date-presets";
import { formatDate, inOtherCalendar, localDay, type Reader, startOfDay } from "../../lib/dates/dates.server";
import { addDays } from "../../lib/dates/days";
import { typedJalali } from "../../lib/dates/jalali";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { RequestContext } from "../../lib/http/request-context";
import { type ContentScope, cityScope } from "../../lib/pages/content-scope";
import { pageHead } from "../../lib/pages/page-head.server";
import type { EventCardView } from "../../lib/pages/views";
import { paths } from "../../lib/paths";
import { localDigits } from "../../lib/text/digits";
import { formatNumber } from "../../lib/text/money";
import { type City, listCities } from "../cities/queries.server";
import { AGE_CHOICES, readAges, writeAges } from "../search/ages";
import { CATEGORIES, findCategory } from "./categories";
import { TRAIT_KEYS } from "./event-fields";
import { eventQueryParams } from "./event-query-link";
import { type CategoryCounts, categoryCountsOf } from "./facet-counts.server";
import { listFeedLinks } from "./feed-links.server";
import { type EventList, listEvents } from "./list-events.server";
import { presetOf } from "./list-filters.server";
import { listTexts } from "./list-texts.server";
import { findAlternatives, type NearQuery, textAsRead } from "./nearest-alternatives.server";
import { parseEventQuery } from "./parse-event-query";
import { categoryView, cityName, presentCard } from "./present-event.server";
import { agesLabel, chipLabel, requestText, typedWords } from "./request-text.server";
import { savedAmong } from "./saved-events.server";
import { DEFAULT_RADIUS_KM, type EventQuery } from "./schema";
import { searchTexts } from "./search-texts.server";

/** A filter that is on, and the same page without it. */
export interface ActiveFilter {
  key: string;
  label: string;
  /** The user's text within the label; isolate its direction. */
  typed?: string;
  without: string;
  /** Understood from words rather than chosen. */
  understood: boolean;
}

export interface DayGroup {
  key: string;
  title: string;
  /** The day in the other calendar, small beside it. */
  otherCalendar: string;
  isToday: boolean;
  /** False for a part of search results, with its count for `otherCalendar`. */
  isDay?: boolean;
  events: EventCardView[];
}

/** The one place or category that a page is about: it is in its path. */
interface Fixed {
  city?: string;
  category?: string;
}

/** Presets that mean other days in other zones. */
const IS_OF_A_ZONE: ReadonlySet<string | null> = new Set(["today", "tonight", "tomorrow", "weekend", "week", "month"]);

/** Everything the list of events shows (product.md §2), for its page and for the pages of a city and a category. */
export async function browseEvents(
  { deps, locale, calendar, origin, seo, signedIn, timeZone = null }: RequestContext,
  params: URLSearchParams,
  fixed: Fixed = {},
) {
  const reader = { locale, calendar };
  const t = translatorFor(locale);
  const merged = new URLSearchParams(params);
  if (fixed.city) merged.set("city", fixed.city);
  if (fixed.category) merged.set("category", fixed.category);
  const parsed = parseEventQuery(merged);
  const { list, query, cursorFailed } = await listWithValidCursor(deps, parsed.query);
  const issues = [...new Set([...parsed.issues.map(({ path }) => path), ...(cursorFailed ? ["cursor"] : [])])];
  const cities = await listCities(deps);
  const now = deps.clock.now();
  const [alternatives, counts, saved] = await Promise.all([
    findAlternatives(deps, query, list),
    list.filters && categoryCountsOf(deps, list.filters),
    savedAmong(
      deps,
      signedIn,
      list.events.map(({ id }) => id),
    ),
  ]);
  const cards = list.events.map((event) =>
    presentCard(event, { ...reader, now, cities: list.cities, center: list.center, saved, readerZone: timeZone }),
  );
  const place = list.city ? cityName(list.city, locale) : null;
  const total = countText(list.exactTotal, list.totalIsExact, locale);
  const near = list.center
    ? t("events:list.near", {
        total,
        km: query.radius ?? DEFAULT_RADIUS_KM,
        place: query.latitude === null ? (place ?? "") : t("events:list.nearYou"),
      })
    : null;
  const days = list.sort === "date" ? groupByDay(list, cards, now, reader) : null;
  const { title, description } = listTexts(place, fixed.category, locale);
  const preset = query.when ?? understoodPreset(list.understood);
  const feed = listFeedLinks({ origin, locale }, title, query, fixed);
  const daysAreAssumed = !place && !list.center && (query.from !== null || query.to !== null || IS_OF_A_ZONE.has(preset as string | null));

  // Round a point, events of neighbouring cities are listed too; so they are where nothing matches the city's filter.
  const isOfCity = list.city !== null && !list.center && list.exactTotal > 0 && list.parts.every(({ kind }) => kind !== "literal");
  const scope: ContentScope = isOfCity && list.city ? cityScope(list.city.id) : "listing";

  return {
    scope,
    head: pageHead({ origin, locale, seo }, canonicalPath(query, list.city, fixed), {
      title,
      description,
      ...(query.q || query.cursor || query.latitude !== null ? { noindex: true } : null),
      feed,
    }),
    feed,
    title,
    summary: summaryText(query, list, near, total, locale),
    daysOf: daysAreAssumed ? t("events:list.daysOfIran") : null,
    groups: days && !(fixed.category && isSparse(days)) ? days : partGroups(query, list, cards, reader),
    active: activeFilters(query, list, reader, fixed),
    reading: readingNotes(query, list, locale, fixed),
    nothing: nothingFound(query, list, alternatives, reader, fixed),
    leftOut:
      issues.length > 0
        ? t("events:list.leftOut", {
            names: issues.map((name) => t(`events:list.issue.${name}` as TextKey)).join(locale === "fa" ? "، " : ", "),
          })
        : null,
    query: { ...query, categories: query.categories as string[], city: list.city?.slug ?? null },
    typedDays: calendar === "jalali" ? typedDays(query, localDay(now, list.area.timeZone), locale) : null,
    sort: list.sort,
    hasCenter: list.center !== null,
    cities: cities.map((city) => `${city.slug} ${cityName(city, locale)}`).join("\n"),
    categories: CATEGORIES.map(({ name, slug, fa, family }) => ({
      name,
      slug,
      family,
      label: locale === "fa" ? fa : name,
      countText: counts === null ? "" : categoryCountText(counts, name, locale),
    })),
    traits: TRAIT_KEYS.map((key) => ({ key, label: t(`events:trait.${key}`), isChosen: query.traits.includes(key) })),
    ages: ageChoices(query, locale),
    presets: DATE_PRESETS.map((preset) => ({ value: preset, label: t(`events:list.dates.${preset}`) })),
    seen: pageExtent(list, cards.length, locale),
    more: list.nextCursor ? hrefOf({ ...query, cursor: list.nextCursor }, fixed) : null,
    first: list.before > 0 ? hrefOf({ ...query, cursor: null }, fixed) : null,
    quick: quickFilters(query, list.understood, locale, fixed),
    room: list.city?.slug ?? null,
    fixedCity: fixed.city !== undefined,
    fixedCategory: fixed.category !== undefined,
  };
}

/** "12", "12+" when counting stopped early; empty for unknown counts. */
function categoryCountText({ of, isExact }: CategoryCounts, name: string, locale: Locale): string {
  const count = of.get(name) ?? 0;
  if (isExact) return formatNumber(count, locale);
  return count === 0 ? "" : translatorFor(locale)("events:list.countAtLeast", { count: formatNumber(count, locale) });
}

/** The range as typed by readers of the Solar Hijri calendar; native pickers are Gregorian. */
function typedDays({ from, to }: EventQuery, today: string, locale: Locale) {
  const typed = (day: string) => localDigits(typedJalali(day), locale);
  return { from: from ? typed(from) : "", to: to ? typed(to) : "", example: typed(today) };
}

/**
 * The range of a page. Counting stops at a limit, which a reader may have passed. `note` says at the end of a search that more match.
 */
function pageExtent(list: EventList, count: number, locale: Locale) {
  const { before, total, totalIsExact, nextCursor, sort, parts, exactTotal } = list;
  const reached = before + count;
  const matching = parts.find(({ kind }) => kind === "all")?.total ?? 0;
  if (parts.length > 0) {
    // A search lists what it ranked, the soonest matches.
    const isCut = exactTotal > matching || !totalIsExact;
    const note = isCut ? searchTexts(locale)("search:soonest", { count: formatNumber(matching, locale) }) : null;
    return { before, count, total: Math.max(total, reached), exact: true, note: nextCursor === null ? note : null };
  }
  const isEnd = sort === "date" && nextCursor === null && totalIsExact;
  return { before, count, total: isEnd ? reached : Math.max(total, reached), exact: totalIsExact, note: null };
}

/** The address of a query, with known parameters only. */
function hrefOf(query: EventQuery, fixed: Fixed): string {
  const params = eventQueryParams(query);
  if (fixed.city) return paths.city(fixed.city, { ...params, city: null });
  if (fixed.category) return paths.category(fixed.category, { ...params, category: null });
  return paths.events(params);
}

/** The preset that the words name, without further conditions of time. */
function understoodPreset(understood: EventList["understood"]) {
  const when = understood.find((chip) => chip.kind === "when")?.value;
  return when && when.hours === undefined && when.weekdays === undefined ? presetOf(when) : null;
}

/** The ages to choose from, and the chosen ones. */
function ageChoices({ age }: EventQuery, locale: Locale) {
  const chosen = age && writeAges(age);
  const offered: readonly string[] = AGE_CHOICES;
  return [...offered, ...(chosen && !offered.includes(chosen) ? [chosen] : [])].flatMap((value) => {
    const ages = readAges(value);
    return ages ? [{ value, label: agesLabel(ages, locale), isChosen: value === chosen }] : [];
  });
}

/** The most used days, and "free": each toggles, whether chosen or understood from words. */
function quickFilters(query: EventQuery, understood: EventList["understood"], locale: Locale, fixed: Fixed) {
  const t = translatorFor(locale);
  const understoodWhen = understoodPreset(understood);
  const isFree = understood.some(({ kind }) => kind === "free");
  const without = (kind: EventQuery["without"][number]) => [...query.without, kind];
  const days = (["today", "tomorrow", "weekend", "week", "month"] as const).map((preset) => {
    const meant = preset === understoodWhen;
    const on = query.when === preset || meant;
    const rest = meant ? { when: null, without: without("when") } : { when: on ? null : preset };
    return {
      key: preset,
      label: t(`events:list.dates.${preset}`),
      on,
      href: hrefOf({ ...query, ...rest, from: null, to: null, cursor: null }, fixed),
    };
  });
  const meant = isFree;
  const rest = meant ? { free: false, without: without("free") } : { free: !query.free };
  const free = { key: "free", label: t("events:free"), on: query.free || meant, href: hrefOf({ ...query, ...rest, cursor: null }, fixed) };
  return [...days, free];
}

/** Ignores an invalid cursor and lists from the start. */
async function listWithValidCursor(deps: Deps, query: EventQuery): Promise<{ list: EventList; query: EventQuery; cursorFailed: boolean }> {
  try {
    return { list: await listEvents(deps, query), query, cursorFailed: false };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "bad-request" || query.cursor === null) throw error;
    const rest = { ...query, cursor: null };
    return { list: await listEvents(deps, rest), query: rest, cursorFailed: true };
  }
}

/** Cities and categories have pages of their own, wherever the same list is found; other filters are the same list to a search engine. */
function canonicalPath(query: EventQuery, city: City | null, fixed: Fixed): string {
  const category = query.categories.length === 1 ? findCategory(query.categories[0] ?? "")?.slug : undefined;
  if (city && (fixed.city || query.categories.length !== 1)) return paths.city(city.slug);
  if (category && (fixed.category || !city)) return paths.category(category);
  return paths.events({ city: city?.slug, category });
}

function activeFilters(query: EventQuery, list: EventList, reader: Reader, fixed: Fixed): ActiveFilter[] {
  const { locale } = reader;
  const t = translatorFor(locale);
  const active: ActiveFilter[] = [];
  const chip = (key: string, label: string, changes: Partial<EventQuery>, { typed, understood = false }: Partial<ActiveFilter> = {}) =>
    active.push({ key, label, typed, without: hrefOf({ ...query, ...changes, cursor: null }, fixed), understood });
  const day = (value: string) => formatDate(startOfDay(value, "UTC"), "UTC", reader, { weekday: false });

  if (query.q) chip("q", t("events:list.chipQuery", { words: query.q }), { q: "", without: [] }, { typed: query.q });
  if (query.city && list.city && !fixed.city) chip("city", cityName(list.city, locale), { city: null });
  for (const key of query.traits) chip(`trait-${key}`, t(`events:trait.${key}`), { traits: query.traits.filter((other) => other !== key) });
  if (query.age) chip("age", agesLabel(query.age, locale), { age: null });
  for (const name of query.categories) {
    if (fixed.category) continue;
    const label = categoryView(name, locale)?.label ?? name;
    chip(`category-${name}`, label, { categories: query.categories.filter((other) => other !== name) });
  }
  if (query.tag) chip("tag", t("events:list.chipTag", { tag: query.tag }), { tag: null }, { typed: query.tag });
  if (query.when && query.when !== "upcoming") chip("when", t(`events:list.dates.${query.when}`), { when: null });
  if (query.from) chip("from", t("events:list.chipFrom", { date: day(query.from) }), { from: null });
  if (query.to) chip("to", t("events:list.chipTo", { date: day(query.to) }), { to: null });
  if (query.free) chip("free", t("events:list.freeOnly"), { free: false });
  if (query.latitude !== null) chip("near", t("events:list.nearMe"), { latitude: null, longitude: null, radius: null });
  if (query.radius !== null && list.center) chip("radius", t("events:list.chipRadius", { km: query.radius }), { radius: null });
  for (const read of list.understood) {
    const { kind } = read;
    chip(`understood-${kind}`, chipLabel(read, list.city, reader), { without: [...query.without, kind] }, { understood: true });
  }
  return active;
}

/** "12 events", "more than 70 events". */
function countText(count: number, isExact: boolean, locale: Locale): string {
  return translatorFor(locale)(isExact ? "events:count" : "events:countMore", { count });
}

/** The number of events that match everything. */
function summaryText({ q }: EventQuery, { exactTotal }: EventList, near: string | null, total: string, locale: Locale): string {
  if (q && exactTotal === 0) return searchTexts(locale)("search:nothingFor", { words: q });
  return near ?? (q ? translatorFor(locale)("events:list.found", { total, words: q }) : total);
}

/** The cards of a search under headings that say what they lack; one group without a heading if they all match everything. */
function partGroups(query: EventQuery, list: EventList, cards: readonly EventCardView[], reader: Reader): DayGroup[] {
  const whole = { otherCalendar: "", isToday: false, isDay: false };
  const [first, ...others] = list.parts;
  if (!first || (first.kind === "all" && others.length === 0)) return [{ ...whole, key: "all", title: "", events: [...cards] }];
  const groups: DayGroup[] = [];
  let start = 0;
  for (const part of list.parts) {
    const [from, to] = [start - list.before, start + part.total - list.before];
    start += part.total;
    const events = cards.slice(Math.max(from, 0), Math.max(to, 0));
    const count =
      part.kind === "all"
        ? countText(list.exactTotal, list.totalIsExact, reader.locale)
        : list.partsAreExact
          ? countText(part.total, true, reader.locale)
          : searchTexts(reader.locale)("search:part.closest", { count: formatNumber(part.total, reader.locale) });
    if (events.length > 0)
      groups.push({
        ...whole,
        key: `part-${part.kind}-${part.without.join("-")}`,
        title: partTitle(part, query, list, reader),
        otherCalendar: count,
        events,
      });
  }
  return groups;
}

function partTitle({ kind, without }: EventList["parts"][number], { q }: EventQuery, list: EventList, reader: Reader): string {
  const { locale } = reader;
  const say = searchTexts(locale);
  if (kind === "words")
    return say("search:part.words", { words: without.map((words) => typedWords(q, words)).join(locale === "fa" ? "» و «" : "” and “") });
  const filters = listOf(
    locale,
    list.understood.map((chip) => chipLabel(chip, list.city, reader)),
  );
  return say(`search:part.${kind}`, { filters });
}

/** How the words were corrected, with the way back; a correction that was not wanted, with the way to it. */
function readingNotes(query: EventQuery, list: EventList, locale: Locale, fixed: Fixed) {
  const say = searchTexts(locale);
  const read = textAsRead(list);
  if (read !== query.q && (list.corrected !== null || list.corrections.length > 0)) {
    const href = hrefOf({ ...query, without: [...query.without, "corrections"], cursor: null }, fixed);
    return { text: say("search:searchedFor", { words: read }), link: { href, label: say("search:instead", { words: query.q }) } };
  }
  if (list.suggestion === null) return null;
  const href = hrefOf({ ...query, without: query.without.filter((kind) => kind !== "corrections"), cursor: null }, fixed);
  return { text: "", link: { href, label: say("search:didYouMean", { words: list.suggestion }) } };
}

/** That nothing matches everything, and the nearest queries that find something. */
function nothingFound(query: EventQuery, list: EventList, alternatives: readonly NearQuery[], reader: Reader, fixed: Fixed) {
  if (list.exactTotal > 0 || list.before > 0) return null;
  const { locale } = reader;
  const say = searchTexts(locale);
  return {
    title: say("search:nothing", { request: requestText({ ...query, q: textAsRead(list) }, list.request, reader) }),
    nearest: say("search:nearest"),
    alternatives: alternatives.map((alternative) => ({
      href: hrefOf(alternative.query, alternative.query.city === (fixed.city ?? null) ? fixed : { category: fixed.category }),
      label: requestText(alternative.query, alternative.request, reader),
      count: countText(alternative.total, alternative.isExact, locale),
    })),
  };
}

/**
 * Groups events by start day, with running ones first. Days, "today" and "tomorrow" are those of each event's own zone:
 * at one moment Tehran and Toronto have different dates.
 */
function groupByDay(list: EventList, cards: EventCardView[], now: number, reader: Reader): DayGroup[] {
  const t = translatorFor(reader.locale);
  const groups: DayGroup[] = [];
  list.events.forEach((event, index) => {
    const card = cards[index];
    if (!card) return;
    const today = localDay(now, event.timeZone);
    const isToday = event.localDay === today;
    const near = isToday ? "today" : event.localDay === addDays(today, 1) ? "tomorrow" : null;
    const ongoing = event.startsAt <= now && event.endsAt > now && event.localDay < today;
    const key = ongoing ? "ongoing" : near ? `${near} ${event.localDay}` : event.localDay;
    let group = groups.find((known) => known.key === key);
    if (!group) {
      const name = near && t(`events:day.${near}`);
      const date = formatDate(event.startsAt, event.timeZone, reader, { year: event.localDay.slice(0, 4) !== today.slice(0, 4) });
      const other = formatDate(event.startsAt, event.timeZone, inOtherCalendar(reader), { weekday: false, year: false });
      group = ongoing
        ? { key, title: t("events:day.ongoing"), otherCalendar: "", isToday: false, events: [] }
        : { key, title: name ?? date, otherCalendar: name ? `${date} · ${other}` : other, isToday, events: [] };
      groups.push(group);
    }
    group.events.push(card);
  });
  return groups;
}

/** With a single event on most days, headings would be all there is to see. */
function isSparse(days: readonly DayGroup[]): boolean {
  return days.reduce((sum, day) => sum + day.events.length, 0) < 2 * days.length;
}
