import * as v from "valibot";
import { events } from "../../../../db/schema";
import { type Locale, localized } from "../../../i18n/locale";
import { LocalizedTextJson, OptionalTextJson } from "../../../i18n/localized-json";
import { translatorFor } from "../../../i18n/messages.server";
import { dateParts, formatDate, type Reader, startOfDay } from "../../../lib/dates/dates.server";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { paths } from "../../../lib/paths";
import { formatNumber } from "../../../lib/text/money";
import { type City, citiesById } from "../../cities/queries.server";
import { EVENT_JSON_COLUMNS } from "../../events/event-columns.server";
import { EventJson } from "../../events/event-json-schema";
import { creatorNames, eventJson } from "../../events/present/event-json.server";
import { cityName } from "../../events/present/present-event.server";
import { type NumberedWeek, numberedWeek, numberedWeekOf } from "./numbered-week";
import { TEN } from "./propose-picks.server";
import {
  type CityWeek,
  findWeek,
  instantsOf,
  latestWeek,
  picksOf,
  readPicks,
  type WeekPick,
} from "./queries.server";

const Day = v.pipe(v.string(), v.isoDate());
const Whole = v.pipe(v.number(), v.integer());

const CityWeekPickJson = v.pipe(
  v.object({ position: Whole, line: OptionalTextJson, event: EventJson }),
  v.metadata({ ref: "CityWeekPick" }),
);

/** A city's weekly picks in JSON (docs/decisions/weeks.md). */
export const CityWeekJson = v.pipe(
  v.object({
    city: v.object({ slug: v.string(), name: LocalizedTextJson }),
    key: v.string(),
    year: Whole,
    number: Whole,
    firstDay: Day,
    lastDay: Day,
    intro: OptionalTextJson,
    isAutomatic: v.boolean(),
    editor: v.nullable(v.string()),
    publishedAt: v.pipe(v.string(), v.isoTimestamp()),
    url: v.string(),
    picks: v.array(CityWeekPickJson),
  }),
  v.metadata({ ref: "CityWeek" }),
);
export type CityWeekJson = v.InferOutput<typeof CityWeekJson>;

/** A city's week whose picks are out. */
export interface PublishedWeek {
  week: NumberedWeek;
  found: FoundWeek;
  picks: WeekPick[];
}

type FoundWeek = CityWeek & { editor: string | null; publishedAt: number };

/**
 * A city's published week without its picks. @param key null for the latest one; @returns null
 * where there is none
 */
async function findPublishedWeek(
  deps: Pick<Deps, "db">,
  city: City,
  key: string | null,
): Promise<Omit<PublishedWeek, "picks"> | null> {
  const firstDay =
    key === null
      ? (await latestWeek(deps, city.id))?.firstDay
      : numberedWeek(key, city.countryCode)?.first;
  const found = firstDay === undefined ? null : await findWeek(deps, city.id, firstDay);
  const publishedAt = found?.publishedAt ?? null;
  return found && publishedAt !== null
    ? { week: numberedWeekOf(found.firstDay, city.countryCode), found: { ...found, publishedAt } }
    : null;
}

/** `findPublishedWeek` with its picks. */
export async function readPublishedWeek(
  deps: Pick<Deps, "db">,
  city: City,
  key: string | null,
): Promise<PublishedWeek | null> {
  const published = await findPublishedWeek(deps, city, key);
  return (
    published && {
      ...published,
      picks: await picksOf(deps, published.found.id, instantsOf(published.week, city)),
    }
  );
}

/** "The week’s ten in Tehran"; fewer are its picks. */
export const weekTitle = (city: City, count: number, locale: Locale): string =>
  translatorFor(locale)(count === TEN ? "weeks:page.ten" : "weeks:page.picks", {
    city: cityName(city, locale),
  });

/** Authors of the picks. */
export function pickedBy(
  { isAutomatic, editor }: Pick<FoundWeek, "isAutomatic" | "editor">,
  locale: Locale,
): string {
  const t = translatorFor(locale);
  return isAutomatic
    ? t("weeks:page.automatic")
    : editor
      ? t("weeks:page.by", { editor })
      : t("weeks:page.byEditors");
}

/**
 * A text that an editor wrote in one or both languages, in the reader's if there; null for none.
 */
export function editorText(
  texts: { en: string | null; fa: string | null },
  locale: Locale,
): { text: string; lang: Locale } | null {
  const lang = texts[locale] ? locale : locale === "fa" ? "en" : "fa";
  const text = localized({ en: texts.en ?? texts.fa ?? "", fa: texts.fa }, locale);
  return text === "" ? null : { text, lang };
}

/** The days of a week: "14 – 20 November", "30 October – 5 November". */
export function weekDays(
  { first, last }: Pick<NumberedWeek, "first" | "last">,
  { timeZone }: Pick<City, "timeZone">,
  reader: Reader,
): string {
  const [from, to] = [first, last].map((day) => startOfDay(day, timeZone)) as [number, number];
  const [start, end] = [dateParts(from, timeZone, reader), dateParts(to, timeZone, reader)];
  return translatorFor(reader.locale)("weeks:page.range", {
    from:
      start.month === end.month
        ? start.day
        : formatDate(from, timeZone, reader, { weekday: false, year: false }),
    to: formatDate(to, timeZone, reader, { weekday: false, year: false }),
  });
}

/** "هفتهٔ ۳۵ سال ۱۴۰۵"; in English its days, which say more than a number of the Jalali year. */
export const weekName = (
  week: NumberedWeek,
  city: Pick<City, "timeZone">,
  reader: Reader,
): string =>
  reader.locale === "en"
    ? weekDays(week, city, reader)
    : translatorFor(reader.locale)("weeks:page.number", {
        number: week.number,
        year: formatNumber(week.year, reader.locale).replace(/[,٬]/g, ""),
      });

/**
 * A city's published picks as the API gives them. @param key null for the latest; @throws
 * AppError("not-found")
 */
export async function cityWeekJson(
  deps: Pick<Deps, "db" | "memo">,
  city: City,
  key: string | null,
  origin: string,
): Promise<CityWeekJson> {
  const published = await findPublishedWeek(deps, city, key);
  if (!published) throw new AppError("not-found");
  const { week, found } = published;
  const [picks, cities] = await Promise.all([
    readPicks(deps, found.id, instantsOf(week, city), {
      ...EVENT_JSON_COLUMNS,
      isListed: events.isListed,
    }),
    citiesById(deps),
  ]);
  const names = await creatorNames(
    deps.db,
    picks.map(({ event }) => event),
  );
  return {
    city: { slug: city.slug, name: { en: city.nameEn, fa: city.nameFa } },
    key: week.key,
    year: week.year,
    number: week.number,
    firstDay: week.first,
    lastDay: week.last,
    intro: { en: found.introEn, fa: found.introFa },
    isAutomatic: found.isAutomatic,
    editor: found.isAutomatic ? null : found.editor,
    publishedAt: new Date(found.publishedAt).toISOString(),
    url: new URL(paths.cityWeek(city.slug, week.key), origin).href,
    picks: picks.map(({ event, lineEn, lineFa }, index) => ({
      position: index + 1,
      line: { en: lineEn, fa: lineFa },
      event: eventJson(event, cities.get(event.cityId), origin, names),
    })),
  };
}
