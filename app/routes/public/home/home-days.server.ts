import { translatorFor } from "~/i18n/messages.server";
import {
  dateParts,
  type InstantRange,
  localDay,
  presetRange,
  type Reader,
  startOfDay,
} from "~/lib/dates/dates.server";
import { addDays } from "~/lib/dates/days";
import type { Deps } from "~/lib/deps";
import { paths } from "~/lib/paths";
import { formatNumber } from "~/lib/text/money";
import type { City } from "~/modules/cities/queries.server";
import { dayRange, rangeCountsOf } from "~/modules/events/list/facet-counts.server";
import { readFilters } from "~/modules/events/list/list-filters.server";
import { parseEventQuery } from "~/modules/events/schema";

export type HomeDays = Awaited<ReturnType<typeof homeDays>>;
export type DoorView = ReturnType<typeof door>;

/** Rows that are read at most to count the days: the page has much else. */
const ROWS_OF_DAYS = 125;

/** Arches on the home page. */
const DAYS = 7;
/** Counts from which an arch is darker. */
const DENSITY = [1, 5, 10, 18] as const;

/** This evening and night in a city; until four in the morning the one that is ending. */
export function tonightOf({ timeZone, countryCode }: City, now: number): InstantRange {
  const range = presetRange("tonight", now, timeZone, countryCode);
  if (!range) throw new Error("Tonight has a range.");
  return range;
}

/**
 * Tonight and the coming days of a city, an arch each, with the counts of the lists that they lead
 * to.
 */
export async function homeDays(
  deps: Pick<Deps, "db" | "memo" | "clock">,
  city: City,
  now: number,
  reader: Reader,
) {
  const { slug, timeZone } = city;
  const t = translatorFor(reader.locale);
  const today = localDay(now, timeZone);
  const tonight = tonightOf(city, now);
  // Past midnight "tonight" is the night that ends: the day that has begun comes next, whole.
  const isNight = localDay(tonight.from, timeZone) < today;
  const days = Array.from({ length: DAYS }, (_, index) => addDays(today, index));
  const { filters } = readFilters(
    parseEventQuery(new URLSearchParams({ city: slug })).query,
    [city],
    now,
  );
  const [tonightCount, ...counts] = await rangeCountsOf(
    deps,
    filters,
    [tonight, ...days.map((day) => dayRange(day, timeZone))],
    ROWS_OF_DAYS,
  );
  return {
    tonight: { ...tonight, count: tonightCount },
    doors: days.map((day, index) => {
      const isTonight = index === 0 && !isNight;
      const label = isTonight
        ? t("events:day.tonight")
        : index === 0
          ? t("events:day.today")
          : index === 1
            ? t("events:day.tomorrow")
            : null;
      return door(day, {
        label,
        isTonight,
        href: isTonight
          ? paths.events({ city: slug, when: "tonight" })
          : paths.events({ city: slug, from: day, to: day }),
        count: isTonight ? tonightCount : counts[index],
        timeZone,
        reader,
      });
    }),
  };
}

/** An arch. @param label null for the name of its weekday */
function door(
  day: string,
  {
    label,
    isTonight,
    href,
    count,
    timeZone,
    reader,
  }: {
    label: string | null;
    isTonight: boolean;
    href: string;
    count: number | undefined;
    timeZone: string;
    reader: Reader;
  },
) {
  const t = translatorFor(reader.locale);
  const parts = dateParts(startOfDay(day, timeZone), timeZone, reader);
  const { weekday, weekdayShort, day: number, month } = parts;
  return {
    day,
    isTonight,
    href,
    label: label ?? weekday,
    /** The name for phones; Persian ones have no short form that reads well. */
    brief: reader.locale === "fa" ? weekday : weekdayShort,
    number,
    month,
    hasEvents: count !== 0,
    count:
      count === undefined
        ? t("pages:home.days.many")
        : count > 0
          ? t("events:count", { count })
          : t("pages:home.days.none"),
    /** For phones, which have room for a number. */
    short: count === undefined ? "" : count > 0 ? formatNumber(count, reader.locale) : "–",
    density:
      count === undefined ? DENSITY.length : DENSITY.filter((least) => count >= least).length,
  };
}
