import { type Locale, listOf } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import {
  dateParts,
  formatDate,
  formatTime,
  localDay,
  toIsoWithOffset,
} from "../../../lib/dates/dates.server";
import { addDays, daysBetween } from "../../../lib/dates/days";
import { HOUR, MINUTE } from "../../../lib/dates/durations";
import { takesPlace } from "../../../lib/event/schedule";
import type { CardTime, DateTileView } from "../../../lib/pages/views";
import { formatPrice } from "../../../lib/text/money";
import { closedDaysText, dayText, hoursOfDay } from "../../schedule/format-opening-hours.server";
import { lowerFirst, rulePattern } from "../../schedule/format-schedule.server";
import type { EventListRow } from "../event-columns.server";
import {
  clockOf,
  type EventKind,
  eventDays,
  type FactsContext,
  type FactsEvent,
  formatDays,
  formatHours,
  type KeptFacts,
  keptFacts,
  kindOfSchedule,
  lastMoment,
  lastShowing,
  runHours,
  scheduleReader,
  zoneName,
} from "./event-times.server";

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

/** Facts for our own pages: with what is near in time, counts and price. */
interface LiveFacts {
  kind: EventKind;
  tile: DateTileView;
  /** Under a heading with the day: "20:30", "9–19". */
  time: string;
  /** All times of the day, where there is more than one or one is not as planned. */
  times?: CardTime[];
  /** "open now", "opens in 34 min", "day 2 of 3". */
  aside: string | null;
  /** It is open at this moment. */
  isOpen: boolean;
  /** Beside it: "13 more dates", "every Tuesday", "until 22 December". */
  more: string | null;
  /** Where no heading says the day: "Tonight, 20:30", "Every Tuesday, 18:00", "Until 22 December". */
  when: string;
  /** What follows on that: "13 more dates", "next 1 December", "today 9–19". */
  next: string | null;
  /** Both. */
  whole: string;
  /** The same beside and below a tile, which says the day. */
  beside: string;
  follows: string | null;
  /** Of the day under its heading, and of the whole elsewhere. */
  priceOfDay: string;
  price: string;
  /** "17:30 sold out". */
  soldOut: string | null;
}

/** Times of a day that a card shows; the others are a number. */
const TIMES_SHOWN = 4;
/** Sooner than this an opening is counted in minutes, ms. */
const SOON = HOUR;
/** From this hour on, today is tonight (decisions.md §3). */
const TONIGHT = "17:00";
/**
 * The facts of an event for every surface, by the kind of its schedule: one place, so that a list,
 * a card, a mail and a picture say the same. `live` is for our pages, `sent` for mails and posts,
 * `kept` for pictures that others keep.
 */
export function eventFacts(event: FactsEvent, context: FactsContext) {
  const kind = kindOfSchedule(event, context.now);
  return {
    kind,
    live: (): LiveFacts => liveFacts(event, kind, context),
    pin: () => pinFacts(event, kind, context),
    /** @param zoned puts the reader's own time beside one moment */
    sent: (zoned: (when: string) => string = (when) => when): string =>
      sentFacts(event, kind, context, zoned),
    kept: (): KeptFacts => keptFacts(event, kind, context),
  };
}

const shortDay = (at: number, { timeZone }: FactsEvent, reader: FactsContext): string =>
  formatDate(at, timeZone, reader, { weekday: false, year: false });

/** "Tonight", "Today", "Tomorrow": the day of a start; null for later ones. */
export function nearDay(
  { startsAt, timeZone }: Pick<FactsEvent, "startsAt" | "timeZone">,
  { locale, now }: Pick<FactsContext, "locale" | "now">,
): string | null {
  const t = translatorFor(locale);
  const [day, today] = [localDay(startsAt, timeZone), localDay(now, timeZone)];
  if (day === today)
    return t(clockOf(startsAt, timeZone) >= TONIGHT ? "events:day.tonight" : "events:day.today");
  return day === addDays(today, 1) ? t("events:day.tomorrow") : null;
}

/** The same, or "Fri 27 Nov". */
function dayWord(event: FactsEvent, context: FactsContext): string {
  const { weekdayShort, day, monthShort } = dateParts(event.startsAt, event.timeZone, context);
  return nearDay(event, context) ?? `${weekdayShort} ${day} ${monthShort}`;
}

function tileOf(at: number, event: FactsEvent, context: FactsContext): DateTileView {
  const parts = dateParts(at, event.timeZone, context);
  return { weekday: parts.weekdayShort, day: parts.day, month: parts.monthShort };
}

function untilTile(event: FactsEvent, context: FactsContext): DateTileView {
  const tile = tileOf(lastMoment(event), event, context);
  return { ...tile, weekday: translatorFor(context.locale)("pages:card.until"), isUntil: true };
}

