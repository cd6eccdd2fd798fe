import { describe, expect, it } from "vitest";
import { readAnnouncedTimes } from "./read-announced-times";

/** Friday 27 November 2026, in Tehran. */
const CONTEXT = { today: "2026-11-27", clock: "12:00", country: "IR" };
const startsOf = (text: string) =>
  readAnnouncedTimes(text, CONTEXT).showings.map(({ day, start }) => `${day} ${start ?? "day"}`);

describe("times of an announcement", () => {
  it.each([
    ["جمعه ۱۳ آذر ۱۴۰۵، دو سانس: ۱۸ و ۲۱:۳۰", ["2026-12-04 18:00", "2026-12-04 21:30"]],
    ["تاریخ: ۱۴۰۵/۱۰/۵ شنبه ساعت ۱۸", ["2026-12-26 18:00"]],
    ["زمان: ۲۰، ۲۱ و ۲۲ آذر", ["2026-12-11 day"]],
    ["۱۶، ۱۷ و ۱۸ دی | ساعت ۸ شب", ["2027-01-06 20:00", "2027-01-07 20:00", "2027-01-08 20:00"]],
    [
      "از ۲۶ تا ۲۹ آذر، هر شب ساعت ۲۰ (شنبه‌ها اجرا نداریم)",
      ["2026-12-17 20:00", "2026-12-18 20:00", "2026-12-20 20:00"],
    ],
    ["پنج شنبه ۱و جمعه ۲ بهمن ماه\nساعت۱۹:۱۵", ["2027-01-21 19:15", "2027-01-22 19:15"]],
    ["شنبه ۱ اسفند\nدرب سالن ۱۸:۳۰ | شروع اجرا ۱۹", ["2027-02-20 19:00"]],
    ["سه‌شنبه هجدهم اسفند ساعت شش عصر", ["2027-03-09 18:00"]],
    ["فردا شب! ساعت ۹ شب", ["2026-11-28 21:00"]],
    ["این پنجشنبه ساعت ۱۸", ["2026-12-03 18:00"]],
    [
      "Fri 11 & Sat 12 December, 8 pm | Sun 13 December, 5 pm",
      ["2026-12-11 20:00", "2026-12-12 20:00", "2026-12-13 17:00"],
    ],
    ["Saturday Dec 19, 10pm - 4am", ["2026-12-19 22:00"]],
    [
      "5-7 March. Fri 18:00, Sat 14:00 & 18:00, Sun 14:00",
      ["2027-03-05 18:00", "2027-03-06 14:00", "2027-03-06 18:00", "2027-03-07 14:00"],
    ],
    ["10.–13. Dezember 2026", ["2026-12-10 day"]],
    [
      "شنبه ۲۸ آذر تا دوشنبه ۳۰ آذر ساعت ۲۰\nیکشنبه‌ها دو اجرا: ۱۷ و ۲۰",
      ["2026-12-20 17:00", "2026-12-20 20:00"],
    ],
    [
      "Fri 11 – Sun 13 December, 8pm\nMatinee Sat & Sun 3pm",
      [
        "2026-12-11 20:00",
        "2026-12-12 15:00",
        "2026-12-12 20:00",
        "2026-12-13 15:00",
        "2026-12-13 20:00",
      ],
    ],
    ["کنسرت جمعه ۱۳ آذر گروه دال به جمعه ۲۷ آذر همان ساعت (۲۱) موکول شد", ["2026-12-18 21:00"]],
    ["Our 12 December potluck has been rescheduled to 19 December, 5 pm", ["2026-12-19 17:00"]],
    ["۲۲ آذر ساعت ۱۸\nشروع بلیت‌فروشی: شنبه ۱۴ آذر ساعت ۱۲ ظهر", ["2026-12-13 18:00"]],
    ["فردا شب ساعت ۷ و نیم", ["2026-11-28 19:30"]],
    ["جمعه ۱۱ دی، حضور ۷ صبح، شروع مسابقه ۷:۳۰", ["2027-01-01 07:30"]],
    ["Saturdays, Jan 9 – Jan 16\n11-12\nAges 5-9", ["2027-01-09 11:00", "2027-01-16 11:00"]],
    ["5shanbe 12 Azar, saat 18:30", ["2026-12-03 18:30"]],
    ["۵شنبه ۱۲ آذر ساعت ۱۸", ["2026-12-03 18:00"]],
    ["جمعه ۱۳ آذر ساعت ۴ تا ۸، گالری", ["2026-12-04 16:00"]],
    ["۲۵ آذر\nزمان: ۲۰", ["2026-12-16 20:00"]],
    [
      "zaterdag 12 december van 13.00 tot 17.00 uur\nAanmelden vóór 8 december",
      ["2026-12-12 13:00"],
    ],
    ["lør 12. desember kl 12–17", ["2026-12-12 12:00"]],
    ["za 12 dec 2026 | deuren 20.00 | aanvang 20.30", ["2026-12-12 20:30"]],
    ["پنجشنبه ۱۹ آذر به‌جای ۲۱:۳۰ ساعت ۱۸:۳۰", ["2026-12-10 18:30"]],
    [
      "Thurs 10 Dec, 7.30pm can't go ahead. Rescheduled for Thurs 21 Jan, same time",
      ["2027-01-21 19:30"],
    ],
    [
      "کارگاه دو روزه\nپنجشنبه و جمعه ۱۹ و ۲۰ آذر، ۹ تا ۱۳",
      ["2026-12-10 09:00", "2026-12-11 09:00"],
    ],
    ["چهارشنبه ۱۸ آذر، سئانس ۱۹", ["2026-12-09 19:00"]],
    ["تور دوروزه‌ی کویر\nچهارشنبه ۲۳ تا جمعه ۲۵ دی\nحرکت ساعت ۲۲", ["2027-01-13 22:00"]],
    ["Sat 13 March 10–4, Sun 14 March 10–3", ["2027-03-13 10:00", "2027-03-14 10:00"]],
  ])("of %s", (text, starts) => {
    expect(startsOf(text)).toEqual(starts);
  });

  it("tell a weekday that is another, and a day that there is not", () => {
    expect(readAnnouncedTimes("چهارشنبه ۱۰ دی ساعت ۱۸", CONTEXT).findings).toContain(
      "weekday-mismatch",
    );
    expect(readAnnouncedTimes("۳۱ آذر ساعت ۱۸", CONTEXT)).toMatchObject({
      showings: [],
      findings: expect.arrayContaining(["impossible-date"]),
    });
  });

  it("of a rule without an end are the next one, and say so", () => {
    const { showings, schedule, findings } = readAnnouncedTimes("هر پنجشنبه ساعت ۱۹", CONTEXT);
    expect(showings).toEqual([{ day: "2026-12-03", start: "19:00", end: null }]);
    expect(schedule).toMatchObject({ kind: "rule" });
    expect(findings).toContain("recurring");
  });

  it("of an opening night beside others are asked about", () => {
    const { showings, findings } = readAnnouncedTimes(
      "Hamlet\nOpening night: 20 December 2026, 7pm\nPerformances 21–24 December 8pm",
      CONTEXT,
    );
    expect(showings.map(({ day, start }) => `${day} ${start}`)).not.toContain("2026-12-21 19:00");
    expect(findings).toContain("several-dates");
  });

  it("of visits are opening hours", () => {
    const times = readAnnouncedTimes(
      "نمایشگاه\n۲۰ آذر تا ۵ دی\nساعت بازدید ۱۰ صبح تا ۸ شب، دوشنبه‌ها تعطیل",
      CONTEXT,
    );
    expect(times.schedule).toMatchObject({ kind: "openingHours" });
    expect(times).toMatchObject({ lastDay: "2026-12-26", lastEnd: "20:00" });
  });

  it.each([
    ["Sat 20 March 2027, Doors 6:30pm, Dinner 7:30pm, Dancing till 1am", "2027-03-21", "01:00"],
    ["Fri 11 December, 8pm. Running time 1h 45m", "2026-12-11", "21:45"],
    ["Sat 19 December 10am–12pm, bar open until 6pm", "2026-12-19", "12:00"],
    ["جمعه ۲۰ آذر ساعت ۱۰ تا ۱۲\nثبت‌نام تا ساعت ۱۸", "2026-12-11", "12:00"],
    ["جمعه ۲۰ آذر ساعت ۲۰\nمدت: یک ساعت و نیم", "2026-12-11", "21:30"],
    [
      "افتتاحیه نمایشگاه جمعه ۱۳ آذر ساعت ۱۶ الی ۲۰ گالری سیحون. نمایشگاه تا ۲۳ آذر دایر است. بازدید ۱۱ تا ۱۸",
      "2026-12-14",
      "18:00",
    ],
    [
      "افتتاحیه: جمعه ۱۳ آذر ساعت ۱۶ تا ۲۰\nنمایشگاه تا ۲۶ آذر ادامه دارد\nساعت بازدید: ۱۱ تا ۱۹، شنبه‌ها تعطیل",
      "2026-12-17",
      "19:00",
    ],
  ])("end as stated: %s", (text, lastDay, lastEnd) => {
    expect(readAnnouncedTimes(text, CONTEXT)).toMatchObject({ lastDay, lastEnd });
  });

  it("of what goes on until a day begin with the post", () => {
    expect(
      readAnnouncedTimes("نمایشگاه تا ۸ دی تمدید شد\nبازدید هر روز ۱۶ تا ۲۰", CONTEXT),
    ).toMatchObject({ showings: [{ day: "2026-11-27", start: "16:00" }], lastDay: "2026-12-29" });
    expect(readAnnouncedTimes("تا ۱۰ دی، هر شب ساعت ۱۹", CONTEXT).findings).toContain("end-only");
  });

  it("only until a day have no start", () => {
    expect(readAnnouncedTimes("تا ۸ اسفند تمدید شد", CONTEXT)).toMatchObject({
      showings: [],
      findings: expect.arrayContaining(["end-only"]),
    });
  });
});
