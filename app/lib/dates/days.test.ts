import { describe, expect, it } from "vitest";
import type { CalendarSystem } from "./dates.server";
import {
  addDays,
  daysBetween,
  isDay,
  isRestDay,
  monthOf,
  weekdayOf,
  weekOf,
  weeksOf,
} from "./days";

const persian = new Intl.DateTimeFormat("en-u-ca-persian-nu-latn", {
  timeZone: "UTC",
  year: "numeric",
  month: "numeric",
  day: "numeric",
});

/** A day in the Jalali calendar, as Intl has it. */
function jalali(day: string): { year: number; month: number; day: number } {
  const parts = Object.fromEntries(
    persian.formatToParts(Date.parse(`${day}T00:00:00Z`)).map(({ type, value }) => [type, value]),
  );
  return {
    year: Number.parseInt(parts.year ?? "", 10),
    month: Number(parts.month),
    day: Number(parts.day),
  };
}

const lengthOf = (day: string, calendar: CalendarSystem) => {
  const { first, last } = monthOf(day, calendar);
  return daysBetween(first, last) + 1;
};

describe("monthOf", () => {
  it.each([
    ["2026-12-08", "gregorian", "2026-12-01", "2026-12-31"],
    ["2028-02-29", "gregorian", "2028-02-01", "2028-02-29"],
    ["2026-02-01", "gregorian", "2026-02-01", "2026-02-28"],
    ["2026-12-08", "jalali", "2026-11-22", "2026-12-21"],
    ["2026-03-21", "jalali", "2026-03-21", "2026-04-20"],
    // 1403 and 1408 are leap years: Esfand has a 30th day.
    ["2025-03-01", "jalali", "2025-02-19", "2025-03-20"],
    ["2030-03-01", "jalali", "2030-02-19", "2030-03-20"],
    // 1404 is not a leap year.
    ["2026-03-01", "jalali", "2026-02-20", "2026-03-20"],
  ] as const)("of %s in the %s calendar is %s to %s", (day, calendar, first, last) => {
    expect(monthOf(day, calendar)).toEqual({ first, last });
  });

  it("of every day of 1403 to 1409 matches Intl: six months of 31 days, five of 30, and Esfand", () => {
    let day = "2024-03-20";
    while (jalali(day).year < 1410) {
      const { year, month } = jalali(day);
      const range = monthOf(day, "jalali");
      expect([day, jalali(range.first), jalali(range.last).month]).toEqual([
        day,
        { year, month, day: 1 },
        month,
      ]);
      expect(jalali(addDays(range.last, 1)).day).toBe(1);
      const esfand = year === 1403 || year === 1408 ? 30 : 29;
      expect([day, lengthOf(day, "jalali")]).toEqual([
        day,
        month <= 6 ? 31 : month < 12 ? 30 : esfand,
      ]);
      day = addDays(day, 9);
    }
  });
});

describe("weeksOf", () => {
  it.each([
    ["en", "2026-11-30", "2027-01-03", 5],
    ["fa", "2026-11-28", "2027-01-01", 5],
  ] as const)(
    "covers December 2026 with whole weeks in %s, from %s to %s",
    (locale, first, last, count) => {
      const weeks = weeksOf(monthOf("2026-12-08", "gregorian"), locale);
      expect(weeks).toHaveLength(count);
      expect([weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual([first, last]);
      expect(
        weeks.every(
          (week) => week.length === 7 && weekdayOf(week[0] ?? "") === (locale === "fa" ? 6 : 1),
        ),
      ).toBe(true);
    },
  );

  it("covers every month with each of its days once", () => {
    for (let day = "2024-03-20"; day < "2031-01-01"; day = addDays(day, 17))
      for (const calendar of ["jalali", "gregorian"] as const) {
        const range = monthOf(day, calendar);
        const days = weeksOf(range, "fa").flat();
        expect(new Set(days).size).toBe(days.length);
        expect(days).toEqual(expect.arrayContaining([range.first, range.last]));
        expect(daysBetween(days[0] ?? "", days.at(-1) ?? "")).toBe(days.length - 1);
      }
  });
});

describe("weekOf", () => {
  it("starts on Saturday in Persian, on Monday in English", () => {
    expect(weekOf("2026-12-08", "fa")).toEqual({ first: "2026-12-05", last: "2026-12-11" });
    expect(weekOf("2026-12-08", "en")).toEqual({ first: "2026-12-07", last: "2026-12-13" });
    expect(weekOf("2026-12-05", "fa").first).toBe("2026-12-05");
    expect(weekOf("2026-12-13", "en").last).toBe("2026-12-13");
  });
});

describe("isRestDay", () => {
  it("is Thursday and Friday, or Saturday and Sunday", () => {
    const week = [
      "2026-12-07",
      "2026-12-08",
      "2026-12-09",
      "2026-12-10",
      "2026-12-11",
      "2026-12-12",
      "2026-12-13",
    ];
    expect(week.map((day) => isRestDay(day, "fa"))).toEqual([
      false,
      false,
      false,
      true,
      true,
      false,
      false,
    ]);
    expect(week.map((day) => isRestDay(day, "en"))).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
      true,
    ]);
  });
});

it.each([
  ["2028-02-29", true],
  ["2026-02-29", false],
  ["2026-13-01", false],
  ["2026-1-1", false],
  ["", false],
])("isDay of %j is %s", (text, expected) => {
  expect(isDay(text)).toBe(expected);
});
