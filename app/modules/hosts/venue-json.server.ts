import * as v from "valibot";
import { LocalizedTextJson, OptionalTextJson } from "../../i18n/localized-json";
import { listJson } from "../../lib/text/list-json";
import type { VenueHost } from "./find-host.server";
import { HOST_LIMITS, HostInput } from "./write-host.server";

const Instant = v.pipe(v.string(), v.isoTimestamp());

/** A venue in JSON, texts in both languages. */
export const VenueJson = v.pipe(
  v.object({
    id: v.pipe(v.string(), v.uuid()),
    slug: v.string(),
    url: v.string(),
    city: v.string(),
    name: LocalizedTextJson,
    aliases: v.array(v.string()),
    description: OptionalTextJson,
    address: OptionalTextJson,
    latitude: v.nullable(v.number()),
    longitude: v.nullable(v.number()),
    links: v.array(v.string()),
    isHidden: v.boolean(),
    version: v.pipe(v.number(), v.integer()),
    updatedAt: Instant,
  }),
  v.metadata({ ref: "Venue" }),
);
export type VenueJson = v.InferOutput<typeof VenueJson>;

export const VenueListJson = listJson("VenueList", VenueJson);

/** @param url address of its page */
export const venueJson = ({ row, city }: VenueHost, url: string): VenueJson => ({
  id: row.id,
  slug: row.slug,
  url,
  city: city.slug,
  name: { en: row.nameEn, fa: row.nameFa },
  aliases: row.aliases,
  description: { en: row.aboutEn, fa: row.aboutFa },
  address: { en: row.addressEn, fa: row.addressFa },
  latitude: row.latitude,
  longitude: row.longitude,
  links: row.links,
  isHidden: row.status !== "listed",
  version: row.version,
  updatedAt: new Date(row.updatedAt).toISOString(),
});

const OrNull = <S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(schema), null);
const Text = (most: number) => {
  const line = OrNull(v.pipe(v.string(), v.trim(), v.maxLength(most, "errors:issue.tooLong")));
  return v.optional(v.strictObject({ en: line, fa: line }), {});
};

/** What staff may change of a venue. A merge patch leaves out what it clears. */
export const VenueInput = v.strictObject({
  name: v.strictObject({
    en: HostInput.entries.nameEn,
    fa: OrNull(HostInput.entries.nameFa),
  }),
  aliases: v.optional(HostInput.entries.aliases, []),
  description: Text(HOST_LIMITS.about),
  address: Text(HOST_LIMITS.address),
  latitude: v.optional(HostInput.entries.latitude, null),
  longitude: v.optional(HostInput.entries.longitude, null),
  links: v.optional(HostInput.entries.links, []),
  isHidden: v.optional(HostInput.entries.isHidden, false),
});
