import * as v from "valibot";
import type { HTTPIssue } from "../../lib/http/form-failure";
import { isCitySlug } from "../../lib/text/city-slug";
import { cleanLine } from "../../lib/text/clean-text";
import { parseTypedNumber } from "../../lib/text/digits";
import { PictureInput } from "../media/media-files";
import type { City } from "./queries.server";

/** Longer than any limit that the settings may set. */
const FLOOD = 1_000;
/** A text of one line. */
const Line = v.pipe(
  v.string("errors:issue.value"),
  v.maxLength(FLOOD, "errors:issue.tooLong"),
  v.transform(cleanLine),
);

/** A latitude (90) or a longitude (180). */
const degrees = (limit: 90 | 180) => {
  const issue = limit === 90 ? "errors:issue.latitude" : "errors:issue.longitude";
  return v.pipe(
    v.number(issue),
    v.finite(issue),
    v.minValue(-limit, issue),
    v.maxValue(limit, issue),
  );
};

/** Of a name, characters. */
interface NameLengths {
  min: number;
  max: number;
}

/** The issue of a city's name; null for a valid one (decisions.md §7, content). */
export function nameIssue(
  name: string,
  { min, max }: NameLengths,
): Pick<HTTPIssue, "message" | "values"> | null {
  const { length } = [...name];
  if (length < min) return { message: "errors:issue.shorterThan", values: { min } };
  return length > max ? { message: "errors:issue.longerThan", values: { max } } : null;
}

/** The client-side schema of the city form: checks that need no server. */
export function cityFormSchema(lengths: NameLengths) {
  const isLongEnough = (name: string) => nameIssue(name, { ...lengths, max: FLOOD }) === null;
  const isShortEnough = (name: string) => nameIssue(name, { ...lengths, min: 0 }) === null;
  const short = v.pipe(Line, v.check(isShortEnough, "errors:issue.longerThan"));
  const position = (limit: 90 | 180) =>
    v.pipe(v.string(), v.transform(parseTypedNumber), degrees(limit));
  return v.object({
    nameEn: v.pipe(short, v.check(isLongEnough, "errors:issue.shorterThan")),
    nameFa: v.pipe(
      short,
      v.check((name) => name === "" || isLongEnough(name), "errors:issue.shorterThan"),
    ),
    // Without one it is made of the English name.
    slug: v.pipe(
      v.string(),
      v.trim(),
      v.toLowerCase(),
      v.check((slug) => slug === "" || isCitySlug(slug), "errors:issue.slug"),
    ),
    countryEn: short,
    countryFa: short,
    stateEn: short,
    stateFa: short,
    latitude: position(90),
    longitude: position(180),
  });
}

/** A plain string is English (product.md §3). */
const Name = v.union(
  [
    v.pipe(
      Line,
      v.transform((en) => ({ en, fa: null as string | null })),
    ),
    v.pipe(
      v.strictObject({ en: Line, fa: v.optional(v.nullable(Line), null) }),
      v.transform(({ en, fa }) => ({ en, fa: fa || null })),
    ),
  ],
  "errors:issue.cityText",
);

const entries = {
  name: Name,
  /** In words; without it, as its code is called. */
  country: v.optional(Name),
  /** ISO 3166-1 alpha-2; without it, by the country's name. */
  countryCode: v.optional(v.pipe(v.string(), v.trim(), v.toUpperCase())),
  stateProvince: v.optional(v.nullable(Name)),
  /** IANA; without it, as the nearest known city of the country has it. */
  timezone: v.optional(v.nullable(v.pipe(v.string(), v.trim()))),
  latitude: degrees(90),
  longitude: degrees(180),
  heroImageUrl: v.optional(v.nullable(PictureInput)),
};

/** POST /cities, in the names of a city's JSON. Everything else is refused (ASVS 15.3.3). */
export const CityInput = v.strictObject({
  ...entries,
  slug: v.optional(v.pipe(v.string(), v.trim(), v.toLowerCase())),
});
export type CityInput = v.InferOutput<typeof CityInput>;

/**
 * PUT /cities/{slug}: omitted fields keep their values, as does the slug, which links, feeds and
 * followers use. `version` is the optimistic lock.
 */
export const CityUpdate = v.partial(
  v.strictObject({
    ...entries,
    version: v.optional(v.pipe(v.number("errors:issue.value"), v.integer("errors:issue.value"))),
  }),
);
export type CityUpdate = v.InferOutput<typeof CityUpdate>;

/** Fields of the city form, as text. */
export const CITY_FIELDS = [
  "nameEn",
  "nameFa",
  "slug",
  "countryCode",
  "countryEn",
  "countryFa",
  "stateEn",
  "stateFa",
  "latitude",
  "longitude",
  "timeZone",
  "heroImageUrl",
] as const;
type CityFields = Record<(typeof CITY_FIELDS)[number], string>;

export const EMPTY_CITY: CityFields = {
  nameEn: "",
  nameFa: "",
  slug: "",
  countryCode: "IR",
  countryEn: "",
  countryFa: "",
  stateEn: "",
  stateFa: "",
  latitude: "",
  longitude: "",
  timeZone: "",
  heroImageUrl: "",
};

export const fieldsOfCity = (city: City): CityFields => ({
  nameEn: city.nameEn,
  nameFa: city.nameFa ?? "",
  slug: city.slug,
  countryCode: city.countryCode,
  countryEn: city.countryEn,
  countryFa: city.countryFa ?? "",
  stateEn: city.stateEn ?? "",
  stateFa: city.stateFa ?? "",
  latitude: String(city.latitude),
  longitude: String(city.longitude),
  timeZone: city.timeZone,
  heroImageUrl: city.heroImageUrl ?? "",
});

/** The fields of the form that each name of the input is about. */
const FIELD_OF: Readonly<Record<string, string>> = {
  name: "nameEn",
  "name.en": "nameEn",
  "name.fa": "nameFa",
  country: "countryEn",
  stateProvince: "stateEn",
  timezone: "timeZone",
  file: "picture",
};

export const fieldOfIssue = (path: string): string => FIELD_OF[path] ?? path;
