import { badgeText } from "../../lib/text/badge-text";
import { useText } from "../../ui/text";

/** Accessible name and badge of the bell. */
export function useUnread(unread: number) {
  const { t, locale } = useText();
  if (unread <= 0) return { label: t("common:account.notifications"), count: null };
  const text = badgeText(unread, locale);
  return {
    label: t("common:bell", { count: text }),
    count: <span aria-hidden="true">{text}</span>,
  };
}
