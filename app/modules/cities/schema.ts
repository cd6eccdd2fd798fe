import * as v from "valibot";
import { LocalizedTextJson } from "../../i18n/localized-json";
import { listJson } from "../../lib/text/list-json";

const Instant = v.pipe(v.string(), v.isoTimestamp());
/** With `lang` a plain string in that language, else both (product.md §3). */
const Name = v.union([v.string(), LocalizedTextJson]);

/** The event that comes next in a city. */
const NextEventJson = v.pipe(
  v.object({ id: v.pipe(v.string(), v.uuid()), title: Name, startsAt: Instant }),
  v.metadata({ ref: "NextEvent" }),
);

/** A city in JSON (product.md §3). */
export const CityJson = v.pipe(
  v.object({
    id: v.pipe(v.string(), v.uuid()),
    slug: v.string(),
    name: Name,
    country: Name,
    stateProvince: v.nullable(Name),
    timezone: v.string(),
    latitude: v.number(),
    longitude: v.number(),
    heroImageUrl: v.string(),
    version: v.pipe(v.number(), v.integer()),
    updatedAt: Instant,
    upcomingEventCount: v.pipe(v.number(), v.integer()),
    nextEvent: v.nullable(NextEventJson),
  }),
  v.metadata({ ref: "City" }),
);
export type CityJson = v.InferOutput<typeof CityJson>;

export const CityListJson = listJson("CityList", CityJson);
