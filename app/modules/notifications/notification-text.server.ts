import { type Locale, listOf, localized } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import { type ZonedReader, zonedStart } from "../events/zoned-when.server";
import type { NotificationKind } from "./notification-kinds";
import type { NotificationRow } from "./queries.server";

/** Values that a notification's texts may use. */
interface Carried {
  title?: { en: string; fa: string | null };
  reason?: string;
  /** The changed parts of an event. */
  changed?: ("title" | "time" | "place")[];
  count?: number;
  city?: { en: string; fa: string | null } | null;
  startsAt?: number;
  /** The previous start of a changed event; `startsAt` is then the new one. */
  oldStartsAt?: number;
  timeZone?: string;
  allDay?: boolean;
  /** The organizer's message to savers. */
  message?: string;
  /** The author and text of a note. */
  author?: string;
  note?: string;
  /** The site that a picture could not be had from. */
  host?: string;
}

/** A notification in the reader's language. Times are in the event's city's zone, and in the reader's if it differs. */
export function notificationText({ kind, values }: Pick<NotificationRow, "kind" | "values">, reader: ZonedReader) {
  const { locale } = reader;
  const t = translatorFor(locale);
  const carried = values as Carried;
  const { title, reason, changed, count, city, author, note, host } = carried;
  const textValues = {
    title: title ? localized(title, locale) : "",
    reason: reason ?? "",
    changes: listOf(
      locale,
      (changed ?? []).map((what) => t(`notifications:changed.${what}`)),
    ),
    count: count ?? 0,
    author: author ?? "",
    note: note ?? "",
    host: host ?? "",
    city: city ? localized(city, locale) : "",
    when: startOf(carried, carried.startsAt, reader),
  };
  return {
    title: t(`notifications:kind.${kind as NotificationKind}.title`, textValues),
    message: [
      t(`notifications:kind.${kind as NotificationKind}.message`, textValues),
      ...planSentences(kind, carried, reader, locale),
    ].join(" "),
  };
}

function startOf({ timeZone, allDay = false, city }: Carried, at: number | undefined, reader: ZonedReader): string {
  if (at === undefined || timeZone === undefined) return "";
  return zonedStart({ at, timeZone, allDay, city: city ? { nameEn: city.en, nameFa: city.fa } : undefined }, reader);
}

/** Sentences about a change of plan: the old time, the new one if any, and the organizer's message. */
function planSentences(kind: string, carried: Carried, reader: ZonedReader, locale: Locale): string[] {
  const t = translatorFor(locale);
  const { startsAt, oldStartsAt, message } = carried;
  // Of an edit only another start is said here; its sentence names the rest.
  if (oldStartsAt === undefined || (kind === "event-changed" && startsAt === oldStartsAt)) return [];
  const times = { old: startOf(carried, oldStartsAt, reader), new: startOf(carried, startsAt, reader) };
  const sentence =
    startsAt !== oldStartsAt
      ? t("notifications:plan.moved", times)
      : kind === "event-reinstated"
        ? t("notifications:plan.starts", times)
        : t("notifications:plan.planned", times);
  return [sentence, ...(message ? [t("notifications:plan.quoted", { message })] : [])];
}
