import type { Locale } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import type { Deps } from "../../../lib/deps";
import type { City } from "../../cities/queries.server";
import { cityName } from "../../events/present/present-event.server";
import { type NumberedWeek, numberedWeek, numberedWeekOf } from "./numbered-week";
import { TEN } from "./propose-picks.server";
import {
  type CityWeek,
  findWeek,
  instantsOf,
  latestWeek,
  picksOf,
  type WeekPick,
} from "./queries.server";

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
export async function findPublishedWeek(
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
