import { describe, expect, it } from "vitest";
import {
  antigone,
  at,
  date,
  event,
  NOW,
  nastaliq,
  SAMPLES,
  TEHRAN,
  time,
  turquoise,
  weekly,
} from "../../../../tests/factories/event-kinds";
import { type Reader, readerOf } from "../../../lib/dates/dates.server";
import { DAY } from "../../../lib/dates/durations";
import type { OccurrenceStatus, RecurrenceRule, Schedule } from "../../../lib/event/schedule";
import type { EventListRow } from "../event-columns.server";
import { eventFacts } from "./event-facts.server";
import type { FactsEvent } from "./event-times.server";
import { EVENT_KINDS } from "./event-times.server";

type Surfaces = Record<"row" | "card" | "pin" | "sent" | "kept" | "price", string | null>;

/** What each surface says, parts parted by a bar. */
function surfaces(of: FactsEvent, now: number, reader: Reader): Surfaces {
  const facts = eventFacts(of, { ...reader, now, city: TEHRAN });
  const live = facts.live();
  const kept = facts.kept();
  const said = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(" | ");
  return {
    row: said(
      (live.times ?? [{ time: live.time, off: undefined }])
        .map((one) => (one.off ? `-${one.time}-` : one.time))
        .join(" "),
      live.aside,
      live.more,
      live.soldOut,
    ),
    card: live.whole,
    pin: facts.pin()?.short ?? null,
    sent: facts.sent(),
    kept: said(kept.tile?.filter(Boolean).join(" "), kept.when, kept.other),
    price: said(live.priceOfDay, live.price),
  };
}

const EN: Record<keyof typeof SAMPLES, Surfaces> = {
  single: {
    row: "20:30",
    card: "Tonight, 20:30",
    pin: "20:30",
    sent: "Friday 27 November 2026, 20:30 – 22:20",
    kept: "Friday 27 November | 20:30 | 6 Azar 1405",
    price: "450,000 toman | 450,000 toman",
  },
  showings: {
    row: "-17:30- 21:00 | 12 more dates | 17:30 sold out",
    card: "Tonight, 21:00, 12 more dates",
    pin: "21:00",
    sent: "Friday 27 November 2026, 21:00 – 22:35, and more until 11 December",
    kept: "until 11 December | Many evenings | until 20 Azar 1405",
    price: "260,000 toman | from 180,000 toman",
  },
  class: {
    row: "18:00 | every Tuesday",
    card: "Every Tuesday, 18:00, next 1 December",
    pin: "Tue 18:00",
    sent: "Every Tuesday, 18:00, next Tuesday 1 December 2026",
    kept: "every Tuesday | 18:00",
    price: "250,000 toman | 250,000 toman",
  },
  exhibition: {
    row: "9–19 | opens in 34 min | until 22 December",
    card: "Until 22 December, today 9–19",
    pin: "9–19",
    sent: "Until Tuesday 22 December 2026, closed Mondays",
    kept: "until 22 December | Closed Mondays | until 1 Dey 1405",
    price: "50,000 toman | 50,000 toman",
  },
  days: {
    row: "10:00 | day 1 of 3 | until 19 December",
    card: "17 – 19 December",
    pin: "17 – 19 Dec",
    sent: "Thursday 17 – Saturday 19 December 2026, from 10:00",
    kept: "Thursday–Saturday 17–19 December | from 10:00 | 26 – 28 Azar 1405",
    price: "Free | Free",
  },
  ongoing: {
    row: "day 2 of 3 | until 19 December",
    card: "17 – 19 December, day 2 of 3",
    pin: "17 – 19 Dec",
    sent: "Thursday 17 – Saturday 19 December 2026, from 10:00",
    kept: "Thursday–Saturday 17–19 December | from 10:00 | 26 – 28 Azar 1405",
    price: "Free | Free",
  },
  online: {
    row: "19:00",
    card: "Wed 2 Dec, 19:00",
    pin: null,
    sent: "Wednesday 2 December 2026, 19:00 – 20:30 Tehran time (GMT+3:30)",
    kept: "Wednesday 2 December | 19:00 Tehran time (GMT+3:30) | 11 Azar 1405",
    price: "Free | Free",
  },
};

