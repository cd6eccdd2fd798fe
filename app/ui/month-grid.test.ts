import { describe, expect, it } from "vitest";
import { monthGridOf, moved } from "./month-grid";

describe("a month of a calendar", () => {
  it("begins its weeks on Saturday in Persian and on Monday in English", () => {
    const fa = monthGridOf("2026-12-08", "jalali", "fa");
    expect([fa.label, fa.weeks.flat().filter(Boolean).length]).toEqual(["آذر ۱۴۰۵", 30]);
    expect(fa.weekdays[0]?.long).toBe("شنبه");
    // 1 Azar 1405 is a Sunday.
    expect(fa.weeks[0]?.map((cell) => cell?.number ?? "")).toEqual([
      "",
      "۱",
      "۲",
      "۳",
      "۴",
      "۵",
      "۶",
    ]);
    const en = monthGridOf("2026-12-08", "gregorian", "en");
    expect([en.label, en.weekdays[0]?.long, en.weeks[0]?.[1]?.day]).toEqual([
      "December 2026",
      "Monday",
      "2026-12-01",
    ]);
    expect(en.weeks.flat().find((cell) => cell?.day === "2026-12-08")?.label).toBe(
      "Tuesday 8 December 2026",
    );
  });

  it("moves by days, weeks, and months and years of its own calendar", () => {
    expect(moved("2026-12-08", { days: 7 }, "gregorian", "en")).toBe("2026-12-15");
    expect(moved("2026-12-08", { week: "start" }, "gregorian", "en")).toBe("2026-12-07");
    expect(moved("2026-12-08", { week: "end" }, "jalali", "fa")).toBe("2026-12-11");
    expect(moved("2027-01-31", { months: 1 }, "gregorian", "en")).toBe("2027-02-28");
    // 31 Shahrivar goes to 30 Mehr; 30 Esfand of a leap year to 29 Esfand.
    expect(moved("2026-09-22", { months: 1 }, "jalali", "fa")).toBe("2026-10-22");
    expect(moved("2025-03-20", { years: 1 }, "jalali", "fa")).toBe("2026-03-20");
  });
});
