import { describe, expect, it } from "vitest";
import { readAnnouncementText } from "../../app/modules/intake/entries/read-announcement-text";
import { citiesInWords } from "../../app/modules/intake/fields/read-announced-city";
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
const SILENT = 0.001;
const ASIDE_RIGHT = 0.88;
const ASIDE_SILENT = 0.02;

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

it("names the cities of its words, those that stand alone first, in any of their languages", () => {
  const named = [
    { slug: "tehran", nameEn: "Tehran", nameFa: "تهران" },
    { slug: "rasht", nameEn: "Rasht", nameFa: "رشت" },
    { slug: "cologne", nameEn: "Cologne", nameFa: "کلن" },
  ];
  const slugsIn = (...words: string[]) =>
    citiesInWords(words, named).map(({ city, isAlone }) => [city.slug, isAlone]);
  expect(slugsIn("تالار تهران، رشت")).toEqual([
    ["rasht", true],
    ["tehran", false],
  ]);
  expect(slugsIn("Kammersaal", "Domstr. 1, Köln")).toEqual([["cologne", true]]);
  expect(slugsIn("Tehranpars")).toEqual([]);
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

describe("dates as people write them beside others", () => {
  const inBerlin = {
    today: "2027-01-10",
    clock: "12:00",
    country: "DE",
    currency: "EUR",
    city: "berlin",
    patterns: PATTERNS(cities),
  };
  const read = (text: string) => readAnnouncementText(text, inBerlin);
  const toldIn = (text: string) =>
    read(text).flatMap(({ findings }) => findings.map(({ field }) => field));

  it.each([
    "House Night\nFriday 29 January | Doors 10pm, dancing till 4am\nWarehouse 42",
    "House Night\nFriday 29 January\nDoors 10pm\nDancing till 4am\nWarehouse 42",
  ])("begin when the doors open and end when the dancing does: %s", (text) => {
    expect(read(text)[0]?.times).toMatchObject({
      showings: [{ day: "2027-01-29", start: "22:00", end: "04:00" }],
      lastDay: "2027-01-30",
    });
  });

  it.each([
    ["12.02. Berlin – Silent Green", "14.02. Hamburg – Mojo Club"],
    ["12 Feb Berlin – Silent Green", "14 Feb Hamburg – Mojo Club"],
  ])("are those of a tour, each in its city: %s", (...lines) => {
    expect(
      read(["Parvaz Tour", ...lines, "All shows 20:00"].join("\n")).map(
        ({ title, times, place }) => [title, times.showings[0]?.day, place.city, place.venue],
      ),
    ).toEqual([
      ["Parvaz Tour", "2027-02-12", "berlin", "Silent Green"],
      ["Parvaz Tour", "2027-02-14", "hamburg", "Mojo Club"],
    ]);
  });

  it.each([
    ["Mi–So 12–18 Uhr", [3, 4, 5, 6, 7]],
    ["Di bis Fr 12–18 Uhr", [2, 3, 4, 5]],
    ["Sa + So 12–18 Uhr", [6, 7]],
  ])("have weekdays in a row: %s", (hours, open) => {
    const [event] = read(`Ausstellung Schnee\nGalerie W, 14.–31. Januar 2027\n${hours}`);
    const { schedule } = event?.times ?? {};
    const days = schedule?.kind === "openingHours" ? schedule.hours : [];
    expect(days.flatMap((visit, place) => (visit ? [place + 1] : []))).toEqual(open);
  });

  it.each([
    "Founded in 2015 by friends, our festival is back.",
    "After our show on 3 December last year we are back.",
    "The first night was on 3 December 2020.",
  ])("are asked about where one of the past is told in passing: %s", (line) => {
    const text = `Fire Night\nSaturday 30 January 2027, 8pm, Kino Mond\n${line}`;
    expect(read(text)[0]?.times.showings.map(({ day }) => day)).toEqual(["2027-01-30"]);
    expect(toldIn(text)).toContain("starts");
    expect(toldIn(text.replace(line, "All are welcome."))).not.toContain("starts");
  });

  it("of an exhibition, its opening and its run are one event, which is asked about", () => {
    const text =
      "Galerie W\nDust & Light – photographs of Kashan\nOpening Thu 14 January, 7pm\n15 January – 31 January 2027\nTue–Sat 2pm–7pm";
    expect(read(text)).toHaveLength(1);
    expect(toldIn(text)).toContain("starts");
  });

  it.each([
    "Concert: Azar Trio, Fri 22 January, 8pm",
    "Workshop “Ink and Reed”, Sat 23 January, 2pm",
    "Film: The Cow, Fri 22 January, 8pm",
    "Reading: poems of Forugh, Fri 22 January, 8pm",
  ])("of an exhibition beside another event are two: %s", (other) => {
    expect(
      read(`GALERIE W IN JANUARY\nExhibition: Dust & Light, 15 January – 31 January 2027\n${other}`)
        .length,
    ).toBe(2);
  });

  it.each([
    "Call us till 6pm",
    "Early bird tickets until 11pm",
    "Happy hour till 9pm",
    "Kitchen open until 10pm",
    "Box office open until 11pm",
    "Doors close 9pm",
    "Last tube 12.30am",
    "رزرو تلفنی تا ساعت ۲۳",
    "ورود تا ساعت ۲۱",
  ])("neither begin nor end at an hour of something else: %s", (line) => {
    const [event] = read(`House Night\nFriday 29 January, 8pm\n${line}\nWarehouse 42`);
    expect(event?.times.showings).toEqual([{ day: "2027-01-29", start: "20:00", end: null }]);
  });

  it.each([
    ["Doors 7pm. Curfew 11pm", "19:00", "23:00"],
    ["Doors 9pm / last tube 12.30am", "21:00", null],
  ])("begin when the doors open: %s", (line, start, end) => {
    expect(
      read(`House Night\nFriday 29 January\n${line}\nWarehouse 42`)[0]?.times.showings,
    ).toEqual([{ day: "2027-01-29", start, end }]);
  });

  it("that begin long after the doors are asked about", () => {
    expect(toldIn("House Night\nFriday 29 January\nDoors 7pm\nMidnight set 11.30pm")).toContain(
      "starts",
    );
  });

  it.each([
    [
      "Sessions: 4 January, 11 January, 18 January, 6pm",
      ["2027-01-04", "2027-01-11", "2027-01-18"],
    ],
    ["جلسات: ۱۴ دی، ۲۱ دی، ۲۸ دی ساعت ۱۸", ["2027-01-04", "2027-01-11", "2027-01-18"]],
  ])("of a course under way keep the first: %s", (line, days) => {
    expect(
      read(`Setar course\n${line}\nKino Mond`)[0]?.times.showings.map(({ day }) => day),
    ).toEqual(days);
  });

  it("are read in French, without those that are sold out", () => {
    const text =
      "Concert persan\nSamedi 6 févr. à 20h30\nThéâtre de la Ville\nComplet le 7 février";
    expect(read(text).map(({ times }) => times.showings.map(({ day }) => day))).toEqual([
      ["2027-02-06"],
    ]);
    expect(toldIn(text)).toContain("status");
  });

  it("of a list carry what is doubtful about the words that all of them share", () => {
    const told = toldIn(
      "JANUARY AT THE HOUSE\nFri Jan 15, 8pm – Santur and Cello | €30\nSat Jan 16, 2pm – Storytime for Kids | €5\nSee you at some place\nStudents half price, €10",
    );
    expect(told.filter((field) => field === "price").length).toBeGreaterThanOrEqual(2);
  });
});

describe("an age that stands in other words", () => {
  const ageOf = (line: string) =>
    readAnnouncementText(`Film Night\nFriday 18 December 2026, 7 pm, Rudaki Hall\n${line}`, {
      today: "2026-12-01",
      clock: "12:00",
      country: "IR",
      currency: "IRR",
      city: "tehran",
      patterns: PATTERNS(cities),
    })[0];

  it.each([
    ["حداقل سن: ۱۰ سال", 10],
    ["FSK 12", 12],
    ["from 16 years", 16],
  ])("is read: %s", (line, age) => {
    expect(ageOf(line)?.ageLimit).toBe(age);
  });

  it.each([
    ["ab 12 Jahren empfohlen", 12],
    ["from 16 years old", 16],
    ["Ab 20 Jahren Bandgeschichte ein Wiedersehen", null],
    ["Kinder ab 6 Jahren 5 €, Erwachsene 15 €", null],
    ["Kids from 6 years: €5", null],
  ])("is only of who may come: %s", (line, age) => {
    expect(ageOf(line)?.ageLimit ?? null).toBe(age);
  });

  it.each(["Adults only", "رده سنی در سایت آمده است"])("is asked about: %s", (line) => {
    expect(ageOf(line)?.findings.map(({ field }) => field)).toContain("ageLimit");
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

  it.each([
    ["starts", "شب شعر\nجمعه ۱۱ دی ساعت ۱۸، تالار رودکی\nنیم ساعت زودتر در سالن حضور داشته باشید"],
    [
      "starts",
      "Yoga night\nFriday 1 January 2027, 7 pm, Rudaki Hall\nPlease arrive half an hour earlier",
    ],
    [
      "starts",
      "Close-Up (1990)\nFriday 1 January 2027, 7 pm, Rudaki Hall\nWith the critics (b. 1985)",
    ],
    [
      "starts",
      "Close-Up\nFriday 1 January 2027, 7 pm, Rudaki Hall\nRegie: A. Kamrani, Iran 1990, 98 min",
    ],
    ["starts", "شب شعر\nجمعه ۱۱ دی ساعت ۱۸، تالار رودکی\nبا رضا بهاری، متولد ۱۳۶۵"],
    ["starts", "شب شعر\nجمعه ۱۱ دی ساعت ۱۸، تالار رودکی\nکد تخفیف: ۱۳۹۹"],
    ["starts", "Yoga night\nFriday 1 January 2027, 7 pm, Rudaki Hall\nCall 020 7946 2015"],
    ["venue", "Tea salon\nFriday 1 January 2027, 7 pm, Rudaki Hall\nA salon for readers"],
  ])("of something else are not asked about: %s", (field, text) =>
    expect(told(text)).not.toContain(field),
  );

  it("of a gift are asked about once", () => {
    const text = "Yoga night\nFriday 1 January 2027, 7 pm, Rudaki Hall\nSuggested donation";
    expect(told(text).filter((field) => field === "price")).toHaveLength(1);
  });

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
