import { describe, expect, it } from "vitest";
import { readAnnouncementText } from "../../app/modules/intake/entries/read-announcement-text";
import cities from "./cities.json";
import {
  type JudgedAnnouncement,
  type JudgedField,
  judgeAnnouncement,
  PATTERNS,
} from "./judge-announcement";

const FILES: Record<string, JudgedAnnouncement[]> = import.meta.glob("./announcements/*.json", {
  import: "default",
  eager: true,
});
const ALL = Object.entries(FILES)
  .filter(([name]) => !name.includes("aside"))
  .flatMap(([, list]) => list);
/** Written with the fifth set, and never looked at while the reader was changed. */
const ASIDE = Object.entries(FILES)
  .filter(([name]) => name.includes("aside"))
  .flatMap(([, list]) => list);

/** Shares that reading must not fall below; `npm run bench:intake` prints them by kind and field. */
const RIGHT = 0.97;
const SILENT = 0.003;
const ASIDE_RIGHT = 0.865;
const ASIDE_SILENT = 0.06;

const sharesOf = (announcements: readonly JudgedAnnouncement[]) => {
  const fields = announcements.flatMap((one) => judgeAnnouncement(one, cities));
  return (verdict: JudgedField["verdict"]) =>
    fields.filter((field) => field.verdict === verdict).length / fields.length;
};

describe("the announcements", () => {
  it("are read by field as a careful person reads them, and hardly one is wrong in silence", () => {
    const share = sharesOf(ALL);
    expect(ALL.length).toBeGreaterThanOrEqual(400);
    expect(share("right")).toBeGreaterThan(RIGHT);
    expect(share("silent")).toBeLessThan(SILENT);
  }, 120_000);

  it("are read hardly worse where the reader was not changed for them", () => {
    const share = sharesOf(ASIDE);
    expect(ASIDE.length).toBeGreaterThanOrEqual(30);
    expect(share("right")).toBeGreaterThan(ASIDE_RIGHT);
    expect(share("silent")).toBeLessThan(ASIDE_SILENT);
  }, 60_000);
});

describe("a price that an event has no place for", () => {
  const doubtsOf = (price: string) =>
    readAnnouncementText(`Setar Evening\nFriday 18 December 2026, 7 pm, Rudaki Hall\n${price}`, {
      today: "2026-12-01",
      clock: "12:00",
      country: "IR",
      currency: "IRR",
      city: "tehran",
      patterns: PATTERNS(cities),
    }).flatMap(({ findings }) => findings.filter(({ field }) => field === "price"));

  it.each([
    "Tickets from 450 to 900 thousand tomans",
    "Tickets 450,000 tomans, students half price",
    "بلیت از ۴۵۰ تا ۹۰۰ هزار تومان",
    "بلیت ۴۵۰ هزار تومان، دانشجویی نیم‌بها",
  ])("is said: %s", (price) => {
    expect(doubtsOf(price)).not.toEqual([]);
  });

  it.each(["Tickets 450,000 tomans", "بلیت ۴۵۰ هزار تومان", "Free entry"])(
    "is none: %s",
    (price) => {
      expect(doubtsOf(price)).toEqual([]);
    },
  );
});

describe("a notice of change", () => {
  const readIn = (text: string) =>
    readAnnouncementText(text, {
      today: "2026-12-01",
      clock: "12:00",
      country: "IR",
      currency: "IRR",
      city: "tehran",
      patterns: PATTERNS(cities),
    });
  const toldOf = (text: string) =>
    readIn(text).flatMap(({ findings }) => findings.map(({ field }) => field));

  it.each([
    [
      "کنسرت فردا از تالار وحدت به سالن همایش‌های برج میلاد منتقل شد\nساعت ۲۱",
      "سالن همایش‌های برج میلاد",
    ],
    ["Rumi night\nDec 12, 7:30pm, now at Town Hall Theatre (was: Cafe Oto)", "Town Hall Theatre"],
  ])("is about the new place: %s", (text, venue) => {
    expect(readIn(text)[0]?.place.venue).toBe(venue);
  });

  it("of a date that is off beside another asks for both", () => {
    const told = toldOf(
      "تکمیل ظرفیت ✅ کارگاه فن بیان جمعه ۱۳ آذر ساعت ۱۰ تا ۱۷ مجموعه باران. گروه دوم: جمعه ۲۰ آذر همین ساعت",
    );
    expect(told).toEqual(expect.arrayContaining(["status", "starts"]));
  });

  it.each([
    "نمایش «باران» امشب ساعت ۲۰ در تالار رودکی اجرا نمی‌شود",
    "نمایش «باران» جمعه ۱۳ آذر ساعت ۲۰ تالار رودکی، روی صحنه نمی‌رود",
  ])("in other words is told: %s", (text) => {
    expect(toldOf(text)).toContain("status");
  });

  it.each([
    "امشب ساعت ۲۲ قسمت جدید پادکست منتشر می‌شود",
    "شنبه‌ها و دوشنبه‌ها تعطیلیم. ساعت کار گالری ۱۶ تا ۲۱",
  ])("that announces nothing is no event: %s", (text) => {
    expect(readIn(text)).toEqual([]);
  });

  it("names what is changed", () => {
    expect(
      readIn(
        "Due to illness, the Homa Trio concert on Saturday 12 December, 19:30 at Roudaki Hall will not take place",
      )[0]?.title,
    ).toBe("Homa Trio concert");
    expect(readIn("تکمیل ظرفیت ✅ کارگاه فن بیان\nجمعه ۱۳ آذر ساعت ۱۰")[0]?.title).toBe(
      "کارگاه فن بیان",
    );
  });
});

