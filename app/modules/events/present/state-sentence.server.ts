import { listOf } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import { formatDate, formatTime } from "../../../lib/dates/dates.server";
import type { City } from "../../cities/queries.server";
import type { EventRow } from "../event-columns.server";
import { withZone, type ZonedReader } from "./zoned-when.server";

type StatedEvent = Pick<
  EventRow,
  "lifecycle" | "startsAt" | "previousStartsAt" | "timeZone" | "allDay"
>;

/** The previous start of a moved event, UTC epoch ms; null for others and for cancelled ones. */
export const movedFrom = ({
  lifecycle,
  startsAt,
  previousStartsAt,
}: Pick<EventRow, "lifecycle" | "startsAt" | "previousStartsAt">) =>
  lifecycle === "scheduled" && previousStartsAt !== startsAt ? previousStartsAt : null;

/**
 * The event's most important state: cancelled, postponed, or moved to another time, with the zone
 * when the reader's clock differs (decisions.md §2); null when unchanged.
 */
export function stateSentence(
  event: StatedEvent,
  city: Pick<City, "nameEn" | "nameFa"> | undefined,
  reader: ZonedReader,
): string | null {
  const { locale } = reader;
  const t = translatorFor(locale);
  if (event.lifecycle !== "scheduled") return t(`pages:event.notice.${event.lifecycle}`);
  const previous = movedFrom(event);
  if (previous === null) return null;
  const { timeZone, allDay } = event;
  const day = formatDate(previous, timeZone, reader);
  const when = listOf(locale, [day, allDay ? "" : formatTime(previous, timeZone, locale)]);
  return t("events:movedFrom", {
    when: withZone(when, { at: previous, timeZone, allDay, city }, reader),
  });
}
