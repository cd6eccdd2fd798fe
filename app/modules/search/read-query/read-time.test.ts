import { describe, expect, it } from "vitest";
import { foldDigits } from "../../../lib/text/digits";
import { searchKey } from "../../../lib/text/search-text";
import { readTime, type TimeContext } from "./read-time";
import type { When } from "./understood";

/** Tuesday, 24 November 2026: 3 Azar 1405. */
const IRAN: TimeContext = { today: "2026-11-24", isThursdayWeekend: true };
const EUROPE: TimeContext = { today: "2026-11-24", isThursdayWeekend: false };

function read(query: string, context = IRAN): { when?: When; rest: string } {
  const words = searchKey(query).split(" ").filter(Boolean);
  const isCity = (index: number) => /^(?:تهران|tehran)$/.test(words[index] ?? "");
  const found = readTime(
    words,
    foldDigits(query),
    context,
    () => false,
    (index) => (isCity(index) ? "city" : null),
  );
  const taken = new Set(
    found?.spans.flatMap(({ start, length }) =>
      Array.from({ length }, (_, index) => start + index),
    ),
  );
  return {
    ...(found ? { when: found.when } : null),
    rest: words.filter((_, index) => !taken.has(index)).join(" "),
  };
}

const day = (from: string, to = from) => ({ from, to });
const morning = { daypart: "morning", hours: { from: 300, before: 720 } };
const night = { daypart: "night", hours: { from: 1020, before: 1680 } };
const asr = { daypart: "evening", hours: { from: 840, before: 1320 } };
const evening = { daypart: "evening", hours: { from: 1020, before: 1320 } };

