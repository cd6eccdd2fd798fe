import { events } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { paths } from "../../../lib/paths";
import { type City, citiesById } from "../../cities/queries.server";
import {
  creatorNames,
  EVENT_JSON_COLUMNS,
  eventJson,
} from "../../events/present/event-json.server";
import { findPublishedWeek } from "./published-week.server";
import { instantsOf, readPicks } from "./queries.server";
import type { CityWeekJson } from "./schema";

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
