import { localized } from "~/i18n/locale";
import { formatDate } from "~/lib/dates/dates.server";
import { showWrittenDay } from "~/lib/dates/written-days";
import type { Deps } from "~/lib/deps";
import type { SignedInContext } from "~/lib/http/request-context";
import { paths } from "~/lib/paths";
import { venuesStatement } from "~/modules/authoring/venue-choices.server";
import { type City, citiesById } from "~/modules/cities/queries.server";
import { duplicatesLookup } from "~/modules/duplicates/find-duplicates.server";
import { subjectOfValues } from "~/modules/duplicates/subject-of-values.server";
import type { EventFormState } from "~/modules/events/event-form-fields";
import type { EventValues } from "../../../../db/schema/index";
import { previewEvent } from "./preview-event.server";

/** Seed of the cover before the draft has an id. */
const NO_ID = "00000000-0000-7000-8000-000000000000";
/** Maximum number of possible duplicates. */
const SHOWN = 3;

/** Data derived from the form's values: preview, possible duplicates and venues of the city. */
export async function partsOfForm(context: SignedInContext, values: EventValues, fields: EventFormState, id: string | null) {
  const { deps, signedIn, locale, calendar } = context;
  const reader = { locale, calendar };
  const cities = await citiesById(deps);
  const city = [...cities.values()].find(({ slug }) => slug === values.city);
  const [places, doubles] = await readParts(deps, values, city, { id, authorId: signedIn.id });
  return {
    preview: previewEvent(context, values, cities, id ?? NO_ID),
    venues: places,
    duplicates: doubles.map(({ event: { id: double, titleEn, titleFa, startsAt, timeZone } }) => ({
      id: double,
      href: paths.event(double),
      title: localized({ en: titleEn, fa: titleFa }, locale),
      date: formatDate(startsAt, timeZone, reader),
    })),
    /** Times as typed in the reader's calendar. */
    shown: { startsAt: showWrittenDay(fields.startsAt, calendar), endsAt: showWrittenDay(fields.endsAt, calendar) },
  };
}

/** Reads both lists in one round trip. */
async function readParts(deps: Deps, values: EventValues, city: City | undefined, own: { id: string | null; authorId: string }) {
  if (!city) return [[], []] as const;
  const places = venuesStatement(deps, city.id).statement;
  const subject = subjectOfValues(own.id ?? NO_ID, values, city);
  if (!subject) return [await places, []] as const;
  const lookup = duplicatesLookup(deps, subject, { timeZone: city.timeZone, authorId: own.authorId, most: SHOWN });
  const [listed, ...found] = await deps.db.batch([places, ...lookup.statements]);
  return [listed, lookup.read(...found)] as const;
}