describe("readTime", () => {
  it.each<[string, object | undefined, string]>([
    ["third of december", day("2026-12-03"), ""],
    ["the twenty first of december", day("2026-12-21"), "the"],
    ["december the third", day("2026-12-03"), ""],
    ["december twenty second", day("2026-12-22"), ""],
    ["panjom azar tehran", day("2026-11-26"), "tehran"],
    ["davazdahom dey", day("2027-01-02"), ""],
    ["third to fifth of december", day("2026-12-03", "2026-12-05"), ""],
    ["first friday of december", day("2026-12-04"), ""],
    ["last sunday of january", day("2027-01-31"), ""],
    ["آخرین جمعهٔ آذر", day("2026-12-18"), ""],
    ["اولین شنبهٔ دی", day("2026-12-26"), ""],
    ["next mon", day("2026-11-30"), ""],
    ["next sun tehran", day("2026-11-29"), "tehran"],
    ["this wed", day("2026-11-25"), ""],
    ["two weeks from saturday", day("2026-12-12"), ""],
    ["a week on friday", day("2026-12-04"), ""],
    ["saturday after next", day("2026-12-05"), ""],
    ["friday week", day("2026-12-04"), ""],
    ["the 10th", day("2026-12-10"), ""],
    [
      "this afternoon tehran",
      { preset: "today", daypart: "afternoon", hours: { from: 720, before: 1020 } },
      "tehran",
    ],
    ["on the 25th tehran", day("2026-11-25"), "on tehran"],
    ["the 31st", day("2026-12-31"), ""],
    ["xmas week", day("2026-12-24", "2026-12-26"), ""],
    ["business days tehran", { weekdays: [6, 7, 1, 2, 3] }, "tehran"],
    ["روزهای کاری", { weekdays: [6, 7, 1, 2, 3] }, ""],
    ["جمعه ۱۲ شب", { weekdays: [5], hours: { from: 1440, before: 1500 } }, ""],
    ["۱۲ شب جمعه", { weekdays: [5], hours: { from: 0, before: 60 } }, ""],
    ["الان تهران", { preset: "today" }, "تهران"],
  ])("reads how people say days: %s", (query, when, rest) => {
    expect(read(query)).toEqual({ when, rest });
  });

  it("reads working days by the area", () => {
    expect(read("weekdays", EUROPE).when).toEqual({ weekdays: [1, 2, 3, 4, 5] });
  });

  it("reads a date of two numbers by the digits of the query", () => {
    expect(read("15/10", { ...IRAN, isPersian: true }).when).toEqual(day("2027-01-05"));
    expect(read("15/10", { ...IRAN, isPersian: false }).when).toEqual(day("2027-10-15"));
  });

  it.each([
    "mon amour",
    "second hand",
    "third culture",
    "شنبه‌های دور",
    "first aid",
    "two weeks of music",
    "the 10th festival",
    "10th anniversary",
  ])("reads no day in %s", (query) => {
    expect(read(query).when).toBeUndefined();
  });

  it.each(["جمعه‌های تهران", "شنبه‌ها", "saturdays"])("reads the days of %s", (query) => {
    expect(read(query).when?.weekdays).toHaveLength(1);
  });

  it.each([
    ["28 to 5 دی", day("2026-12-19", "2026-12-26")],
    ["از ۲۵ تا ۲ دی", day("2026-12-16", "2026-12-23")],
    ["25 to 5 january", day("2026-12-25", "2027-01-05")],
    ["1 to 10 azar", day("2026-11-24", "2026-12-01")],
  ])("takes %s over the end of a month", (query, when) => {
    expect(read(query).when).toEqual(when);
  });

  it.each(["2020 vision", "9999-12-31", "0001/01/01", "1 jan 9998"])(
    "ignores years outside the list: %s",
    (query) => {
      expect(read(query).when).toBeUndefined();
    },
  );

  it.each<[string, object | undefined, string]>([
    ["nowruz 2027", day("2027-01-01", "2027-12-31"), "nowruz"],
    ["کنسرت ۱۴۰۵", day("2026-11-24", "2027-03-20"), "کنسرت"],
    ["کنسرت آذر ۱۴۰۵", day("2026-11-24", "2026-12-21"), "کنسرت"],
    ["امشب اصفهان", { preset: "tonight" }, "اصفهان"],
    ["isfahan music tonight", { preset: "tonight" }, "isfahan music"],
    ["this evening", { preset: "tonight" }, ""],
    ["امروز", { preset: "today" }, ""],
    ["tomorrow morning tehran", { preset: "tomorrow", ...morning }, "tehran"],
    ["فردا عصر", { preset: "tomorrow", ...asr }, ""],
    ["فردا شب", { preset: "tomorrow", ...night }, ""],
    ["پس‌فردا", day("2026-11-26"), ""],
    ["نیمه دوم آذر اصفهان", day("2026-12-07", "2026-12-21"), "اصفهان"],
    ["first half of december", day("2026-12-01", "2026-12-15"), ""],
    ["دهه سوم دی", day("2027-01-11", "2027-01-20"), ""],
    ["پنجشنبه عصر", { weekdays: [4], ...asr }, ""],
    ["پنج شنبه شب کنسرت", { weekdays: [4], ...night }, "کنسرت"],
    ["sunday morning yoga", { weekdays: [7], ...morning }, "yoga"],
    ["friday night", { weekdays: [5], ...night }, ""],
    ["friday evening", { weekdays: [5], ...evening }, ""],
    ["this friday", day("2026-11-27"), ""],
    ["next friday", day("2026-12-04"), ""],
    ["جمعه بعد", day("2026-12-04"), ""],
    ["پنجشنبه و جمعه", { preset: "weekend" }, ""],
    ["آخر هفته شیراز", { preset: "weekend" }, "شیراز"],
    ["آخرهفته", { preset: "weekend" }, ""],
    ["next weekend", { preset: "next-weekend", ...day("2026-12-03", "2026-12-04") }, ""],
    ["هفته آینده شیراز", { preset: "next-week", ...day("2026-11-28", "2026-12-04") }, "شیراز"],
    ["this week", { preset: "week" }, ""],
    ["این ماه", { preset: "month" }, ""],
    ["ماه آینده", { preset: "next-month", ...day("2026-12-22", "2027-01-20") }, ""],
    ["next month", { preset: "next-month", ...day("2026-12-01", "2026-12-31") }, ""],
    ["today or tomorrow", day("2026-11-24", "2026-11-25"), "or"],
    ["۲۰ آذر", day("2026-12-11"), ""],
    ["جمعه ۲۰ آذر", { ...day("2026-12-11"), weekdays: [5] }, ""],
    ["پنجشنبه ۲۰ آذر", { ...day("2026-12-11"), wrongWeekday: 4 }, ""],
    ["thursday 11 december 2026", { ...day("2026-12-11"), wrongWeekday: 4 }, ""],
    ["۲۰ آذر ماه", day("2026-12-11"), ""],
    ["20 azar", day("2026-12-11"), ""],
    ["۱ آذر", day("2027-11-22"), ""],
    ["11 dec", day("2026-12-11"), ""],
    ["december 11th", day("2026-12-11"), ""],
    ["11th of december 2026", day("2026-12-11"), ""],
    ["۱۱ دسامبر", day("2026-12-11"), ""],
    ["1405/09/20", day("2026-12-11"), ""],
    ["۱۴۰۵/۹/۲۰", day("2026-12-11"), ""],
    ["2026-12-11", day("2026-12-11"), ""],
    ["25/12", day("2026-12-25"), ""],
    ["۹/۲۰ کنسرت", day("2026-12-11"), "کنسرت"],
    ["آبان", day("2027-10-23", "2027-11-21"), ""],
    ["دی ماه", day("2026-12-22", "2027-01-20"), ""],
    ["december", day("2026-12-01", "2026-12-31"), ""],
    ["concerts in march", day("2027-03-01", "2027-03-31"), "concerts in"],
    ["تعطیلات نوروز", day("2027-03-21", "2027-04-02"), ""],
    ["during nowruz", day("2027-03-21", "2027-04-02"), "during"],
    ["در یلدا", day("2026-12-21"), "در"],
    ["در چهارشنبه‌سوری", day("2027-03-16"), "در"],
    ["تعطیلات رسمی", day("2027-02-11"), ""],
    ["رمضان تهران", day("2027-02-08", "2027-03-09"), "تهران"],
    ["ramadan", day("2027-02-08", "2027-03-09"), ""],
    ["muharram", day("2027-06-06", "2027-07-05"), ""],
    ["ماه شعبان", day("2027-01-09", "2027-02-08"), ""],
    ["جمادی‌الثانی", day("2026-11-24", "2026-12-10"), ""],
    ["۱۳ رجب", day("2026-12-22", "2026-12-23"), ""],
    ["first week of ramadan", day("2027-02-08", "2027-02-15"), ""],
    ["دههٔ اول محرم", day("2027-06-06", "2027-06-16"), ""],
    ["دهه محرم", day("2027-06-06", "2027-06-16"), ""],
    ["first ten days of Muharram", day("2027-06-06", "2027-06-16"), ""],
    ["ده روز آخر رمضان", day("2027-02-28", "2027-03-09"), ""],
    ["۱ تا ۱۰ محرم", day("2027-06-06", "2027-06-16"), ""],
    ["از اول تا دهم محرم", day("2027-06-06", "2027-06-16"), ""],
    ["شب قدر", day("2027-02-26", "2027-03-03"), ""],
    ["شب‌های قدر تهران", day("2027-02-26", "2027-03-03"), "تهران"],
    ["nights of Qadr", day("2027-02-26", "2027-03-03"), ""],
    ["در عاشورا", day("2027-06-15", "2027-06-16"), "در"],
    ["تاسوعا تهران", day("2027-06-14", "2027-06-15"), "تهران"],
    ["عاشورا و تاسوعا", day("2027-06-14", "2027-06-16"), ""],
    ["در تاسوعا و اربعین", day("2027-06-14", "2027-06-15"), "در و اربعین"],
    ["tasua and ashura tehran", day("2027-06-14", "2027-06-16"), "and tehran"],
    ["arbaeen tehran", day("2027-07-24", "2027-07-25"), "tehran"],
    ["نیمهٔ شعبان تهران", day("2027-01-23", "2027-01-24"), "تهران"],
    ["در نیمه شعبان", day("2027-01-23", "2027-01-24"), "در"],
    ["عید مبعث تهران", day("2027-01-05", "2027-01-06"), "تهران"],
    ["برای عید فطر", day("2027-03-09", "2027-03-11"), "برای"],
    ["تعطیلات عید فطر", day("2027-03-09", "2027-03-11"), ""],
    ["Eid al-Fitr tehran", day("2027-03-09", "2027-03-11"), "tehran"],
    ["برای عید قربان", day("2027-05-16", "2027-05-17"), "برای"],
    ["on Eid al-Adha", day("2027-05-16", "2027-05-17"), "on"],
    ["eid-e ghorban tehran", day("2027-05-16", "2027-05-17"), "tehran"],
    ["عید غدیر تهران", day("2027-05-24", "2027-05-25"), "تهران"],
    ["۱ تا ۱۰ آذر", day("2026-11-24", "2026-12-01"), ""],
    ["december and january", day("2026-12-01", "2027-01-31"), "and"],
    ["monday to wednesday", { weekdays: [1, 2, 3] }, ""],
    ["شنبه تا سه‌شنبه", { weekdays: [6, 7, 1, 2] }, ""],
    ["after 8pm tehran", { hours: { from: 1200, before: 1680 } }, "tehran"],
    ["تهران بعد از ساعت ۸ شب", { hours: { from: 1200, before: 1680 } }, "تهران"],
    ["بعد ۶ تهران", { hours: { from: 1080, before: 1680 } }, "تهران"],
    ["تهران بعد از ۷", { hours: { from: 1140, before: 1680 } }, "تهران"],
    ["پس از ۸", { hours: { from: 1200, before: 1680 } }, ""],
    ["امشب بعد ۹", { preset: "tonight", hours: { from: 1260, before: 1680 } }, ""],
    ["بعد از ۶ ماه", undefined, "بعد از 6 ماه"],
    ["بعد از ۲ نفر", undefined, "بعد از 2 نفر"],
    ["بعد از ۶ دی", day("2026-12-27"), "بعد از"],
    ["after 6 months", undefined, "after 6 months"],
    ["tonight after 9", { preset: "tonight", hours: { from: 1260, before: 1680 } }, ""],
    ["before 18:00", { hours: { from: 240, before: 1080 } }, ""],
    ["ساعت ۷ شب", { hours: { from: 1140, before: 1200 } }, ""],
    ["at 10 am", { hours: { from: 600, before: 660 } }, ""],
    ["10pm to 2", { hours: { from: 1320, before: 1560 } }, ""],
    ["ساعت ۱۰ شب تا ۲", { hours: { from: 1320, before: 1560 } }, ""],
    ["22:00 to 2", { hours: { from: 1320, before: 1560 } }, ""],
    ["7pm to 8am", { hours: { from: 1140, before: 1920 } }, ""],
    ["11am to 1am", { hours: { from: 660, before: 1500 } }, ""],
    ["10 to 2pm", { hours: { from: 600, before: 840 } }, ""],
    ["5pm-7pm", { hours: { from: 1020, before: 1140 } }, ""],
    ["9AM-5PM tehran", { hours: { from: 540, before: 1020 } }, "tehran"],
    ["بعد از ظهر", { daypart: "afternoon", hours: { from: 720, before: 1020 } }, ""],
    ["صبح جمعه", { weekdays: [5], ...morning }, ""],
  ])("%s", (query, when, rest) => {
    expect(read(query)).toEqual({ when, rest });
  });

  it("counts weeks and weekends by country", () => {
    expect(read("next week", EUROPE).when).toEqual({
      preset: "next-week",
      ...day("2026-11-30", "2026-12-06"),
    });
    expect(read("next weekend", EUROPE).when).toEqual({
      preset: "next-weekend",
      ...day("2026-12-05", "2026-12-06"),
    });
  });

  it.each([
    "شب شعر",
    "poetry evening",
    "مهر",
    "may",
    "march of the penguins",
    "11/12",
    "1 2 3",
    "5k run",
    "48 hours",
    "نوروز",
    "شب یلدا",
    "نیمه شعبان",
    "عید فطر",
    "rajab ali",
    "",
  ])("reads no time in %j", (query) => {
    expect(read(query)).toEqual({ rest: searchKey(query) });
  });
});