describe("the city of a post", () => {
  it("is known by its name in the language of its country", () => {
    const [event] = readAnnouncementText("Setar\n11.12.2026, 19:30 Uhr\nKammersaal, Köln", {
      today: "2026-12-01",
      clock: "12:00",
      country: "DE",
      currency: "EUR",
      city: null,
      patterns: PATTERNS(cities),
    });
    expect(event?.place.city).toBe("cologne");
  });
});

describe("the venue of a post", () => {
  it.each([
    ["برنامه‌ی هفته‌ی فرهنگسرای نیاوران:\nیکشنبه ۱۵ آذر ساعت ۱۸: شب شعر حافظ", "فرهنگسرای نیاوران"],
    ["شب شعر\nجمعه ۲۰ آذر ساعت ۱۸\nبرنامه‌های آذر ماه خانه هنرمندان", "خانه هنرمندان"],
    [
      "کنسرت رستاک که قرار بود جمعه ۲۰ آذر در تالار وحدت برگزار شود به جمعه ۴ دی ساعت ۲۱ موکول شد",
      "تالار وحدت",
    ],
  ])("has no words of lists and of news: %s", (text, venue) => {
    const [event] = readAnnouncementText(text, {
      today: "2026-12-01",
      clock: "12:00",
      country: "IR",
      currency: "IRR",
      city: "tehran",
      patterns: PATTERNS(cities),
    });
    expect(event?.place.venue).toBe(venue);
  });
});

describe("words that no field has", () => {
  const inTehran = {
    today: "2026-12-20",
    clock: "12:00",
    country: "IR",
    currency: "IRR",
    city: "tehran",
    patterns: PATTERNS(cities),
  };
  const read = (text: string) => readAnnouncementText(text, inTehran);
  const told = (text: string) =>
    read(text).flatMap(({ findings }) => findings.map(({ field }) => field));

  it.each([
    ["price", "شب یوگا\nجمعه ۱۱ دی ساعت ۱۸، تالار رودکی\nشهریه ۱٬۶۰۰٬۰۰۰ ریال نه، تومان"],
    ["price", "Yoga night\nFriday 1 January 2027, 7 pm, Rudaki Hall\nTickets €38 plus booking fee"],
    ["price", "Yoga night\nFriday 1 January 2027, 7 pm, Rudaki Hall\nFree entry\nParking $16"],
    ["ends", "نمایشگاه «پوستر»\n۲ دی تا ۲۲ دی، ساعت ۱۰ تا ۱۹\n۲۲ دی تعطیل\nخانه هنرمندان"],
    [
      "ticketUrl",
      "Charity concert\nFriday 1 January 2027, 4 pm, Rudaki Hall\nTickets £20\njustgiving.example/school",
    ],
    ["city", "Weekend in Kazbegi\nSat 2 January 2027\nDeparture 8:00 from Rustaveli metro"],
    ["starts", "شب شعر\nچهارشنبه دی‌ماه ساعت ۱۸\nتالار رودکی"],
    ["starts", `شب شعر\nجمعه ۱۱ دی ساعت ۱۸\nتالار رودکی\n${"شعر و ساز\n".repeat(130)}`],
  ])("are asked about: %s", (field, text) => expect(told(text)).toContain(field));

  it("are found at the end of a long paragraph too", () => {
    const long = "از ساز و آواز و شعر می‌گوییم و می‌شنویم. ".repeat(60);
    const [event] = read(`شب ساز\n${long}جمعه ۱۱ دی ساعت ۱۸ در تالار رودکی. ورود آزاد است.`);
    expect(event?.times.showings).toEqual([{ day: "2027-01-01", start: "18:00", end: null }]);
    expect(event?.price.free).toBe(true);
  });

  it.each([
    ["چهارشنبه نهم دی‌ماه ۱۴۰۵ - ساعت ۲۱:۳۰", [["2026-12-30", "21:30", null]]],
    [
      "Opening night: Thursday, December 31 at 7 PM\nAlso Jan 1 & 3 (Sunday matinee at 2 PM, all other shows 7:30 PM)",
      [
        ["2026-12-31", "19:00", null],
        ["2027-01-01", "19:30", null],
        ["2027-01-03", "14:00", null],
      ],
    ],
    [
      "چهارشنبه ۹ دی از ساعت ۱۰ صبح اعلام شده بود، ساعت ۱۵ تا ۱۷ برگزار می‌شود",
      [["2026-12-30", "15:00", "17:00"]],
    ],
  ])("of days and hours are used as they are meant: %s", (when, showings) => {
    const [event] = read(`شب ساز\n${when}\nتالار رودکی`);
    expect(event?.times.showings.map(({ day, start, end }) => [day, start, end])).toEqual(showings);
  });

  it.each([
    ["گالری «ایوان» شما را دعوت می‌کند به دیدن نمایشگاه با عنوان\n« ته‌نشین »", "ته‌نشین"],
    ["سالن دوم تماشاخانه «پرتو» تقدیم می‌کند:\n«ماهی سیاه»", "ماهی سیاه"],
    ["«کافه هزار» میزبان شب شعر زمستانه است", "شب شعر زمستانه"],
    ['ON STAGE THIS DECEMBER\n"Uncle\'s Suitcase" by B. Kamrani', "Uncle's Suitcase by B. Kamrani"],
    ["NEW EXHIBITION\nThreads of Kerman", "Threads of Kerman"],
  ])("of who invites are no title: %s", (head, title) => {
    expect(read(`${head}\nجمعه ۱۱ دی ساعت ۱۸`)[0]?.title).toBe(title);
  });
});
