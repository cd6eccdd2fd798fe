import type { Locale } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import { formatNumber } from "./money";

/** Totals of staff lists are counted this far, so that no table is read to its end. */
export const MAX_COUNTED_ROWS = 1_000;

/**
 * The total of a list as text: exact up to 1,000, then "More than 1,000"; null for an empty list.
 * @param count of a query limited to `COUNTED + 1` rows
 */
export function totalText(count: number, locale: Locale): string | null {
  if (count === 0) return null;
  const t = translatorFor(locale);
  return count > MAX_COUNTED_ROWS
    ? t("admin:pager.many", { count: formatNumber(MAX_COUNTED_ROWS, locale) })
    : t("admin:pager.total", { count });
}
