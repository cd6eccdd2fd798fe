import { describe, expect, it } from "vitest";
import { readDates } from "./read-date";

/** [text, first day, last day, codes]; for December 2026 unless stated otherwise. */
const DAYS: readonly (readonly [string, string | null, (string | null)?, string[]?])[] = [
  ["2026-12-05", "2026-12-05"],
  ["2026/12/05", "2026-12-05"],
  ["2026.12.5", "2026-12-05"],
  ["20261205", "2026-12-05"],
  ["5 Dec 2026", "2026-12-05"],
  ["5 December 2026", "2026-12-05"],
  ["05-Dec-2026", "2026-12-05"],
  ["December 5th, 2026", "2026-12-05"],
  ["Dec. 5, 2026", "2026-12-05"],
  ["Saturday, December 5, 2026", "2026-12-05"],
  ["Sat 5 Dec", "2026-12-05"],
  ["the fifth of December", "2026-12-05"],
  ["Dec 5–7", "2026-12-05", "2026-12-07"],
  ["5-7 December 2026", "2026-12-05", "2026-12-07"],
  ["December 5 to December 7, 2026", "2026-12-05", "2026-12-07"],
  ["Dec 5 and 6", "2026-12-05", "2026-12-06"],
  ["Dec 30 – Jan 2", "2026-12-30", "2027-01-02"],
  ["30 December 2026 - 2 January 2027", "2026-12-30", "2027-01-02"],
  ["December 30 - January 2, 2027", "2026-12-30", "2027-01-02"],
  ["2026-12-05 to 2026-12-07", "2026-12-05", "2026-12-07"],
  ["2026-12-05/2026-12-07", "2026-12-05", "2026-12-07"],
  ["Fri 4 – Sun 6 Dec 2026", "2026-12-04", "2026-12-06"],
  ["05.12.2026", "2026-12-05"],
  ["13/12/2026", "2026-12-13"],
  ["12/13/2026", "2026-12-13"],
  ["05/12/2026", "2026-12-05"],
  ["12/05/2026", "2026-12-05"],
  ["5/12/26", "2026-12-05"],
  ["1405/09/14", "2026-12-05"],
  ["۱۴۰۵/۰۹/۱۴", "2026-12-05"],
  ["۱۴۰۵-۹-۱۴", "2026-12-05"],
  ["١٤٠٥/٠٩/١٤", "2026-12-05"],
  ["14-09-1405", "2026-12-05"],
  ["۱۴/۹/۱۴۰۵", "2026-12-05"],
  ["1448/06/24", "2026-12-04", null, ["lunar-date"]],
  ["٢٤/٦/١٤٤٨", "2026-12-04", null, ["lunar-date"]],
  ["14480624", "2026-12-04", null, ["lunar-date"]],
  ["1448/13/01", null, null, ["impossible-date"]],
  ["۱۴۰۵/۰۹/۱۴ (۱۴۴۸/۰۶/۲۴)", "2026-12-05"],
  ["1410/09/14", "2031-12-05"],
  ["۱۴ آذر ۱۴۰۵", "2026-12-05"],
  ["شنبه ۱۴ آذر ۱۴۰۵", "2026-12-05"],
  ["شنبه، ۱۴ آذرماه ۱۴۰۵", "2026-12-05"],
  ["چهاردهم آذر", "2026-12-05"],
  ["۱۴ آذر", "2026-12-05"],
  ["14 Azar 1405", "2026-12-05"],
  ["۱۴ تا ۱۶ آذر", "2026-12-05", "2026-12-07"],
  ["۱۴ آذر تا ۲ دی ۱۴۰۵", "2026-12-05", "2026-12-23"],
  ["از ۱۴ تا ۱۶ آذر ۱۴۰۵", "2026-12-05", "2026-12-07"],
  ["۱۴۰۵/۰۹/۱۴ تا ۱۴۰۵/۰۹/۱۶", "2026-12-05", "2026-12-07"],
  ["۵ دسامبر ۲۰۲۶", "2026-12-05"],
  ["۲۰۲۶/۱۲/۰۵", "2026-12-05"],
  ["2026-12-05 (۱۴ آذر ۱۴۰۵)", "2026-12-05"],
  ["۱۴ آذر ۱۴۰۵ (۵ دسامبر ۲۰۲۶)", "2026-12-05"],
  ["بیست و یکم آذر ۱۴۰۵", "2026-12-12"],
  ["سی‌ام آذر", "2026-12-21"],
  ["پنج‌شنبه ۱۲ آذر ۱۴۰۵", "2026-12-03"],
  ["سه شنبه ۱۰ آذر", "2026-12-01"],
  ["۱ دی‌ماه ۱۴۰۵", "2026-12-22"],
  ["14 آذر ۰۵", "2026-12-05"],
  ["6.12.", "2026-12-06"],
  ["Dec 5 '26", "2026-12-05"],
  ["until December 20", "2026-12-20", null, ["end-only"]],
  ["Saturdays in December", null, null, ["relative-date"]],
  ["جمعه‌ها", null, null, ["relative-date"]],
  ["first week of December", null, null, ["no-day"]],
  ["5th", "2026-12-05", null, ["day-only"]],
  ["December 5, 12 and 19", "2026-12-05", null, ["several-dates"]],
  ["Every Friday from 4 December", "2026-12-04", null, ["recurring"]],
  ["Friday 5 December 2026", "2026-12-05", null, ["weekday-mismatch"]],
  ["پنجشنبه ۱۴ آذر", "2026-12-05", null, ["weekday-mismatch"]],
  ["2026-12-05 (۱۵ آذر ۱۴۰۵)", "2026-12-05", null, ["dates-differ"]],
  ["2026-02-30", null, null, ["impossible-date"]],
  ["31 November 2026", null, null, ["impossible-date"]],
  ["1405/07/31", null, null, ["impossible-date"]],
  ["۳۱ آذر ۱۴۰۵", null, null, ["impossible-date"]],
  ["2026-13-05", null, null, ["impossible-date"]],
  ["TBA", null, null, ["unknown-date"]],
  ["نامشخص", null, null, ["unknown-date"]],
  ["به‌زودی", null, null, ["unknown-date"]],
  ["December 2026", null, null, ["no-day"]],
  ["2026-12", null, null, ["no-day"]],
  ["آذر ۱۴۰۵", null, null, ["no-day"]],
  ["mid-December", null, null, ["no-day"]],
  ["every Friday", null, null, ["relative-date"]],
  ["هر جمعه", null, null, ["relative-date"]],
  ["tomorrow", null, null, ["relative-date"]],
  ["جمعه", null, null, ["relative-date"]],
  ["whenever you like", null, null, ["unreadable-date"]],
];

