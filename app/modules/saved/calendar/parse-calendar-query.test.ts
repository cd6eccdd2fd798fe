import { describe, expect, it } from "vitest";
import { parseCalendarQuery } from "./find-own-calendar.server";

const NOTHING = { layout: "month", date: null, calendar: null };

describe("parseCalendarQuery", () => {
  it.each([
    ["", NOTHING],
    [
      "layout=week&date=2026-12-08&calendar=jalali",
      { layout: "week", date: "2026-12-08", calendar: "jalali" },
    ],
    ["date=۲۰۲۶-۱۲-۰۸", { ...NOTHING, date: "2026-12-08" }],
    ["layout=year&date=2026-02-30&calendar=lunar", NOTHING],
    ["date=1817-01-01", NOTHING],
    ["date=2100-01-01", NOTHING],
    [`date=${"9".repeat(10_000)}`, NOTHING],
  ])("reads %.60s", (query, expected) => {
    expect(parseCalendarQuery(new URLSearchParams(query))).toEqual(expected);
  });
});
