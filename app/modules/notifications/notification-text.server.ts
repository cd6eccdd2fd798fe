import { type Locale, localized } from "../../lib/locale";
import { translatorFor } from "../../lib/messages.server";
import type { NotificationKind } from "./notify.server";
import type { NotificationRow } from "./queries.server";

/** A notification in the reader's language. */
export function notificationText({ kind, values }: Pick<NotificationRow, "kind" | "values">, locale: Locale) {
  const t = translatorFor(locale);
  const { title, reason } = values as { title?: { en: string; fa: string | null }; reason?: string };
  const said = { title: title ? localized(title, locale) : "", reason: reason ?? "" };
  return {
    title: t(`notifications:kind.${kind as NotificationKind}.title`, said),
    message: t(`notifications:kind.${kind as NotificationKind}.message`, said),
  };
}
