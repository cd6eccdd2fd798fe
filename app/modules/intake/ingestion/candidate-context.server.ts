import { and, eq } from "drizzle-orm";
import { type CandidateFinding, type EventValues, venues } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { isRefusal } from "../../../lib/errors";
import type { HTTPIssue } from "../../../lib/http/form-failure";
import {
  assertComplete,
  type CompleteFacts,
  completeFacts,
} from "../../authoring/check-values.server";
import type { City } from "../../cities/queries.server";
import {
  bookOfVenues,
  knownVenueOf,
  type VenueBook,
} from "../../events/duplicates/venue-similarity";
import { settingsOf } from "../../settings/platform-settings.server";
import type { PlatformSettings } from "../../settings/schema";
import { type Assessment, assessCandidate, isIgnoredIssue } from "./assess-candidate";
import { type CandidateValues, eventValuesOf, isPersian } from "./candidate-values";

/** Maximum number of known venues read per city, as in app/modules/events/duplicates. */
const MAX_VENUES = 500;

type Venue = typeof venues.$inferSelect;

/** Data for assessing candidates of one city. */
export interface CandidateContext {
  city: City;
  settings: PlatformSettings;
  venues: ReadonlyMap<string, Venue>;
  book: VenueBook;
  now: number;
}

/** Reads known venues of a city and the settings. One round trip. */
export async function candidateContext(
  deps: Pick<Deps, "db" | "memo" | "clock">,
  city: City,
): Promise<CandidateContext> {
  const [settings, known] = await Promise.all([
    settingsOf(deps),
    deps.db
      .select()
      .from(venues)
      .where(and(eq(venues.cityId, city.id), eq(venues.status, "listed")))
      .limit(MAX_VENUES),
  ]);
  return {
    city,
    settings,
    venues: new Map(known.map((venue) => [venue.id, venue])),
    book: bookOfVenues(known),
    now: deps.clock.now(),
  };
}

/**
 * Adds data of a known venue to a candidate: the name in the other language, and address and
 * position if missing. @returns the values and the venue's id, null if none is recognized
 */
export function withKnownVenue(
  values: CandidateValues,
  { city, venues: known, book }: CandidateContext,
) {
  const names = [values.venue, values.venueFa].filter((name) => name !== null);
  const venue = known.get(knownVenueOf(book, city.id, names) ?? "");
  if (!venue) return { values, venueId: null };
  const isNamedInPersian = values.venue !== null && isPersian(values.venue);
  const hasAddress = values.address !== null || values.addressFa !== null;
  const hasPosition = values.latitude !== null;
  return {
    venueId: venue.id,
    values: {
      ...values,
      venue: values.venue === null || isNamedInPersian ? venue.nameEn : values.venue,
      venueFa: values.venueFa ?? (isNamedInPersian ? values.venue : null) ?? (venue.nameFa || null),
      address: hasAddress ? values.address : venue.addressEn,
      addressFa: hasAddress ? values.addressFa : venue.addressFa,
      latitude: hasPosition ? values.latitude : venue.latitude,
      longitude: hasPosition ? values.longitude : venue.longitude,
    },
  };
}

/**
 * Checks the resulting event under the event rules; also returns its facts unless an issue prevents
 * approval.
 */
export function checkCandidate(
  event: EventValues,
  { city, settings, now }: Pick<CandidateContext, "city" | "settings" | "now">,
): { issues: HTTPIssue[]; facts: CompleteFacts | null } {
  const against = { limits: settings.content, city, now };
  try {
    return { issues: [], facts: assertComplete(event, against) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const issues = [...error.issues];
    return { issues, facts: issues.every(isIgnoredIssue) ? completeFacts(event, against) : null };
  }
}

/** `assessCandidate` with the context of the city. */
export function assessIn(
  context: CandidateContext,
  { values, venueId }: { values: CandidateValues; venueId: string | null },
  duplicates: readonly CandidateFinding[],
): Assessment {
  const event = eventValuesOf(values, context.city.slug);
  return assessCandidate(values, {
    event,
    against: checkCandidate(event, context).issues,
    duplicates,
    isVenueKnown: venueId !== null,
    mayAutoApprove: context.settings.moderation.autoApproveEvents,
  });
}