/** Kinds that say more than an hour beside a tile with the day. */
const HAS_WORDS: Partial<Record<EventKind, true>> = { class: true, exhibition: true, days: true };

function liveFacts(event: FactsEvent, kind: EventKind, context: FactsContext): LiveFacts {
  const facts = factsOfKind(event, kind, context);
  return {
    ...facts,
    whole: listOf(context.locale, [facts.when, facts.next ?? ""]),
    beside: facts.tile.isUntil
      ? (facts.next ?? facts.when)
      : HAS_WORDS[kind]
        ? facts.when
        : facts.time,
    follows: kind === "showings" ? facts.next : null,
  };
}

function factsOfKind(
  event: FactsEvent,
  kind: EventKind,
  context: FactsContext,
): Omit<LiveFacts, "whole" | "beside" | "follows"> {
  const { locale, now } = context;
  const t = translatorFor(locale);
  const { startsAt, timeZone, allDay } = event;
  const time = allDay ? t("events:allDay") : formatTime(startsAt, timeZone, locale);
  const price = priceFacts(event, locale, now);
  const plain = {
    kind,
    tile: tileOf(startsAt, event, context),
    time,
    aside: null,
    isOpen: false,
    more: null,
    when: listOf(locale, [dayWord(event, context), time]),
    next: null,
    priceOfDay: price.ofDay,
    price: price.whole,
    soldOut: null,
  };
  switch (kind) {
    case "exhibition":
      return { ...plain, ...exhibitionFacts(event, context) };
    case "class":
    case "showings":
      return { ...plain, ...seriesFacts(event, kind, time, context) };
    case "days":
    case "ongoing":
      return { ...plain, ...severalDaysFacts(event, kind, time, context) };
    default:
      return plain;
  }
}

/** Whether it is open, or about to; null for another day. */
function openState(
  event: Pick<FactsEvent, "startsAt" | "endsAt" | "timeZone" | "lifecycle">,
  { now, locale }: Pick<FactsContext, "now" | "locale">,
): { text: string; isOpen: boolean } | null {
  const { startsAt, endsAt, timeZone, lifecycle } = event;
  const t = translatorFor(locale);
  if (lifecycle !== "scheduled" || localDay(startsAt, timeZone) !== localDay(now, timeZone))
    return null;
  if (now >= startsAt)
    return now < endsAt ? { text: t("events:facts.openNow"), isOpen: true } : null;
  if (startsAt - now > SOON) return null;
  const count = Math.ceil((startsAt - now) / MINUTE);
  return { text: t("events:facts.opensIn", { count }), isOpen: false };
}

function exhibitionFacts(event: FactsEvent, context: FactsContext) {
  const { locale, now } = context;
  const t = translatorFor(locale);
  const { startsAt, timeZone, schedule } = event;
  const hours = runHours(event, context);
  const [day, today] = [localDay(startsAt, timeZone), localDay(now, timeZone)];
  const hasBegun = schedule?.kind === "openingHours" ? schedule.from <= today : day <= today;
  const until = shortDay(lastMoment(event), event, context);
  const state = openState(event, context);
  const isOther = day !== today;
  const next =
    day === today
      ? t("events:facts.today", { hours })
      : day === addDays(today, 1)
        ? t("events:facts.tomorrow", { hours })
        : t("events:facts.onDay", { day: shortDay(startsAt, event, context), hours });
  const isOpenToday = (after?: string) =>
    schedule?.kind === "openingHours" &&
    hoursOfDay(schedule, today, scheduleReader(event, context), after).length > 0;
  const closed = t(isOpenToday() ? "events:facts.closedNow" : "schedule:open.closedToday");
  // A later day than the next one: a list of the weekend says nothing of this day.
  const isLater = isOpenToday(toIsoWithOffset(now, timeZone).slice(0, 16));
  return {
    tile: hasBegun ? untilTile(event, context) : tileOf(startsAt, event, context),
    time: hours,
    aside: state?.text ?? null,
    isOpen: state?.isOpen ?? false,
    more: t("events:until", { date: until }),
    when: hasBegun
      ? t("events:facts.untilDay", { date: until })
      : formatDays({ ...event, endsAt: lastMoment(event), allDay: true }, context, { year: false }),
    next: isOther && hasBegun && !isLater ? listOf(locale, [closed, next]) : next,
  };
}

