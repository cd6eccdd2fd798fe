import { sql } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "../../../db/client";
import { cities } from "../../../db/schema";
import { TimeZone } from "../../lib/dates/time-zone";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { HTTPIssue } from "../../lib/http/form-failure";
import { searchKey } from "../../lib/text/search-text";
import { settingsOf } from "../settings/platform-settings.server";
import type { CityInput, CityUpdate } from "./city-fields";
import { nameIssue } from "./city-fields";
import { countryCodeOf, countryOf, nearestInCountry } from "./countries";
import { isNextEventCandidate } from "./home-city.server";
import { type City, listCities } from "./queries.server";

/** The editable values of a city. */
type CityValues = Pick<
  City,
  | "nameEn"
  | "nameFa"
  | "countryCode"
  | "countryEn"
  | "countryFa"
  | "stateEn"
  | "stateFa"
  | "timeZone"
  | "latitude"
  | "longitude"
  | "heroImageUrl"
  | "searchKey"
>;

/** City fields that the audit log records. */
export const DESCRIBED = [
  "nameEn",
  "nameFa",
  "countryCode",
  "countryEn",
  "countryFa",
  "stateEn",
  "stateFa",
  "timeZone",
  "latitude",
  "longitude",
  "heroImageUrl",
] as const satisfies readonly (keyof CityValues)[];

export const describedOf = (
  city: CityValues,
  keys: readonly (typeof DESCRIBED)[number][] = DESCRIBED,
) => Object.fromEntries(keys.map((key) => [key, city[key]]));

const blankToNull = (text: string | null | undefined) => text || null;

/**
 * A complete city: the input over the present values, missing country names and time zone derived,
 * all validated against the settings (decisions.md §7, content).
 * @param city the present one; null for a new one
 * @throws AppError("invalid") with an issue for each field
 */
export async function completeCity(
  deps: Pick<Deps, "db" | "memo">,
  input: CityInput | Omit<CityUpdate, "version">,
  city: City | null,
): Promise<CityValues> {
  const [{ content }, cities] = await Promise.all([settingsOf(deps), listCities(deps)]);
  const issues: HTTPIssue[] = [];
  const name = input.name ?? { en: city?.nameEn ?? "", fa: city?.nameFa ?? null };
  for (const [path, text] of [
    ["name.en", name.en],
    ["name.fa", name.fa],
  ] as const) {
    if (text === null) continue;
    const issue = nameIssue(text, {
      min: Math.max(1, content.cityNameMin),
      max: content.cityNameMax,
    });
    if (issue) issues.push({ path, ...issue });
  }

  const countryCode =
    input.countryCode ??
    (input.country ? countryCodeOf(input.country.en, cities) : (city?.countryCode ?? null)) ??
    "";
  const known = countryOf(countryCode);
  if (!known)
    issues.push({
      path: input.countryCode === undefined && input.country ? "country" : "countryCode",
      message: "errors:issue.country",
    });
  // A form sends the names of the country before along with the code of another one: they are not
  // meant.
  const country =
    city && countryCode !== city.countryCode && input.country?.en === city.countryEn
      ? undefined
      : input.country;
  const stays = city !== null && city.countryCode === countryCode;
  // Spelled as the other cities of the country have it, so that lists do not show it twice.
  const sibling = cities.find((other) => other.countryCode === countryCode);
  const countryEn =
    blankToNull(country?.en) ?? (stays ? city.countryEn : (sibling?.countryEn ?? known?.en ?? ""));
  const countryFa =
    blankToNull(country?.fa) ??
    (stays ? city.countryFa : (sibling?.countryFa ?? known?.fa ?? null));
  for (const text of [
    countryEn,
    countryFa ?? "",
    input.stateProvince?.en ?? "",
    input.stateProvince?.fa ?? "",
  ])
    if ([...text].length > content.cityNameMax)
      issues.push({
        path: text === countryEn || text === countryFa ? "country" : "stateProvince",
        message: "errors:issue.longerThan",
        values: { max: content.cityNameMax },
      });

  const latitude = input.latitude ?? city?.latitude ?? Number.NaN;
  const longitude = input.longitude ?? city?.longitude ?? Number.NaN;
  const state =
    input.stateProvince === undefined
      ? { en: city?.stateEn ?? null, fa: city?.stateFa ?? null }
      : (input.stateProvince ?? { en: null, fa: null });

  const stated = input.timezone === undefined ? (city?.timeZone ?? null) : input.timezone || null;
  const timeZone =
    stated ??
    nearestInCountry({ latitude, longitude, countryCode, slug: city?.slug }, cities)?.city
      .timeZone ??
    null;
  const zone = v.safeParse(TimeZone, timeZone ?? "");
  if (timeZone === null) issues.push({ path: "timezone", message: "errors:issue.noZoneNear" });
  else if (!zone.success) issues.push({ path: "timezone", message: "errors:issue.timeZone" });

  if (issues.length > 0) throw new AppError("invalid", issues);
  const keys = [name.en, name.fa, countryEn, countryFa, state.en, state.fa]
    .map((text) => searchKey(text ?? ""))
    .filter(Boolean);
  return {
    nameEn: name.en,
    nameFa: name.fa,
    countryCode,
    countryEn,
    countryFa,
    stateEn: blankToNull(state.en),
    stateFa: blankToNull(state.fa),
    timeZone: zone.success ? zone.output : "",
    latitude,
    longitude,
    heroImageUrl:
      input.heroImageUrl === undefined ? (city?.heroImageUrl ?? null) : input.heroImageUrl,
    searchKey: keys.join("\n"),
  };
}

/**
 * The statement that refreshes upcoming count and next event of all cities, or of one. Writes
 * changed rows only, so that an hour without changes keeps cached pages valid.
 */
export function refreshCities(db: Database, now: number, cityId: string | null = null) {
  const next = (
    column: "event_id" | "starts_at",
  ) => sql`(SELECT event_facets.${sql.raw(column)} FROM event_facets
    JOIN events ON events.id = event_facets.event_id
    WHERE event_facets.facet = 'city:' || c.id AND event_facets.is_over = 0 AND event_facets.is_next = 1 AND event_facets.ends_at > ${now} AND ${isNextEventCandidate(now)}
    ORDER BY event_facets.starts_at, event_facets.event_id LIMIT 1)`;
  const fresh = sql`(SELECT c.id,
      coalesce((SELECT upcoming FROM facet_counts WHERE facet = 'city:' || c.id), 0) AS upcoming,
      ${next("event_id")} AS next_id, ${next("starts_at")} AS next_at
    FROM cities c WHERE ${cityId} IS NULL OR c.id = ${cityId}) AS fresh`;
  return db
    .update(cities)
    .set({
      upcomingCount: sql`fresh.upcoming`,
      nextEventId: sql`fresh.next_id`,
      nextEventStartsAt: sql`fresh.next_at`,
    })
    .from(fresh)
    .where(
      sql`${cities.id} = fresh.id AND (${cities.upcomingCount} IS NOT fresh.upcoming OR ${cities.nextEventId} IS NOT fresh.next_id OR ${cities.nextEventStartsAt} IS NOT fresh.next_at)`,
    );
}
