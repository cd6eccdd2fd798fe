import { localized } from "~/i18n/locale";
import { formatDate } from "~/lib/dates/dates.server";
import { showWrittenDay } from "~/lib/dates/written-days";
import type { Deps } from "~/lib/deps";
import type { EventFormState } from "~/lib/event/event-form-fields";
import type { SignedInContext } from "~/lib/http/request-context";
import { paths } from "~/lib/paths";
import { venueClashes, venuesStatement } from "~/modules/authoring/find-venue-clash.server";
import { type City, citiesById } from "~/modules/cities/queries.server";
import {
  duplicatesLookup,
  subjectOfValues,
} from "~/modules/events/duplicates/find-duplicates.server";
import type { EventValues } from "../../../../db/schema/index";
import { type ExpandedDates, expandDates, presentDates } from "./present-dates.server";
import { previewEvent } from "./preview-event.server";

export type FormPartsView = Awaited<ReturnType<typeof partsOfForm>>;
export type VenueView = FormPartsView["venues"][number];

/** Seed of the cover before the draft has an id. */
const NO_ID = "00000000-0000-7000-8000-000000000000";
/** Maximum number of possible duplicates. */
const SHOWN = 3;

/** Data derived from the form's values: preview, possible duplicates and venues of the city. */
export async function partsOfForm(
  context: SignedInContext,
  values: EventValues,
  fields: EventFormState,
  id: string | null,
) {
  const { deps, signedIn, locale, calendar } = context;
  const reader = { locale, calendar };
  const cities = await citiesById(deps);
  const city = [...cities.values()].find(({ slug }) => slug === values.city);
  const dates = expandDates(values.schedule, city, context);
  const [places, doubles, clashes] = await readParts(
    deps,
    values,
    city,
    { id, authorId: signedIn.id },
    dates,
  );
  return {
    preview: previewEvent(context, values, cities, id ?? NO_ID),
    venues: places,
    duplicates: doubles.map(({ event: { id: double, titleEn, titleFa, startsAt, timeZone } }) => ({
      id: double,
      href: paths.event(double),
      title: localized({ en: titleEn, fa: titleFa }, locale),
      date: formatDate(startsAt, timeZone, reader),
    })),
    dates: dates && presentDates(dates, clashes, city, context),
    /** Times as typed in the reader's calendar. */
    shown: {
      startsAt: showWrittenDay(fields.startsAt, calendar),
      endsAt: showWrittenDay(fields.endsAt, calendar),
    },
  };
}

/** Reads all lists in one round trip. */
async function readParts(
  deps: Deps,
  values: EventValues,
  city: City | undefined,
  own: { id: string | null; authorId: string },
  dates: ExpandedDates | null,
) {
  if (!city) return [[], [], []] as const;
  const id = own.id ?? NO_ID;
  const places = venuesStatement(deps, city.id).statement;
  const clashes = venueClashes(
    deps,
    { id, cityId: city.id, venue: values.venue },
    dates?.occurrences ?? [],
  );
  const subject = subjectOfValues(id, values, city);
  if (!subject) {
    const [listed, clashing] = await deps.db.batch([places, clashes]);
    return [listed, [], clashing] as const;
  }
  const lookup = duplicatesLookup(deps, subject, {
    timeZone: city.timeZone,
    authorId: own.authorId,
    most: SHOWN,
  });
  const [listed, clashing, ...found] = await deps.db.batch([places, clashes, ...lookup.statements]);
  return [listed, lookup.read(...found), clashing] as const;
}