describe("the days in a text", () => {
  it.each(DAYS.map(([text, start, end = null, codes = []]) => ({ text, start, end, codes })))(
    "$text: start $start",
    ({ text, start, end, codes }) => {
      expect(readDates(text, "2026-12", "CA")).toMatchObject({ start, end, codes });
    },
  );

  it.each([
    ["05/06/2027", "2027-05", "2027-05-06"],
    ["05/06/2027", "2027-06", "2027-06-05"],
    ["۹/۱۴", "2026-12", "2026-12-05"],
    ["۱۴/۹", "2026-12", "2026-12-05"],
    ["1 فروردین", "2027-03", "2027-03-21"],
    ["۲۹ اسفند", "2027-03", "2027-03-20"],
    ["January 3", "2027-01", "2027-01-03"],
    ["12 بهمن", "2027-02", "2027-02-01"],
  ])("given %j for the month %s, are %s", (text, month, day) => {
    expect(readDates(text, month, "CA")).toMatchObject({ start: day, codes: [] });
  });

  it("follow the country's order where day and month are ambiguous, and are doubtful", () => {
    expect(readDates("05/06/2027", "2026-12", "GB")).toMatchObject({
      start: "2027-06-05",
      codes: ["ambiguous-date"],
    });
    expect(readDates("05/06/2027", "2026-12", "US")).toMatchObject({
      start: "2027-05-06",
      codes: ["ambiguous-date"],
    });
  });
});
