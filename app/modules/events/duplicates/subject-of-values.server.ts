import type { EventValues } from "../../../../db/schema";
import { localDay } from "../../../lib/dates/dates.server";
import { instantOf } from "../../../lib/dates/written-times.server";
import type { EventSubject } from "./event-subject";
import { subjectDates } from "./find-duplicates.server";

/** Form values as a subject of comparison; null without title, city or start. */
export function subjectOfValues(
  id: string,
  values: Pick<
    EventValues,
    "title" | "venue" | "startsAt" | "endsAt" | "allDay" | "schedule" | "ticketUrl"
  >,
  city: { id: string; timeZone: string } | undefined,
): EventSubject | null {
  if (!city || values.startsAt === null || !(values.title.en?.trim() || values.title.fa?.trim()))
    return null;
  const startsAt = instantOf(values.startsAt, city.timeZone);
  if (startsAt === null) return null;
  return {
    id,
    cityId: city.id,
    title: values.title,
    venue: values.venue,
    venueId: null,
    startsAt,
    endsAt: values.endsAt === null ? null : instantOf(values.endsAt, city.timeZone),
    localDay: localDay(startsAt, city.timeZone),
    dates: subjectDates(values.schedule, city.timeZone, startsAt),
    hasTime: !values.allDay,
    url: values.ticketUrl,
  };
}