const FA: Record<keyof typeof SAMPLES, Surfaces> = {
  single: {
    row: "۲۰:۳۰",
    card: "امشب، ۲۰:۳۰",
    pin: "۲۰:۳۰",
    sent: "جمعه ۶ آذر ۱۴۰۵، ۲۰:۳۰ تا ۲۲:۲۰",
    kept: "جمعه ۶ آذر | ساعت ۲۰:۳۰ | ۲۷ نوامبر ۲۰۲۶",
    price: "۴۵۰٬۰۰۰ تومان | ۴۵۰٬۰۰۰ تومان",
  },
  showings: {
    row: "-۱۷:۳۰- ۲۱:۰۰ | ۱۲ نوبت دیگر | ۱۷:۳۰ پر شده",
    card: "امشب، ۲۱:۰۰، ۱۲ نوبت دیگر",
    pin: "۲۱:۰۰",
    sent: "جمعه ۶ آذر ۱۴۰۵، ۲۱:۰۰ تا ۲۲:۳۵، و نوبت‌های دیگر تا ۲۰ آذر",
    kept: "تا ۲۰ آذر | چندین شب | تا ۱۱ دسامبر ۲۰۲۶",
    price: "۲۶۰٬۰۰۰ تومان | از ۱۸۰٬۰۰۰ تومان",
  },
  class: {
    row: "۱۸:۰۰ | هر سه‌شنبه",
    card: "هر سه‌شنبه، ۱۸:۰۰، جلسهٔ بعد ۱۰ آذر",
    pin: "سه‌شنبه ۱۸:۰۰",
    sent: "هر سه‌شنبه، ۱۸:۰۰، جلسهٔ بعد سه‌شنبه ۱۰ آذر ۱۴۰۵",
    kept: "هر سه‌شنبه | ساعت ۱۸:۰۰",
    price: "۲۵۰٬۰۰۰ تومان | ۲۵۰٬۰۰۰ تومان",
  },
  exhibition: {
    row: "۹ تا ۱۹ | ۳۴ دقیقهٔ دیگر باز می‌شود | تا ۱ دی",
    card: "تا ۱ دی، امروز ۹ تا ۱۹",
    pin: "۹ تا ۱۹",
    sent: "تا سه‌شنبه ۱ دی ۱۴۰۵، دوشنبه‌ها تعطیل",
    kept: "تا ۱ دی | دوشنبه‌ها تعطیل | تا ۲۲ دسامبر ۲۰۲۶",
    price: "۵۰٬۰۰۰ تومان | ۵۰٬۰۰۰ تومان",
  },
  days: {
    row: "۱۰:۰۰ | روز ۱ از ۳ | تا ۲۸ آذر",
    card: "۲۶ تا ۲۸ آذر",
    pin: "۲۶ تا ۲۸ آذر",
    sent: "پنجشنبه ۲۶ تا شنبه ۲۸ آذر ۱۴۰۵، از ۱۰:۰۰",
    kept: "پنجشنبه تا شنبه ۲۶ تا ۲۸ آذر | از ساعت ۱۰:۰۰ | ۱۷ تا ۱۹ دسامبر ۲۰۲۶",
    price: "رایگان | رایگان",
  },
  ongoing: {
    row: "روز ۲ از ۳ | تا ۲۸ آذر",
    card: "۲۶ تا ۲۸ آذر، روز ۲ از ۳",
    pin: "۲۶ تا ۲۸ آذر",
    sent: "پنجشنبه ۲۶ تا شنبه ۲۸ آذر ۱۴۰۵، از ۱۰:۰۰",
    kept: "پنجشنبه تا شنبه ۲۶ تا ۲۸ آذر | از ساعت ۱۰:۰۰ | ۱۷ تا ۱۹ دسامبر ۲۰۲۶",
    price: "رایگان | رایگان",
  },
  online: {
    row: "۱۹:۰۰",
    card: "چهارشنبه ۱۱ آذر، ۱۹:۰۰",
    pin: null,
    sent: "چهارشنبه ۱۱ آذر ۱۴۰۵، ۱۹:۰۰ تا ۲۰:۳۰ به وقت تهران (‎+۳:۳۰ گرینویچ)",
    kept: "چهارشنبه ۱۱ آذر | ساعت ۱۹:۰۰ به وقت تهران (‎+۳:۳۰ گرینویچ) | ۲ دسامبر ۲۰۲۶",
    price: "رایگان | رایگان",
  },
};

describe.each([
  ["en", EN],
  ["fa", FA],
] as const)("the facts of each kind of schedule (%s)", (locale, expected) => {
  it.each(EVENT_KINDS)("%s", (kind) => {
    const [sample, now] = SAMPLES[kind];
    expect(eventFacts(sample, { ...readerOf(locale), now }).kind).toBe(kind);
    expect(surfaces(sample, now, readerOf(locale))).toEqual(expected[kind]);
  });
});

const live = (of: FactsEvent, now = NOW) =>
  eventFacts(of, { ...readerOf("en"), now, city: TEHRAN }).live();

