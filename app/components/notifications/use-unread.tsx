import { badgeText } from "../../lib/text/badge-text";
import { useText } from "../../ui/text";

/** The bell's name, and the badge on it. */
export function useUnread(unread: number) {
  const { t, locale } = useText();
  if (unread <= 0) return { label: t("common:account.notifications"), count: null };
  const text = badgeText(unread, locale);
  return { label: t("common:bell", { count: text }), count: <span aria-hidden="true">{text}</span> };
}
