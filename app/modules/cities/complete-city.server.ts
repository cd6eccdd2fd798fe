import * as v from "valibot";
import { TimeZone } from "../../lib/dates/time-zone";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { HTTPIssue } from "../../lib/http/http-issue";
import { searchKey } from "../../lib/text/search-text";
import { settingsOf } from "../settings/platform-settings.server";
import type { CityInput, CityUpdate } from "./city-input";
import { nameIssue } from "./city-parts";
import { countryCodeOf, countryOf } from "./countries";
import { nearestInCountry } from "./derive-time-zone";
import { type City, listCities } from "./queries.server";

/** The editable values of a city. */
export type CityValues = Pick<
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
