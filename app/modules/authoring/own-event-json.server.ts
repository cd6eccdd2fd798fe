import { toIsoWithOffset } from "../../lib/dates/dates.server";
import { instantOf } from "../../lib/dates/written-times.server";
import { OWN_FIELD_NAMES, pickFields } from "../../lib/event/event-fields";
import { paths } from "../../lib/paths";
import { eventJson } from "../events/present/event-json.server";
import { coverOfValues } from "../events/present/present-event.server";
import { shownPicture } from "../media/media-files";
import { valuesOfEvent } from "./event-values.server";
import { type EventDraftRow, type OwnEvent, versionOf } from "./find-own-event.server";
import type { OwnEventJson } from "./schema";

/**
 * A written time as ISO 8601 with the city's offset; null without a time zone or for an impossible
 * time.
 */
function isoOf(written: string | null, timeZone: string | null): string | null {
  if (written === null || timeZone === null) return null;
  const at = instantOf(written, timeZone);
  return at === null ? null : toIsoWithOffset(at, timeZone);
}

/**
 * An event as its creator and staff get it from the API (decisions.md §12). `origin` makes the
 * cover's URL absolute.
 */
export function ownEventJson(own: OwnEvent, origin: string): OwnEventJson {
  const version = versionOf(own);
  if (own.draft) return { ...draftJson(own.draft, own, origin), version };
  const { event, revision, cities, creator } = own;
  return {
    ...eventJson(
      event,
      cities.get(event.cityId),
      origin,
      new Map(creator ? [[creator.id, creator.displayName]] : []),
    ),
    // The stored one, shown or not: what is read here is written back.
    ...(event.imageUrl !== null && { imageUrl: event.imageUrl }),
    description: { en: event.descriptionEn || null, fa: event.descriptionFa },
    venue: { en: event.venueEn || null, fa: event.venueFa },
    ...pickFields(valuesOfEvent(event, cities.get(event.cityId)), OWN_FIELD_NAMES),
    rejectionReason: event.rejectionReason,
    flagCount: event.flagCount,
    pendingRevision: revision && {
      status: revision.status,
      rejectionReason: revision.rejectionReason,
      values: { ...revision.values },
      updatedAt: new Date(revision.updatedAt).toISOString(),
    },
    machineTranslated: [...event.machineTranslated],
    needsLanguage: null,
    version,
  };
}

function draftJson(
  { id, values, machineTranslated, needsLanguage, createdAt, updatedAt }: EventDraftRow,
  { cities, creator }: Pick<OwnEvent, "cities" | "creator">,
  origin: string,
): Omit<OwnEventJson, "version"> {
  const city = [...cities.values()].find(({ slug }) => slug === values.city);
  const { city: _slug, startsAt, endsAt, title, ...rest } = values;
  const timeZone = city?.timeZone ?? null;
  return {
    ...rest,
    id,
    url: `${origin}${paths.event(id)}`,
    title: { en: title.en ?? "", fa: title.fa },
    city: city ? { slug: city.slug, name: { en: city.nameEn, fa: city.nameFa } } : null,
    startsAt: isoOf(startsAt, timeZone),
    endsAt: isoOf(endsAt, timeZone),
    timeZone,
    imageFocus: values.imageFocus,
    imageUrl:
      shownPicture(values.imageUrl) ??
      `${origin}${coverOfValues(id, { ...values, imageUrl: null })}`,
    status: "draft",
    lifecycle: "scheduled",
    isFeatured: false,
    isActive: true,
    viewCount: 0,
    interactionCount: 0,
    creator,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    rejectionReason: null,
    flagCount: 0,
    pendingRevision: null,
    machineTranslated: [...machineTranslated],
    needsLanguage,
  };
}
