import type { Locale } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import { toIsoWithOffset } from "../../../lib/dates/dates.server";
import { formatPrice } from "../../../lib/text/money";
import { takesPlace } from "../../schedule/expand-schedule.server";
import type { EventListRow } from "../event-columns.server";

type PricedEvent = Pick<EventListRow, "price" | "currency" | "schedule" | "timeZone" | "times">;

/** A price, "Free", or "See tickets" where it is not stated. */
export function priceText(
  { price, currency }: Pick<PricedEvent, "price" | "currency">,
  locale: Locale,
): string {
  const label = formatPrice(price, currency, locale);
  if (label.kind === "price") return label.text;
  return translatorFor(locale)(label.kind === "free" ? "events:free" : "events:notStated");
}

/** Prices of dates that one can still go to; the event's own without such dates. */
function pricesOf({ price, schedule, timeZone }: PricedEvent, now: number): (number | null)[] {
  if (schedule?.kind !== "dates" && schedule?.kind !== "rule") return [price];
  const wallNow = toIsoWithOffset(now, timeZone).slice(0, 16);
  const dated = schedule.dates
    .filter((date) => takesPlace(date) && date.status !== "sold-out")
    .filter(({ start, originalStart }) => (start ?? originalStart) >= wallNow)
    .map((date) => date.price);
  const ruled = schedule.kind === "rule" ? schedule.rules.map((rule) => rule.price) : [];
  const own = [...dated, ...ruled].map((one) => one ?? price);
  return own.length > 0 ? own : [price];
}

/** Prices of the shown day of a series. */
function pricesOfDay({ price, schedule, times = [] }: PricedEvent): (number | null)[] {
  const open = new Set(
    times.filter(({ status }) => status === "scheduled").map(({ originalStart }) => originalStart),
  );
  const dated = (schedule?.kind === "dates" ? schedule.dates : []).filter(({ originalStart }) =>
    open.has(originalStart),
  );
  return dated.length > 0 ? dated.map((date) => date.price ?? price) : [];
}

/** "260,000 toman", "from 180,000 toman"; of a page "180,000 toman to 260,000 toman". */
function rangeText(
  prices: readonly (number | null)[],
  currency: string,
  locale: Locale,
  isWhole: boolean,
): string {
  const known = prices.filter((price) => price !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const say = (price: number | null) => priceText({ price, currency }, locale);
  if (known.length === 0) return say(null);
  if (least === most) return say(least);
  const t = translatorFor(locale);
  return isWhole || least === 0
    ? t("events:facts.priceRange", { from: say(least), to: say(most) })
    : t("events:facts.priceFrom", { price: say(least) });
}

/** What it costs: of the day that a row shows, of all that is to come, or both ends of that. */
export function priceFacts(
  event: PricedEvent,
  locale: Locale,
  now: number,
): { ofDay: string; whole: string; range: string } {
  const all = pricesOf(event, now);
  const ofDay = pricesOfDay(event);
  const say = (prices: readonly (number | null)[], isWhole: boolean) =>
    rangeText(prices, event.currency, locale, isWhole);
  const whole = say(all, false);
  return {
    whole,
    ofDay: ofDay.length > 0 ? say(ofDay, false) : whole,
    range: say(all, true),
  };
}
