import { formatDate, formatTime, readerOf } from "../../lib/dates.server";
import { type Locale, listOf, localized } from "../../lib/locale";
import { translatorFor } from "../../lib/messages.server";
import type { NotificationKind } from "./news-kinds";
import type { NotificationRow } from "./queries.server";

/** What a notification may carry for its texts. */
interface Carried {
  title?: { en: string; fa: string | null };
  reason?: string;
  /** What of an event is another now. */
  changed?: ("title" | "time" | "place")[];
  count?: number;
  city?: { en: string; fa: string | null };
  startsAt?: number;
  timeZone?: string;
  /** Who has written a note, and what. */
  author?: string;
  note?: string;
  /** The site that a picture could not be had from. */
  host?: string;
}

/** A notification in the reader's language. */
export function notificationText({ kind, values }: Pick<NotificationRow, "kind" | "values">, locale: Locale) {
  const t = translatorFor(locale);
  const { title, reason, changed, count, city, startsAt, timeZone, author, note, host } = values as Carried;
  const said = {
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
    when:
      startsAt && timeZone
        ? `${formatDate(startsAt, timeZone, readerOf(locale), { year: false })} · ${formatTime(startsAt, timeZone, locale)}`
        : "",
  };
  return {
    title: t(`notifications:kind.${kind as NotificationKind}.title`, said),
    message: t(`notifications:kind.${kind as NotificationKind}.message`, said),
  };
}