describe("an exhibition", () => {
  it("is open only while it is", () => {
    const states = ["07:00", "08:30", "09:00", "18:59", "19:00"].map((clock) => {
      const { aside, isOpen } = live(turquoise, at(`2026-11-27T${clock}`));
      return [aside, isOpen];
    });
    expect(states).toEqual([
      [null, false],
      ["opens in 30 min", false],
      ["open now", true],
      ["open now", true],
      [null, false],
    ]);
    expect(live({ ...turquoise, lifecycle: "cancelled" }, at("2026-11-27T10:00")).isOpen).toBe(
      false,
    );
  });

  it("says that it is closed today, or closed by now, and when it opens next", () => {
    const on = (day: string): FactsEvent => ({
      ...turquoise,
      startsAt: at(`${day}T09:00`),
      endsAt: at(`${day}T19:00`),
    });
    expect(live(on("2026-12-01"), at("2026-11-30T12:00")).whole).toBe(
      "Until 22 December, closed today, tomorrow 9–19",
    );
    expect(live(on("2026-11-28"), at("2026-11-27T20:00")).whole).toBe(
      "Until 22 December, closed now, tomorrow 9–19",
    );
    // While it is open, and before it opens, a list of another day does not say that it is closed.
    for (const hour of ["08:00", "12:00", "18:59"])
      expect(live(on("2026-12-03"), at(`2026-11-27T${hour}`)).next).toBe("3 December 9–19");
    expect(live(on("2026-11-20"), at("2026-11-17T12:00"))).toMatchObject({
      when: "20 November – 22 December",
      next: "20 November 9–19",
      tile: { weekday: "Fri", day: "20", month: "Nov" },
    });
  });

  it("has its last day on the tile, and its hours beside it", () => {
    expect(live(turquoise)).toMatchObject({
      tile: { weekday: "until", day: "22", month: "Dec", isUntil: true },
      beside: "today 9–19",
      follows: null,
    });
  });
});

describe("several dates", () => {
  const times = (...clocks: [string, OccurrenceStatus?][]) =>
    clocks.map(([clock, status]) => time(`2026-11-27T${clock}`, status));

  it("count those that are neither shown nor over", () => {
    expect(live(antigone).more).toBe("12 more dates");
    expect(live({ ...antigone, occurrenceCount: 3 }).more).toBe("1 more date");
    expect(live({ ...antigone, occurrenceCount: 2 }).more).toBeNull();
    expect(live(antigone, at("2026-12-20T10:00")).more).toBeNull();
  });

  it("show four times of a day at most, and what one cannot go to struck through", () => {
    const tour = {
      ...antigone,
      times: times(["13:00"], ["14:00"], ["15:00"], ["16:00"], ["17:00"], ["18:00"]),
    };
    expect(live(tour).times?.map((one) => one.time)).toEqual([
      "13:00",
      "14:00",
      "15:00",
      "16:00",
      "+2",
    ]);
    expect(live({ ...antigone, times: times(["15:00", "cancelled"], ["21:00"]) }).times).toEqual([
      { time: "15:00", off: "Cancelled" },
      { time: "21:00" },
    ]);
    expect(live({ ...antigone, times: times(["21:00"]) }).times).toBeUndefined();
  });

  it("ask the price of the day under its heading, and the least of all elsewhere", () => {
    expect(live({ ...antigone, price: null, schedule: null }).price).toBe("See tickets");
    const free = {
      ...antigone.schedule,
      dates: [date("2026-12-01T19:00", 0), date("2026-12-02T19:00")],
    };
    expect(live({ ...antigone, schedule: free as Schedule }).price).toBe("Free to 260,000 toman");
  });

  it("of a few afternoons are no many evenings", () => {
    const kept = (...starts: string[]) =>
      eventFacts(
        {
          ...antigone,
          schedule: { kind: "dates", allDay: false, dates: starts.map((start) => date(start)) },
        },
        { ...readerOf("en"), now: NOW },
      ).kept().when;
    expect(kept("2026-11-27T21:00", "2026-12-01T19:00")).toBe("Several showings");
    const clocks = ["11:00", "19:00", "19:00", "19:00"];
    expect(kept(...clocks.map((clock, day) => `2026-12-0${day + 1}T${clock}`))).toBe(
      "Many showings",
    );
  });
});

describe("a rule", () => {
  const rules = (...changes: Partial<RecurrenceRule>[]): FactsEvent => ({
    ...nastaliq,
    schedule: {
      kind: "rule",
      allDay: false,
      rules: changes.map((change) => ({ ...weekly, ...change })),
      dropped: [],
      dates: [],
    },
  });

  it("names its days without an hour where there are several hours", () => {
    const two = rules({}, { weekdays: [4], start: "2026-11-26T10:00", end: null });
    expect(live(two).when).toBe("Every Tuesday and every Thursday");
    expect(eventFacts(two, { ...readerOf("en"), now: NOW }).kept()).toEqual({
      tile: null,
      when: "Every Tuesday and every Thursday",
      other: "",
    });
  });

  it("leaves out what is over", () => {
    expect(live(rules({ ends: { until: "2026-11-01" } }, { weekdays: [4] })).when).toBe(
      "Every Thursday, 18:00",
    );
  });
});

it("a row of a list has all that the facts are read from", () => {
  const row: Pick<EventListRow, keyof FactsEvent> = event({});
  expect(live(row).kind).toBe("single");
  // The long night of a concert is one evening.
  expect(live(event({ endsAt: at("2026-11-28T02:00") })).kind).toBe("single");
  expect(live(event({ endsAt: NOW + 2 * DAY })).kind).toBe("days");
});