function seriesFacts(
  event: FactsEvent,
  kind: "class" | "showings",
  time: string,
  context: FactsContext,
) {
  const { locale, now } = context;
  const t = translatorFor(locale);
  const { timeZone, times = [], schedule, startsAt, endsAt, occurrenceCount } = event;
  const toCome = times.filter((one) => takesPlace(one) && one.endsAt > now).length;
  const others = occurrenceCount - Math.max(1, toCome);
  const isPlain =
    event.allDay || (times.length < 2 && times.every(({ status }) => status === "scheduled"));
  const shown = times.slice(0, TIMES_SHOWN).map((one) => ({
    time: formatTime(one.startsAt, timeZone, locale),
    ...(one.status !== "scheduled" && { off: t(`events:${one.status}`) }),
  }));
  const left = times.length - shown.length;
  const soldOut = times
    .filter(({ status }) => status === "sold-out")
    .map((one) => formatTime(one.startsAt, timeZone, locale));
  const shared = {
    ...(!isPlain && {
      times: left > 0 ? [...shown, { time: t("events:moreTimes", { count: left }) }] : shown,
    }),
    soldOut:
      soldOut.length > 0 && soldOut.length < times.length
        ? t("events:facts.soldOutAt", { times: listOf(locale, soldOut) })
        : null,
  };
  if (kind === "class" && schedule?.kind === "rule") {
    const { days, isOneTime } = rulePattern(schedule, scheduleReader(event, context));
    return {
      ...shared,
      more: lowerFirst(days, locale),
      when: isOneTime ? listOf(locale, [days, time]) : days,
      next: t("events:facts.next", { day: shortDay(startsAt, event, context) }),
    };
  }
  const more = others > 0 && endsAt > now ? t("events:moreDates", { count: others }) : null;
  return { ...shared, more, next: more };
}

function severalDaysFacts(
  event: FactsEvent,
  kind: "days" | "ongoing",
  time: string,
  context: FactsContext,
) {
  const { locale, now } = context;
  const t = translatorFor(locale);
  const { first, count } = eventDays(event);
  const isRunning = kind === "ongoing";
  const day = isRunning ? daysBetween(first, localDay(now, event.timeZone)) + 1 : 1;
  const dayOf = t("events:facts.dayOf", { day, days: count });
  const until = t("events:until", { date: shortDay(lastMoment(event), event, context) });
  return {
    tile: isRunning ? untilTile(event, context) : tileOf(event.startsAt, event, context),
    // Its hour is that of the first day.
    time: isRunning && day > 1 ? dayOf : time,
    aside: isRunning && day > 1 ? null : dayOf,
    more: until,
    when: formatDays(event, context, { year: false }),
    next: isRunning ? dayOf : null,
  };
}

/** On a map: short on the pin, and in its card; null for what is not on it. */
function pinFacts(
  event: FactsEvent,
  kind: EventKind,
  context: FactsContext,
): { short: string; when: string } | null {
  const { now } = context;
  const { startsAt, timeZone, lifecycle, attendance } = event;
  if (lifecycle === "cancelled" || attendance === "online") return null;
  const live = liveFacts(event, kind, context);
  const isToday = localDay(startsAt, timeZone) === localDay(now, timeZone);
  const short =
    kind === "days" || kind === "ongoing"
      ? formatDays(event, context, { year: false, isShort: true })
      : isToday
        ? live.time
        : kind === "class"
          ? `${live.tile.weekday} ${live.time}`
          : shortDay(startsAt, event, context);
  return { short, when: live.whole };
}

/** "Tuesday 8 December 2026, 20:30 – 22:20": absolute, in the event's own wall time. */
function sentFacts(
  event: FactsEvent,
  kind: EventKind,
  context: FactsContext,
  zoned: (when: string) => string,
): string {
  const { locale } = context;
  const t = translatorFor(locale);
  const { schedule, timeZone, startsAt } = event;
  const reader = scheduleReader(event, context);
  const days = formatDays(event, context, { weekday: true });
  const evening = event.allDay
    ? days
    : t("pages:event.dayTime", { day: days, time: formatHours(event, locale) });
  switch (kind) {
    case "exhibition": {
      const day = formatDate(lastMoment(event), timeZone, context);
      const closed = schedule?.kind === "openingHours" ? closedDaysText(schedule, reader) : null;
      return listOf(locale, [t("events:facts.untilDay", { date: day }), closed ?? ""]);
    }
    case "class": {
      const { when } = liveFacts(event, kind, context);
      const day = formatDate(startsAt, timeZone, context);
      return listOf(locale, [zoned(when), t("events:facts.next", { day })]);
    }
    case "showings": {
      const last = lastShowing(schedule);
      const until = last && last > localDay(startsAt, timeZone) ? dayText(last, reader) : null;
      const when = zoned(evening);
      return until ? t("events:facts.andUntil", { when, day: until }) : when;
    }
    case "days":
    case "ongoing":
      return event.allDay
        ? days
        : t("events:facts.daysFrom", { days, time: formatTime(startsAt, timeZone, locale) });
    case "online": {
      // Who takes part from elsewhere reads it on a clock of their own.
      const when = zoned(evening);
      return event.allDay || when !== evening
        ? when
        : t("events:timeZoned", { time: evening, zoned: zoneName(event, context.city, locale) });
    }
    default:
      return zoned(evening);
  }
}
