import { HOUR } from "../../app/lib/dates/durations";
import {
  type OccurrenceStatus,
  PLAIN_DETAILS,
  type RecurrenceRule,
  type Schedule,
} from "../../app/lib/event/schedule";
import type { DayTime } from "../../app/modules/events/event-columns.server";
import type { EVENT_KINDS, FactsEvent } from "../../app/modules/events/present/event-times.server";

const ZONE = "Asia/Tehran";
export const TEHRAN = { nameEn: "Tehran", nameFa: "تهران" };
export const at = (wall: string) => Date.parse(`${wall}:00+03:30`);
/** Friday 27 November 2026, 6 Azar 1405, as in the drawings. */
export const NOW = at("2026-11-27T08:26");

export const event = (changes: Partial<FactsEvent>): FactsEvent => ({
  startsAt: at("2026-11-27T20:30"),
  endsAt: at("2026-11-27T22:20"),
  timeZone: ZONE,
  allDay: false,
  lifecycle: "scheduled",
  attendance: "in-person",
  price: 4_500_000,
  currency: "IRR",
  occurrenceCount: 1,
  runsUntil: null,
  schedule: null,
  ...changes,
});

export const date = (
  start: string,
  price: number | null = null,
  status: OccurrenceStatus = "scheduled",
) => ({
  ...PLAIN_DETAILS,
  originalStart: start,
  start: null,
  end: null,
  price,
  status,
});
export const time = (wall: string, status: OccurrenceStatus = "scheduled"): DayTime => ({
  originalStart: wall,
  startsAt: at(wall),
  endsAt: at(wall) + HOUR,
  status,
});
export const weekly: RecurrenceRule = {
  ...PLAIN_DETAILS,
  start: "2026-11-24T18:00",
  end: "2026-11-24T20:00",
  frequency: "weekly",
  calendar: "jalali",
  interval: 1,
  weekdays: [2],
  months: [],
  monthDays: [],
  monthWeekdays: [],
  weekStart: 1,
  esfand30: "last-day",
  ends: null,
  moved: null,
};
const usual = { opens: "09:00", closes: "19:00" };
const hours: Schedule = {
  kind: "openingHours",
  allDay: false,
  from: "2026-11-20",
  to: "2026-12-22",
  hours: [null, usual, usual, usual, usual, usual, usual],
  dropped: [],
  dates: [],
};

export const antigone = event({
  startsAt: at("2026-11-27T21:00"),
  endsAt: at("2026-11-27T22:35"),
  price: 2_600_000,
  occurrenceCount: 14,
  schedule: {
    kind: "dates",
    allDay: false,
    dates: [
      date("2026-11-27T17:30", null, "sold-out"),
      date("2026-11-27T21:00"),
      ...Array.from({ length: 11 }, (_, day) =>
        date(`2026-12-${String(day + 1).padStart(2, "0")}T19:00`, 1_800_000),
      ),
      date("2026-12-11T21:00"),
    ],
  },
  times: [time("2026-11-27T17:30", "sold-out"), time("2026-11-27T21:00")],
});
export const nastaliq = event({
  startsAt: at("2026-12-01T18:00"),
  endsAt: at("2026-12-01T20:00"),
  price: 2_500_000,
  occurrenceCount: 40,
  schedule: { kind: "rule", allDay: false, rules: [weekly], dropped: [], dates: [] },
  times: [time("2026-12-01T18:00")],
});
export const turquoise = event({
  startsAt: at("2026-11-27T09:00"),
  endsAt: at("2026-11-27T19:00"),
  price: 500_000,
  occurrenceCount: 22,
  runsUntil: at("2026-12-22T19:00"),
  schedule: hours,
  times: [time("2026-11-27T09:00")],
});
const festival = event({
  startsAt: at("2026-12-17T10:00"),
  endsAt: at("2026-12-19T21:00"),
  price: 0,
});
const talk = event({
  startsAt: at("2026-12-02T19:00"),
  endsAt: at("2026-12-02T20:30"),
  attendance: "online",
  price: 0,
});

/** An event of each kind of schedule, and when it is looked at. */
export const SAMPLES = {
  single: [event({}), NOW],
  showings: [antigone, NOW],
  class: [nastaliq, NOW],
  exhibition: [turquoise, NOW],
  days: [festival, NOW],
  ongoing: [festival, at("2026-12-18T12:00")],
  online: [talk, NOW],
} as const satisfies Record<(typeof EVENT_KINDS)[number], readonly [FactsEvent, number]>;
