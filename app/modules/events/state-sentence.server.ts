import { formatDate, formatTime, readerOf } from "../../lib/dates.server";
import { type Locale, listOf } from "../../lib/locale";
import { translatorFor } from "../../lib/messages.server";
import type { EventRow } from "./event-columns.server";

type StatedEvent = Pick<EventRow, "lifecycle" | "startsAt" | "previousStartsAt" | "timeZone" | "allDay">;

/** The start that was announced before an event was moved, UTC epoch ms; null where it was not, or does not take place. */
export const movedFrom = ({ lifecycle, startsAt, previousStartsAt }: Pick<EventRow, "lifecycle" | "startsAt" | "previousStartsAt">) =>
  lifecycle === "scheduled" && previousStartsAt !== startsAt ? previousStartsAt : null;

/** What a reader must know first: that an event is cancelled, postponed, or at another time than announced; null where all is as announced. */
export function stateSentence(event: StatedEvent, locale: Locale): string | null {
  const t = translatorFor(locale);
  if (event.lifecycle !== "scheduled") return t(`pages:event.notice.${event.lifecycle}`);
  const previous = movedFrom(event);
  if (previous === null) return null;
  const day = formatDate(previous, event.timeZone, readerOf(locale));
  const when = listOf(locale, [day, event.allDay ? "" : formatTime(previous, event.timeZone, locale)]);
  return t("events:movedFrom", { when });
}
