import { type Locale, localized } from "~/i18n/locale";
import type { Translate } from "~/i18n/translate";
import type { DoorLevel } from "~/lib/door/door-list";
import type { Scan } from "~/lib/door/entries";
import { formatPrice } from "~/lib/text/money";
import type { DoorPlace } from "./door.server";

/** What all parts of a door's page need to say times, places and prices. */
export interface DoorFacts {
  t: Translate;
  locale: Locale;
  place: DoorPlace;
  deviceId: string;
  /** Whether a host is signed in here. */
  isHost: boolean;
  levels: readonly DoorLevel[];
  devices: Readonly<Record<string, string>>;
  showings: Readonly<Record<string, number>>;
  /** UTC ms. */
  now: number;
}

const format = ({ locale, place }: DoorFacts, at: number, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale === "fa" ? "fa-IR" : "en-GB", {
    timeZone: place.timeZone,
    calendar: place.calendar === "jalali" ? "persian" : "gregory",
    ...options,
  }).format(at);

const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const DAY = { weekday: "short", day: "numeric", month: "short" } as const;

/** The wall clock at the showing. Offline pages have no server to write it. */
export const doorClock = (facts: DoorFacts, at: number): string => format(facts, at, CLOCK);

/** The clock, with the day where it is not today's. */
export function whenText(facts: DoorFacts, at: number): string {
  const day = format(facts, at, DAY);
  const clock = doorClock(facts, at);
  return day === format(facts, facts.now, DAY) ? clock : `${day}, ${clock}`;
}

/** The device of a scan by its name; a host without one. */
export const gateText = ({ t, devices }: DoorFacts, { deviceId }: Pick<Scan, "deviceId">) =>
  (deviceId && devices[deviceId]) ?? t("door:host");

/** What is due of a party at the door; null without a level. Never what was paid. */
export function dueText({ t, locale, levels }: DoorFacts, id: string | null, people: number) {
  const level = levels.find((each) => each.id === id);
  if (!level) return null;
  const name = localized(level.name, locale);
  if (level.isTicket) return t("door:result.payTicket", { level: name });
  const priceOf = (price: number) => {
    const label = formatPrice(price, level.currency, locale);
    return label.kind === "price" ? label.text : null;
  };
  const [each, sum] = [priceOf(level.price), priceOf(level.price * people)];
  if (each === null || sum === null) return name;
  const due = t("door:result.pay", { level: name, price: each });
  return people === 1 ? due : `${due} · ${t("door:result.sum", { price: sum, count: people })}`;
}
