import { eq } from "drizzle-orm";
import { type CandidateFinding, type EventValues, venues } from "../../../db/schema";
import { instantOf } from "../../lib/dates/written-times.server";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { HTTPIssue } from "../../lib/http/http-issue";
import { currencyOf } from "../../lib/text/money";
import { assertComplete, type CompleteFacts } from "../authoring/check-values.server";
import type { City } from "../cities/queries.server";
import { bookOfVenues, knownVenueOf, type VenueBook } from "../duplicates/venue-similarity";
import { settingsOf } from "../settings/platform-settings.server";
import type { PlatformSettings } from "../settings/schema";
import { type Assessment, assessCandidate, isForgiven } from "./assess-candidate";
import { type CandidateValues, eventValuesOf, isPersian } from "./candidate-values";

/** More known venues no city has (app/modules/duplicates). */
const MOST_VENUES = 500;

type Venue = typeof venues.$inferSelect;

/** What candidates of one city are looked at with. */
export interface CandidateContext {
  city: City;
  settings: PlatformSettings;
  venues: ReadonlyMap<string, Venue>;
  book: VenueBook;
  now: number;
}

/** The known venues of a city, and what the settings ask of events. One round trip. */
export async function candidateContext(deps: Pick<Deps, "db" | "memo" | "clock">, city: City): Promise<CandidateContext> {
  const [settings, known] = await Promise.all([
    settingsOf(deps),
    deps.db.select().from(venues).where(eq(venues.cityId, city.id)).limit(MOST_VENUES),
  ]);
  return { city, settings, venues: new Map(known.map((venue) => [venue.id, venue])), book: bookOfVenues(known), now: deps.clock.now() };
}

/**
 * The candidate with what a known venue lends: its name in the other language, its address and position, where the
 * candidate states none. @returns the venue's id too; null where none is recognised
 */
export function withKnownVenue(values: CandidateValues, { city, venues: known, book }: CandidateContext) {
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
 * What the rules for events say against what a candidate would become, and the facts of it where nothing does that would
 * keep it back.
 */
export function checkCandidate(
  event: EventValues,
  { city, settings, now }: Pick<CandidateContext, "city" | "settings" | "now">,
): { issues: HTTPIssue[]; facts: CompleteFacts | null } {
  try {
    return { issues: [], facts: assertComplete(event, { limits: settings.content, city, now }) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const issues = [...error.issues];
    const startsAt = event.startsAt === null ? null : instantOf(event.startsAt, city.timeZone);
    const endsAt = event.endsAt === null ? null : instantOf(event.endsAt, city.timeZone);
    if (!issues.every(isForgiven) || startsAt === null || endsAt === null) return { issues, facts: null };
    return { issues, facts: { city, startsAt, endsAt, currency: event.currency ?? currencyOf(city.countryCode) } };
  }
}

/** `assessCandidate` with all that the city, its venues and the settings say. */
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
