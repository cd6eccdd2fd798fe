import type { Locale } from "~/i18n/locale";
import { DAY, HOUR, MINUTE } from "~/lib/dates/durations";
import type { Deps } from "~/lib/deps";
import { formatNumber } from "~/lib/text/money";

/** Largest exact number in a badge; larger ones show a plus (product.md §9). */
const BADGE_MAX = 99;

export const countText = (count: number, locale: Locale) =>
  count > BADGE_MAX ? `${formatNumber(BADGE_MAX, locale)}+` : formatNumber(count, locale);

/** Localized waiting time: "5 hr", "۴۰ دقیقه". */
export function waitOf(
  at: number,
  { clock }: Pick<Deps, "clock">,
  locale: Locale,
  unitDisplay: "short" | "long" = "short",
): string {
  const ms = Math.max(0, clock.now() - at);
  const say = (value: number, unit: "day" | "hour" | "minute") =>
    formatNumber(value, locale, { style: "unit", unit, unitDisplay });
  if (ms >= DAY) return say(Math.floor(ms / DAY), "day");
  return ms >= HOUR
    ? say(Math.floor(ms / HOUR), "hour")
    : say(Math.max(1, Math.floor(ms / MINUTE)), "minute");
}
