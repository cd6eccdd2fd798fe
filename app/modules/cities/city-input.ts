import * as v from "valibot";
import { PictureInput } from "../media/media-files";
import { degrees, Line } from "./city-parts";

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
