import { LOCALES, type Locale } from "../../i18n/locale";
import { readerOf } from "../../lib/dates/dates.server";
import type { Deps, NotificationJson } from "../../lib/deps";
import { describeError, log } from "../../lib/runtime/log";
import { notificationText } from "./notification-text.server";
import type { NotificationRow } from "./queries.server";

/**
 * A notification in one language (product.md §3). Rooms and API clients may be in any zone, so its
 * times name theirs.
 */
export function notificationJson(row: NotificationRow, locale: Locale): NotificationJson {
  return {
    id: row.id,
    type: row.type,
    ...notificationText(row, { ...readerOf(locale), timeZone: "unknown" }),
    read: row.readAt !== null,
    createdAt: new Date(row.createdAt).toISOString(),
    actionUrl: row.actionPath,
    relatedEntityId: row.relatedEntityId,
  };
}

/** A notification in every language, for rooms. */
export const notificationTexts = (row: NotificationRow): Record<Locale, NotificationJson> =>
  Object.fromEntries(LOCALES.map((locale) => [locale, notificationJson(row, locale)])) as Record<
    Locale,
    NotificationJson
  >;

/** Users notified in parallel. */
const AT_ONCE = 25;

/**
 * Sends stored notifications to connected users; others find them in the list (decisions.md §10).
 */
export async function notifyRooms(
  { rooms }: Pick<Deps, "rooms">,
  rows: readonly NotificationRow[],
): Promise<void> {
  const notify = async (row: NotificationRow) => {
    await rooms
      .notified(row.userId, notificationTexts(row))
      .catch((error) => log("warn", "room.not-told", { id: row.id, ...describeError(error) }));
  };
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await Promise.all(rows.slice(at, at + AT_ONCE).map(notify));
}
