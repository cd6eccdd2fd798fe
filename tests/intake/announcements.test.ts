import { describe, expect, it } from "vitest";
import { instantOf } from "../../app/lib/dates/written-times.server";
import { readAnnouncementText } from "../../app/modules/intake/entries/read-announcement-text";
import { citiesInWords } from "../../app/modules/intake/fields/read-announced-city";
import cities from "./cities.json";
import {
  asksNothingNeedless,
  type JudgedAnnouncement,
  type JudgedField,
  judgeAnnouncement,
  PATTERNS,
  readAgain,
} from "./judge-announcement";

const FILES: Record<string, JudgedAnnouncement[]> = import.meta.glob("./announcements/*.json", {
  import: "default",
  eager: true,
});
const ALL = Object.entries(FILES)
  .filter(([name]) => !name.includes("aside"))
  .flatMap(([, list]) => list);
/** Halves that the reader was not developed with when they were first measured. */
const ASIDE = Object.entries(FILES)
  .filter(([name]) => name.includes("aside"))
  .flatMap(([, list]) => list);

/** Shares that reading must not fall below; `npm run bench:intake` prints them by kind and field. */
const RIGHT = 0.97;
const SILENT = 0.0002;
const ASIDE_RIGHT = 0.88;
const ASIDE_SILENT = 0.002;
/** Share of the posts of one event of which something right is asked about. */
const NEEDLESS = 0.192;
/** The same of the sets that were written last: posts that nobody has seen are asked about more. */
const NEWEST = ["thirteenth", "fourteenth"].flatMap(
  (name) => FILES[`./announcements/${name}-set.json`] ?? [],
);
const NEWEST_NEEDLESS = 0.17;
const ASIDE_NEEDLESS = 0.239;

const sharesOf = (announcements: readonly JudgedAnnouncement[]) => {
  const fields = announcements.flatMap((one) => judgeAnnouncement(one, cities));
  return (verdict: JudgedField["verdict"]) =>
    fields.filter((field) => field.verdict === verdict).length / fields.length;
};

const needlessOf = (announcements: readonly JudgedAnnouncement[]) => {
  const single = announcements.filter(({ expected }) => expected.length === 1);
  return single.filter((one) => !asksNothingNeedless(one, cities)).length / single.length;
};

describe("the announcements", () => {
  it("are asked about where something is wrong or open, and seldom where it is not", () => {
    expect(needlessOf(ALL.filter((one) => !NEWEST.includes(one)))).toBeLessThanOrEqual(NEEDLESS);
    expect(needlessOf(NEWEST)).toBeLessThanOrEqual(NEWEST_NEEDLESS);
    expect(needlessOf(ASIDE)).toBeLessThanOrEqual(ASIDE_NEEDLESS);
  }, 120_000);

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

describe("the title of a post", () => {
  it.each([
    ["Theatergruppe Simorgh zeigt:\nDER LETZTE TEE\nFr 15. Januar, 19:30 Uhr", "DER LETZTE TEE"],
    [
      "So, 17.1., 18 Uhr: Konzert mit dem iranischen Frauenchor „Banoo“ in der Christianskirche Ottensen. Eintritt frei, Spenden erbeten.",
      "Konzert mit dem iranischen Frauenchor Banoo",
    ],
    [
      "Persian Disco vol. 9 👻 this Saturday!!\ndoors 9:30 pm\nThe Knockout",
      "Persian Disco vol. 9",
    ],
  ])("of %s", (text, title) => {
    const [event, ...others] = readAnnouncementText(text, {
      today: "2027-01-10",
      clock: "12:00",
      country: "DE",
      currency: "EUR",
      city: "hamburg",
      patterns: PATTERNS(cities),
    });
    expect(event?.title).toBe(title);
    expect(others).toEqual([]);
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

describe("what is not asked about", () => {
  const inLondon = {
    today: "2027-01-10",
    clock: "12:00",
    country: "GB",
    currency: "GBP",
    city: "london",
    zoned: { timeZone: "Europe/London", instantOf },
    patterns: PATTERNS(cities),
  };
  const askedIn = (text: string) =>
    readAnnouncementText(text, inLondon).flatMap(({ findings }) =>
      findings.map(({ field, code }) => `${field}: ${code}`),
    );

  it.each([
    ["the same hour elsewhere", "Sun 24 January, 8 pm London / 3 pm Eastern / 12 pm Pacific"],
    ["the same hour below", "Sun 24 January, 8 pm London\n9 pm Berlin | 23:30 Tehran"],
    ["the same hour in brackets", "Sun 24 January, 8 pm London (3 pm ET, 9 pm Berlin)"],
  ])("is %s", (_name, when) => {
    const text = (said: string) => `Zoom talk: Women of Qajar\n${said}\nFree`;
    expect(askedIn(text(when)).filter((one) => one.startsWith("starts"))).toEqual([]);
    // Another moment is asked about.
    expect(askedIn(text(when.replace(/3 pm|9 pm/u, "5 pm")))).toContain("starts: other-zone");
  });

  it.each([
    ["venue: unclear-place", "Setar Night\nFri 15 January, 8 pm\nسالن: Rudaki Hall\n£10"],
    ["venue: unclear-place", "Setar Night\nFri 15 January, 8 pm\nPages & Politics, 5 Long St\n£10"],
    ["city: unclear-city", "The Siren of Abadan 🧜\nFri 15 January, 8 pm\nRio Cinema\n£10"],
    [
      "price: free-or-not",
      "Trio\nFri 15 January, 8 pm\nRio Cinema\n£ 24,50 | CJP £ 12,50 | vrienden gratis",
    ],
    [
      "starts: vague-time",
      "Fire festival\nFri 15 January, 4:00 – 10:00 PM\nVictoria Park\nBonfire at sunset\nFree entry",
    ],
    [
      "starts: unread-rule",
      "جشنواره غذا\nجمعه و شنبه ۲۵ و ۲۶ دی از ۱۷ تا ۲۳\nپارک لاله\nهر پرس ۸۰ پوند",
    ],
    [
      "starts: times-differ",
      "کارگاه «میناکاری» جمعه ۲۵ دی به جای ساعت ۱۰ از ساعت ۱۵ تا ۱۸\nموزه موسیقی\n۲۰ پوند",
    ],
    ["starts: am-or-pm", "اکران «پری‌زاد»\nجمعه ۲۵ دی، سئانس ۱۹\nپردیس چارسو\n۲۰ پوند"],
    [
      "ticketUrl: unused-words",
      "Film days\nFri 15 January, 8 pm\nRio Cinema\nProgramme and tickets: film.example\n£10",
    ],
    [
      "venue: unclear-place",
      "Sun 17 January, 6 pm: Winter concert with the choir Banoo in der Christianskirche Ottensen. Tickets £10",
    ],
    [
      "title: several-events",
      "Daf weekend with Sara\n16–17 January, 10 am\nStudio House\nWelcome dinner for all 7 pm\nFarewell lunch and songs 1 pm",
    ],
  ])("is no %s: %s", (code, text) => {
    expect(askedIn(text)).not.toContain(code);
  });

  it.each([
    [
      "starts: several-times",
      "بازارچه خیریه\n۲۵ و ۲۶ دی، ۱۰ تا ۲۰\nسرای محله\nحراج تابلو جمعه ساعت ۱۸",
    ],
    ["venue: unclear-place", "Setar Night\nFri 15 January, 8 pm\nRudaki Hall & Vahdat Hall\n£10"],
    [
      "starts: times-differ",
      "Lecture\nFri 15 January, will start at 18:00 instead of 19:00\nRio Cinema",
    ],
  ])("leaves what is: %s", (code, text) => {
    expect(askedIn(text)).toContain(code);
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
    ["geschikt v.a. 6 jaar", 6],
    ["från 7 år", 7],
    ["à partir de 8 ans", 8],
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

describe("what the text itself settles, and what it does not", () => {
  const inToronto = {
    today: "2027-02-20",
    clock: "10:00",
    country: "CA",
    currency: "CAD",
    zoned: { timeZone: "America/Toronto", instantOf },
    city: "toronto",
    patterns: PATTERNS(cities),
  };
  const inTehran = {
    ...inToronto,
    country: "IR",
    currency: "IRR",
    zoned: { timeZone: "Asia/Tehran", instantOf },
    city: "tehran",
  };
  const read = (text: string, context = inTehran) => readAnnouncementText(text, context);
  const codesOf = (text: string, context = inTehran) =>
    read(text, context).flatMap(({ findings }) => findings.map(({ code }) => code));
  const titleOf = (head: string, context = inTehran) =>
    read(`${head}\nFriday 5 March 2027, 7 pm, Rudaki Hall\nFree entry`, context)[0]?.title;

  it.each([
    "TIME CHANGE ⏰",
    "VENUE + TIME UPDATE 📢",
    "Only 5 performances left!",
    "فقط ۳ اجرا باقی مانده",
    "تغییر سالن و ساعت",
    "انجمن ایرانیان دعوت می‌کند",
  ])("news alone is no title: %s", (head) => {
    expect(titleOf(`${head}\nThe Glass Garden`)).toBe("The Glass Garden");
  });

  it.each([
    "Changing Rooms",
    "Left Behind",
    "Two Left Feet",
    "Extended Family",
    "The Last Tea House",
    "Tonight's the Night",
    "تغییر فصل",
    "آخرین نامه",
  ])("a name with words of news is one: %s", (head) => {
    expect(titleOf(`${head}\nby Shirin Malek`)).toBe(head);
  });

  it("a title of words of numbers and days is asked about", () => {
    expect(codesOf("Two nights, two cities\nFriday 5 March 2027, 7 pm, Rudaki Hall")).toContain(
      "unclear-title",
    );
  });

  it.each([
    ["Tomorrow's Setar Night has moved to a bigger room", "Setar Night"],
    ["Tonight’s Rumi Reading is moving to the big hall", "Rumi Reading"],
    ["پیش‌فروش نمایش «گربه روی شیروانی» آغاز شد", "نمایش گربه روی شیروانی"],
  ])("a notice is about the name in it: %s", (head, title) => {
    expect(titleOf(head)).toBe(title);
  });

  const several = (lines: readonly string[]) => read(["سینماتک ماه", ...lines].join("\n"));
  it("short names in quotes beside their days are an event each", () => {
    const events = several([
      "چهارشنبه ۴ فروردین، ۱۸:۰۰ — «رگبار»",
      "پنجشنبه ۵ فروردین، ۱۷:۰۰ — «گاو»",
      "پنجشنبه ۵ فروردین، ۲۰:۰۰ — «باشو»",
    ]);
    expect(events.map(({ title }) => title)).toEqual(["رگبار", "گاو", "باشو"]);
  });
  it.each([
    [["چهارشنبه ۴ فروردین ساعت ۱۸ «سالن یک»", "پنجشنبه ۵ فروردین ساعت ۱۸ «سالن دو»"]],
    [["چهارشنبه ۴ فروردین ساعت ۱۸ «سالن ۲»", "پنجشنبه ۵ فروردین ساعت ۱۸ «سالن ۲»"]],
    [["نمایش «گاو»، چهارشنبه ۴ و پنجشنبه ۵ فروردین", "ساعت ۱۸ و ۲۰"]],
    [["«گاو»", "چهارشنبه ۴ فروردین ساعت ۱۸", "پنجشنبه ۵ فروردین ساعت ۱۸"]],
    [["افتتاحیه: «گاو» چهارشنبه ۴ فروردین ساعت ۱۸", "بازدید تا ۲۰ فروردین، ۱۶ تا ۲۰"]],
    [["مهلت ثبت‌نام «گاو»: ۱ فروردین", "اجرای «گاو»: ۴ فروردین ساعت ۱۸"]],
  ])("names of halls and of the one work are none: %j", (lines) => {
    expect(several(lines)).toHaveLength(1);
  });

  it.each([
    ["Book club\nWednesday 3 March 2027, 8pm ET on Zoom", inToronto],
    ["Book club\nSunday 7 March 2027, 5pm Toronto / 10pm London\nOn Zoom", inToronto],
    ["نشست\nیکشنبه ۱۶ اسفند ساعت ۲۱ تهران / ۱۸:۳۰ برلین\nدر زوم", inTehran],
  ])("clocks that show one moment are no doubt: %s", (text, context) => {
    expect(codesOf(text, context)).not.toContain("other-zone");
    expect(read(text, context)[0]?.times.findings).not.toContain("other-zone");
  });
  it.each([
    ["Book club\nWednesday 3 March 2027, 8pm PT on Zoom", inToronto],
    ["Book club\nSunday 7 March 2027, 5pm Toronto / 9pm London\nOn Zoom", inToronto],
    ["Book club\nSunday 7 March 2027, 10pm London / 5pm Toronto\nOn Zoom", inToronto],
    ["Book club\nSunday 7 July 2027, 5pm EST\nOn Zoom", inToronto],
    ["نشست\nیکشنبه ۱۶ اسفند ساعت ۲۱ تهران / ۱۹:۳۰ برلین\nدر زوم", inTehran],
    ["Book club\nSunday 7 March 2027, 8pm CET\nOn Zoom", inToronto],
  ])("clocks that do not are one: %s", (text, context) => {
    expect(codesOf(text, context)).toContain("other-zone");
  });

  it.each([
    "Film night\nFriday 5 March 2027, doors 6:30, film at 7\nRudaki Hall",
    "گلگشت ماسوله\nجمعه ۱۴ اسفند، حرکت ساعت ۸ از میدان ونک\nبرگشت ۶ عصر",
    "کنسرت پیانو\nجمعه‌شب، ۱۴ اسفند، ساعت هشت‌ونیم\nتالار رودکی",
  ])("the half of a day that other words tell is not asked: %s", (text) => {
    expect(codesOf(text)).not.toContain("am-or-pm");
  });
  it.each([
    "Film night\nFriday 5 March 2027 at 7\nRudaki Hall",
    "کارگاه سفال\nجمعه ۱۴ اسفند ساعت ۸\nتالار رودکی",
    "دوچرخه‌سواری\nجمعه ۱۴ اسفند ساعت ۸ تا ۱۱:۳۰\nقرار: پل خواجو",
    "Film night\nFriday 5 March 2027 at 7\nBox office 10 am\nRudaki Hall",
    "گلگشت\nجمعه ۱۴ اسفند ساعت ۷\nبرگشت شنبه ۱۵ اسفند ۶ عصر",
    "Yoga\nFriday 5 March 2027 at 6:45\nRudaki Hall",
  ])("else it is: %s", (text) => {
    expect(codesOf(text)).toContain("am-or-pm");
  });

  it.each([
    "Party\nFriday 5 March 2027, 10pm\nRudaki Hall\nAED 150 before midnight, AED 200 after",
    "Party\nFriday 5 March 2027, 10pm\nRudaki Hall\n€12 before 11pm, €15 after",
  ])("an hour at which a price changes is no hour of the event: %s", (text) => {
    expect(read(text)[0]?.times.showings.map(({ start }) => start)).toEqual(["22:00"]);
  });
  it.each([
    ["Concert\nFriday 5 March 2027, shortly after 8pm, tickets €10\nRudaki Hall", "20:00"],
    ["Concert\nFriday 5 March 2027 at 8pm, €10\nRudaki Hall", "20:00"],
    ["Concert, €10\nFriday 5 March 2027, 8pm\nRudaki Hall", "20:00"],
    ["کنسرت\nجمعه ۱۴ اسفند، ۱۰۰ هزار تومان، ساعت ۲۰\nتالار رودکی", "20:00"],
    ["کنسرت\nجمعه ۱۴ اسفند، بعد از ساعت ۲۰\nتالار رودکی\n۱۰۰ هزار تومان", "20:00"],
    ["Concert\nFriday 5 March 2027, 8pm – 10pm, €10\nRudaki Hall", "20:00"],
  ])("an hour beside a price is one: %s", (text, start) => {
    expect(read(text)[0]?.times.showings[0]?.start).toBe(start);
  });

  it.each([
    ["Sign up at the bar x", "Open mic\nFriday 5 March 2027, 7.30pm\nSign up at the bar x"],
    ["hours", "Paper Cities\nFriday 5 March 2027, 6-8pm\nGallery hours Tue-Sat 11-6"],
  ])("a sentence as a place is asked about: %s", (_, text) => {
    expect(codesOf(text)).toContain("unclear-place");
  });
  it.each([
    "Museum of the City",
    "Theater am Ufer",
    "Maison de l'Iran",
    "Haus der Kulturen der Welt",
    "Princes Park, Carlton North",
    "Kite Beach, Dubai",
  ])("a name with small words is none: %s", (venue) => {
    const text = `Setar Evening\nFriday 5 March 2027, 7pm\n${venue}\nTickets $20`;
    expect(codesOf(text, inToronto)).not.toContain("unclear-place");
  });

  it("a rule of which the dates break it, and two days counted from the post, are asked about", () => {
    expect(
      codesOf("نمایش «سایه‌ها» امشب لغو شد\nفردا یا پس‌فردا ساعت ۱۹:۳۰ در تالار تربیت ببینید"),
    ).toContain("several-dates");
    expect(
      codesOf("Daf class\nFriday 5 March 2027, 7 pm\nRudaki Hall\n£48 for all four"),
    ).toContain("unread-rule");
  });

  it("an exhibition that begins with its opening, and a trip from a stated place, are said", () => {
    expect(
      codesOf(
        "نمایشگاه عکس «حوالی شهر»\nافتتاحیه: جمعه ۷ اسفند، ساعت ۱۶ تا ۲۰\nتا ۱۹ اسفند، همه‌روزه ۱۲ تا ۲۰ به جز شنبه‌ها\nگالری ایوان",
      ),
    ).toEqual(["opening-first"]);
    const trip = (where: string) =>
      codesOf(`تور یک‌روزه کویر مرنجاب\nجمعه ۱۴ اسفند\n${where}\nنفری ۱٬۲۰۰٬۰۰۰ تومان\nبرگشت ۱۱ شب`);
    expect(trip("حرکت ۵:۳۰ صبح از میدان آرژانتین")).toEqual(["meeting-place", "meeting-place"]);
    expect(trip("ساعت ۵:۳۰ صبح، میدان آرژانتین")).toContain("unclear-city");
    expect(
      codesOf("تور یک‌روزه کازبگی\nجمعه ۱۴ اسفند\nحرکت ۸ صبح از مترو روستاولی\nنفری ۱۵۰ لاری"),
    ).toContain("unclear-city");
  });

  it("cities are found whatever was read before", () => {
    const text = "Concert\nFriday 5 March 2027, 7pm, Harbour Hall\nToronto";
    const first = codesOf(text, { ...inToronto, city: null as unknown as string });
    codesOf("Day trip from Toronto\nFriday 5 March 2027, 7am", inToronto);
    expect(codesOf(text, { ...inToronto, city: null as unknown as string })).toEqual(first);
  });
});

describe("the link of a post", () => {
  const ticketOf = (line: string) =>
    readAnnouncementText(`Nowruz Gala 2027\nFriday 5 March 2027, 7pm, Harbour Hall\n$20\n${line}`, {
      today: "2027-02-20",
      clock: "10:00",
      country: "CA",
      currency: "CAD",
      city: "toronto",
      patterns: PATTERNS(cities),
    }).flatMap(({ findings }) => findings.filter(({ field }) => field === "ticketUrl"));

  it.each(["Programme: gala.example/2027", "More: gala.example/benefit", "Website: gala.example"])(
    "is asked about where it leads to words: %s",
    (line) => expect(ticketOf(line)).not.toEqual([]),
  );
  it.each([
    "Tickets: gala.example/2027",
    "Purchase: gala.example",
    "Reserve at gala.example/seats",
    "Sign-up: gala.example/x",
    "Anmälan: gala.example/x",
    "nowruzgala.example",
  ])("is not where it sells: %s", (line) => expect(ticketOf(line)).toEqual([]));
});

describe("words that look like news, clocks or places", () => {
  const readIn = (city: string, country: string, timeZone: string, text: string) =>
    readAnnouncementText(text, {
      today: "2026-12-01",
      clock: "12:00",
      country,
      currency: "USD",
      zoned: { timeZone, instantOf },
      city,
      patterns: PATTERNS(cities),
    });
  const inLondon = (text: string) => readIn("london", "GB", "Europe/London", text);
  const toldOf = (events: ReturnType<typeof inLondon>) =>
    events.flatMap(({ findings }) => findings.map(({ field, code }) => `${field}:${code}`));

  it.each([
    ["The Future is Now: Iranian tech meetup"],
    ["Everything is Moving"],
    ["How the Body Moves in Persian Dance"],
    ["Tomorrow's Leaders: youth summit"],
    ["Today's Iran: a panel"],
  ])("stay in a title: %s", (title) => {
    expect(inLondon(`${title}\nTuesday 8 December, 6.30pm\nAsia House`)[0]?.title).toBe(title);
  });

  it("of what was before name no showing", () => {
    const [event] = inLondon("Salar Aghili: moved to Dec 19, 8pm (was Dec 12)\nRoyal Albert Hall");
    expect(event?.times.showings.map(({ day }) => day)).toEqual(["2026-12-19"]);
  });

  it.each([
    ["starts:other-zone", "Webinar with poets\nSaturday 12 December, 9am Toronto time\nZoom"],
    ["starts:dates-differ", "شب فیلم کوتاه\nجمعه ۲۰ آذر ساعت ۱۲ شب\nپردیس ملت"],
    ["venue:unclear-place", "Gala\nSaturday Dec 12\nCocktails at 6, dinner at 7:30 pm\nOld Mill"],
  ])("are asked about: %s", (finding, text) => expect(toldOf(inLondon(text))).toContain(finding));

  it("are not asked about on the clock of the city", () => {
    const events = readIn(
      "los-angeles",
      "US",
      "America/Los_Angeles",
      "Setar Night\nSaturday Dec 12, 8pm PST\nHammer Museum",
    );
    expect(toldOf(events)).not.toContain("starts:other-zone");
  });
});

describe("rules that came with the twelfth set, each beside its neighbours", () => {
  const readIn = (text: string, [city, country, timeZone]: readonly [string, string, string]) =>
    readAnnouncementText(text, {
      today: "2026-12-01",
      clock: "12:00",
      country,
      currency: country === "IR" ? "IRR" : "GBP",
      zoned: { timeZone, instantOf },
      city,
      patterns: PATTERNS(cities),
    });
  const inLondon = (text: string) => readIn(text, ["london", "GB", "Europe/London"]);
  const inTehran = (text: string) => readIn(text, ["tehran", "IR", "Asia/Tehran"]);
  const daysOf = (text: string) => [
    ...new Set(
      (/[\u0600-\u06ff]/.test(text) ? inTehran(text) : inLondon(text)).flatMap(({ times }) =>
        times.showings.map(({ day }) => day.slice(5)),
      ),
    ),
  ];
  const WHEN = "Friday 18 December, 7pm\nRudaki Hall";

  it.each([
    "Keynote: Saturday 19 December, 5pm",
    "Private view Saturday 19 December, 6pm",
    "Registration is required by 10 December, 6pm",
    "RSVP essential by 10 December, 5pm",
    "and on Saturday 19 December, 3pm at the same place",
    "Free & open to all; please book by 10 December, 5pm",
  ])("a fact of one event is no second one: %s", (line) => {
    expect(inLondon(`Setar Festival\n${WHEN}\n${line}`)).toHaveLength(1);
  });
  it.each(
    [
      "Freedom Songs — Saturday 19 December, 5pm",
      "Private Lives — Saturday 19 December, 6pm",
      "Open mic — Saturday 19 December, 6pm",
      "Please Look After Mum — Saturday 19 December, 6pm",
      "Key Notes of Persian Music — Saturday 19 December, 5pm",
      "Held Together — Saturday 19 December, 3pm",
    ].map((line) => [line]),
  )("a name is one: %s", (line) => {
    const post = `This week:\nSetar Night — Friday 18 December, 7pm\n${line}\nRudaki Hall`;
    expect(inLondon(post).length === 2 || /^Please/u.test(line)).toBe(true);
  });

  it.each([
    ["Refunds until 10 December.", ["12-18"]],
    ["Registration closes 10 December", ["12-18"]],
    ["RSVP by Thursday 10 December", ["12-18"]],
    ["Press night 19 December", ["12-18"]],
    ["Deposit due before 10 December", ["12-18"]],
    ["Applications until 10 December", ["12-18"]],
    ["Second show 20 December, 7pm", ["12-18", "12-20"]],
    ["Registration 6pm on 20 December, 7pm", ["12-18", "12-20"]],
  ])("a deadline is no date: %s", (line, days) => {
    expect(daysOf(`Setar Night\n${WHEN}\n${line}`)).toEqual(days);
  });
  it.each([
    ["پیش‌پرداخت ۳ میلیون تا ۱۵ آذر", ["12-18"]],
    ["انصراف تا ۱۵ آذر ممکن است", ["12-18"]],
    ["فراخوان آثار تا ۱۵ آذر", ["12-18"]],
    ["بیعانه تا جمعه ۲۰ آذر", ["12-18"]],
    ["استرداد وجه تا ۲۰ آذر", ["12-18"]],
    ["اجرای دوم ۲۹ آذر، ساعت ۱۹", ["12-18", "12-20"]],
  ])("nor in Persian: %s", (line, days) => {
    expect(daysOf(`شب ساز\nجمعه ۲۷ آذر، ساعت ۱۹\nتالار رودکی\n${line}`)).toEqual(days);
  });

  it.each([
    ["تا پنجشنبه ۱۹ آذر تمدید شد\nاز سه‌شنبه ۱۷ آذر هر شب ساعت ۲۰", 3],
    ["تا ۱۹ آذر\nشروع: ۱۷ آذر، هر شب ساعت ۲۰", 3],
    ["از ۱۷ آذر هر شب ساعت ۲۰\nتا ۱۹ آذر", 3],
    ["از ۱۷ تا ۱۹ آذر هر شب ساعت ۲۰", 3],
    ["سه‌شنبه‌ها و شنبه‌ها تا ۲۹ آذر ساعت ۲۰\nاز شنبه ۱۴ آذر", 5],
    ["۱۷ و ۱۹ آذر ساعت ۲۰", 2],
    ["سه‌شنبه ۱۷ آذر ساعت ۲۰", 1],
  ])("the end of a run may stand first: %s", (when, count) => {
    expect(inTehran(`نمایش «باد»\n${when}\nتالار مولوی`)[0]?.times.showings).toHaveLength(count);
  });

  it.each([
    ["Every other Sunday from 13 December, 4pm. 3 sessions", ["12-13", "12-27", "01-10"]],
    ["Fortnightly on Sundays from 13 December, 4pm, 3 sessions", ["12-13", "12-27", "01-10"]],
    ["Sundays from 13 December, 4pm. 3 sessions", ["12-13", "12-20", "12-27"]],
    ["Every Sunday from 13 December, 4pm. 3 sessions", ["12-13", "12-20", "12-27"]],
  ])("of two weeks, one: %s", (when, days) => {
    expect(daysOf(`Reading circle\n${when}\nRudaki Hall`)).toEqual(days);
  });
  it.each([
    "یک هفته در میان، شنبه‌ها از ۱۴ آذر تا ۱۲ دی ساعت ۱۷",
    "هر دو هفته یک‌بار، شنبه‌ها از ۱۴ آذر تا ۱۲ دی ساعت ۱۷",
    "هر دو هفته، شنبه‌ها از ۱۴ آذر تا ۱۲ دی ساعت ۱۷",
  ])("of two weeks, one, is asked about in a run: %s", (when) => {
    const codes = inTehran(`حلقه‌ی کتاب\n${when}\nتالار مولوی`)[0]?.findings.map(({ code }) => code);
    expect(codes).toContain("unread-rule");
  });

  it.each([
    ["𝐊𝐚𝐲𝐡𝐚𝐧 𝐐𝐮𝐚𝐫𝐭𝐞𝐭", "Kayhan Quartet"],
    ["Ｓｅｔａｒ Ｎｉｇｈｔ", "Setar Night"],
    ["𝕊𝕖𝕥𝕒𝕣 ℕight", "Setar ℕight"],
    ["Ⓢⓔⓣⓐⓡ Night", "Setar Night"],
    ["Night № 5 of Setar", "Night № 5 of Setar"],
    ["Café Naïve", "Café Naïve"],
  ])("letters of decoration are letters: %s", (written, title) => {
    expect(inLondon(`${written}\n${WHEN}`)[0]?.title).toBe(title);
  });

  it.each([
    ["فیلم «خانه دوست کجاست»", "آمفی‌تئاتر دانشکده هنر"],
    ["نمایش «باغ آلبالو»", "تالار مولوی"],
    ["رونمایی کتاب «پارک شهر»", "فرهنگسرای ارسباران"],
    ["کنسرت «کافه نادری»", "تالار رودکی"],
    ["نشست «موزه‌ی خیال»", "کتابخانه ملی"],
    ["اکران فیلم «تالار آینه»", "موزه سینما"],
  ])("the name of a work is no place: %s", (title, venue) => {
    const [event] = inTehran(`${title}\nجمعه ۲۷ آذر، ساعت ۱۹\n${venue}`);
    expect(event?.place.venue).toBe(venue);
  });

  it.each([
    ["از میدان بهارستان تا پارک‌شهر", "میدان بهارستان"],
    ["نشانی: خیابان نیاوران، نرسیده به سه‌راه یاسر", null],
    ["مکان: تالار مولوی، نرسیده به میدان انقلاب", "تالار مولوی"],
    ["آدرس: فرهنگسرای نیاوران، خیابان پاسداران", "فرهنگسرای نیاوران"],
    ["جدید: کتابخانه ملی", "کتابخانه ملی"],
    ["محل: کافه تا سحر", "کافه تا سحر"],
  ])("the words around a place are none: %s", (line, venue) => {
    const [event] = inTehran(`شب ساز\nجمعه ۲۷ آذر، ساعت ۱۹\n${line}`);
    expect(event?.place.venue).toBe(venue);
  });

  it.each([
    ["Parking $20", 15],
    ["Valet £10", 15],
    ["Parking in Structure 5 (£25)", 15],
    ["Park & Ride included", 15],
    ["Valet service from 6pm", 15],
    ["Car park: behind the hall", 15],
  ])("what it costs to park is no price: %s", (line, price) => {
    const [event] = inLondon(`Setar Night\n${WHEN}\nTickets £15\n${line}`);
    expect([event?.price.min, event?.price.max]).toEqual([price, price]);
  });

  it.each([
    ["Fri 18 Dec – sold out\nSat 19 Dec, 6pm – on sale", true],
    ["Fri 18 Dec – cancelled\nSat 19 Dec, 6pm", true],
    ["Fri 18 Dec, 6pm – sold out\nSat 19 Dec, 6pm – on sale", false],
    ["Fri 18 Dec, 6pm\nSat 19 Dec, 6pm", false],
    ["Fri 18 & Sat 19 Dec, 6pm", false],
    ["Sat 19 Dec, 6pm – sold out", false],
  ])("an hour is not lent to a day that is sold out without a doubt: %s", (when, isAsked) => {
    const codes = inLondon(`An Audience with Golpa\n${when}\nConway Hall\n£15`).flatMap(
      ({ findings }) => findings.map(({ code }) => code),
    );
    expect(codes.includes("several-dates")).toBe(isAsked);
  });

  it.each([
    ["Beginners welcome, 16 yrs +", 16],
    ["16 years+", 16],
    ["Ages 16+", 16],
    ["running for 16 years", null],
    ["Table 16, by the door", null],
    ["Since 16 years at this place", null],
  ])("an age is read: %s", (line, age) => {
    expect(inLondon(`Class\n${WHEN}\n${line}`)[0]?.ageLimit).toBe(age);
  });
});

describe("rules that came with thirty fresh posts, each beside its neighbours", () => {
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
  const SHOW = "نمایش «تنگنا»\nجمعه ۱۳ آذر ساعت ۲۰، تالار رودکی";
  const EVENING = "Setar Evening\nFriday 18 December, 7pm\nRudaki Hall";
  const under = (line: string) =>
    readIn(`${/[\u0600-\u06ff]/.test(line) ? SHOW : EVENING}\n${line}`);

  it.each([
    ["زیر ۱۶ سال نداریم", 16],
    ["زیر ۱۲ ساله‌ها رو راه نمی‌دیم", 12],
    ["زیر ۱۰ سال پذیرش نداریم", 10],
    ["برای زیر ۱۲ سال مناسب نیست", 12],
    ["از پذیرش کودکان زیر ۷ سال معذوریم", 7],
    ["Not suitable for children under 12", 12],
    ["Not recommended for under 10s", 10],
    ["Under-16s not admitted", 16],
    ["از کودکان زیر ۷ سال هزینه‌ای دریافت نمی‌شود", null],
    ["برای کودکان زیر ۷ سال بلیت صادر نمی‌شود", null],
    ["زیر ۵ سال مهمان ما", null],
    ["Under 14s must be accompanied by an adult", null],
    ["Under 5s go free", null],
  ])("who is too young is read, who comes otherwise is no limit: %s", (line, age) => {
    expect(under(line)[0]?.ageLimit).toBe(age);
  });

  it.each([
    ["زیر ۱۸ سال با رضایت‌نامه", true],
    ["افراد زیر ۱۵ سال لطفاً تماس بگیرند", true],
    ["Under 18s: write to us first", true],
    ["Special seats below 12 years and under 10s", true],
    ["کودکان زیر ۱۰ سال با همراه", false],
    ["زیر ۵ سال رایگان", false],
    ["Under 14s must be accompanied by an adult", false],
  ])("what is said of the young and was not read is asked about: %s", (line, isAsked) => {
    expect(under(line).flatMap(({ findings }) => findings.map(({ field }) => field))).toEqual(
      isAsked ? expect.arrayContaining(["ageLimit"]) : expect.not.arrayContaining(["ageLimit"]),
    );
  });

  it.each([
    ["نمایش «تنگنا» چهارشنبه ۱۱ آذر از ساعت ۱۸ به ۲۰:۳۰ منتقل شد، تالار رودکی", "20:30"],
    ["نمایش «تنگنا» جمعه ۱۳ آذر ساعت ۱۸ به ساعت ۲۰ موکول شد، تالار رودکی", "20:00"],
    ["نمایش «تنگنا» جمعه ۱۳ آذر به جای ساعت ۱۸ ساعت ۲۰ اجرا می‌شود، تالار رودکی", "20:00"],
    ["Setar Evening on Friday 18 December moved from 6pm to 8:30pm, Rudaki Hall", "20:30"],
    ["Setar Evening, Friday 18 December, changed from 6 pm to 8 pm, Rudaki Hall", "20:00"],
    ["Setar Evening, Friday 18 December, 8pm instead of 7pm, Rudaki Hall", "20:00"],
    ["کارگاه سفال\nجمعه ۱۳ آذر از ساعت ۱۰ تا ۱۲\nتالار رودکی", "10:00-12:00"],
    ["Setar Evening, Friday 18 December from 6pm to 8pm, Rudaki Hall", "18:00-20:00"],
    ["Setar Evening, Friday 18 December, 6pm and 8pm, Rudaki Hall", "18:00 20:00"],
  ])("an hour that was moved is the new one, a span stays one: %s", (text, hours) => {
    const read = readIn(text).flatMap(({ times }) => times.showings);
    const written = read.map(({ start, end }) => (end === null ? start : `${start}-${end}`));
    expect(written.join(" ")).toBe(hours);
  });

  it.each([
    "SOLD OUT شنبه و یکشنبه\nنمایش «تنگنا» دوشنبه ۱۶ آذر ساعت ۲۰ تالار رودکی",
    "شنبه تکمیل شد\nنمایش «تنگنا» دوشنبه ۱۶ آذر ساعت ۲۰ تالار رودکی",
    "تکمیل ظرفیت ۱۴ آذر\nاجرای اضافه: نمایش «تنگنا» دوشنبه ۱۶ آذر ساعت ۲۰ تالار رودکی",
    "Saturday is sold out\nSetar Evening, Sunday 20 December, 7pm, Rudaki Hall",
    "Sold out on 19 December!\nSetar Evening, Sunday 20 December, 7pm, Rudaki Hall",
    "Friday: fully booked\nSetar Evening, Sunday 20 December, 7pm, Rudaki Hall",
  ])("a status of days that the event does not have is asked about: %s", (text) => {
    expect(toldOf(text)).toContain("status");
  });

  it.each([
    ["Rain date: Saturday 19 December", EVENING],
    ["If it rains: Sat 19 December", EVENING],
    ["In case of bad weather we meet on 20 December", EVENING],
    ["Backup date 19 December, 7pm", EVENING],
    ["در صورت بارندگی جمعه ۲۰ آذر", SHOW],
    ["روز جایگزین: شنبه ۱۴ آذر", SHOW],
  ])("a day in reserve is no showing: %s", (line, post) => {
    expect(readIn(`${post}\n${line}`).flatMap(({ times }) => times.showings)).toHaveLength(1);
  });

  it.each([
    ["قیمت: نیم‌بها", true],
    ["بلیت نصف قیمت", true],
    ["بلیت نیم بها", true],
    ["All tickets half price", true],
    ["Half-price entry", true],
    ["ورود آزاد", false],
    ["Free entry", false],
    ["بلیت ۲۰۰ هزار تومان", false],
  ])("a share of a price that is not stated is asked about: %s", (line, isAsked) => {
    const told = under(line).flatMap(({ findings }) => findings.map(({ field }) => field));
    expect(told.includes("price")).toBe(isAsked);
  });
});

/** Lines that contradict a post, by the field that has to change or be asked about. */
const CONTRADICTIONS: Record<"fa" | "en", [string, string][]> = {
  fa: [
    ["price", "دانشجویی نصف قیمت"],
    ["price", "اعضا: ۴۵ هزار"],
    ["starts", "یک اجرای دیگر هم جمعه بعد"],
    ["starts", "اجرای دوم: ۹ اسفند ساعت ۱۹"],
    ["starts", "در صورت بارندگی به روز بعد منتقل می‌شود"],
    ["starts", "یک سانس هم اضافه شد"],
    ["status", "این برنامه برگزار نخواهد شد"],
    ["status", "بلیت‌ها تمام شده"],
    ["status", "فروش رفت"],
    ["status", "ظرفیت تکمیله"],
    ["status", "برنامه عقب افتاد"],
    ["status", "نمی‌توانیم اجرا کنیم"],
    ["status", "این یک برنامه‌ی خصوصی است"],
    ["venue", "مکان جدید: فرهنگسرای بهمن"],
    ["venue", "به دلیل تعمیرات در سالن اصلی نیستیم"],
    ["ageLimit", "ورود زیر ۷ سال ممنوع"],
  ],
  en: [
    ["price", "VIP tickets €97"],
    ["price", "Students half price"],
    ["price", "Drinks not included, £5 each"],
    ["starts", "Also on 9 March, 7pm"],
    ["starts", "Rain date: the following day"],
    ["starts", "One extra show added"],
    ["starts", "Time may change"],
    ["status", "This event will not take place"],
    ["status", "All tickets gone"],
    ["status", "Waiting list only"],
    ["status", "This is a private event"],
    ["status", "We have to call it off"],
    ["status", "Tickets are no longer available"],
    ["venue", "Meet at Victoria Station"],
    ["ageLimit", "No under 7s"],
  ],
};

describe("a line that contradicts a post", () => {
  /** What is read, and what is doubtful about a field. */
  const shown = (one: JudgedAnnouncement, field: string) =>
    JSON.stringify(
      readAgain(one, cities).map(({ times, place, price, ageLimit, status, findings }) => [
        [times.showings, times.lastDay, place.city, place.venue],
        [price.free, price.min, price.max, ageLimit, status],
        findings.filter((finding) => finding.field === field),
      ]),
    );

  it.each(["fa", "en"] as const)("changes it or is asked about: %s", (language) => {
    const posts = ALL.filter(
      ({ text, expected: [event], expected }) =>
        expected.length === 1 &&
        (event?.status ?? "scheduled") === "scheduled" &&
        /[\u0600-\u06ff]/.test(text) === (language === "fa"),
    ).filter((_, place) => place % 32 === 0);
    expect(posts.length).toBeGreaterThan(4);
    const unseen = posts.flatMap((one) =>
      CONTRADICTIONS[language].flatMap(([field, line]) =>
        readAgain(one, cities).every(({ findings }) => findings.every((f) => f.field !== field)) &&
        shown({ ...one, text: `${one.text}\n${line}` }, field) === shown(one, field)
          ? [`${one.id}: ${line}`]
          : [],
      ),
    );
    expect(unseen).toEqual([]);
  });

  const plain = (line: string): JudgedAnnouncement => ({
    id: "plain",
    kind: "concert",
    city: "Tehran",
    postedAt: "2026-12-01T12:00+03:30",
    text: `Setar Evening\nFriday 18 December 2026, 7 pm\nRudaki Hall\nTickets 450,000 tomans\n${line}`,
    expected: [],
  });

  it.each([
    ["status", "Uitverkocht"],
    ["status", "All tickets gone"],
    ["ticketUrl", "Waiting list: list.example"],
    ["starts", "Two shows on the night"],
    ["city", "Rudaki Hall, near Karaj"],
    ["city", "Alte Kongresshalle, Munich"],
    ["title", "Finissage with the artist"],
  ])("of the %s is asked about: %s", (field, line) => {
    const [event] = readAgain(plain(line), cities);
    const isTold = event?.findings.some((finding) => finding.field === field);
    expect(isTold || (field === "status" && event?.status !== "scheduled")).toBe(true);
  });

  it.each([
    "Private lessons by arrangement",
    "Waiting for you",
    "The tickets go fast",
    "۸ نفر، ۵ نفر پر شده",
    "The second show of her career",
    "Songs of Munich and Baku",
    "Near the park",
  ])("is none in other words: %s", (line) => {
    const [event] = readAgain(plain(line), cities);
    expect(event?.findings.map(({ field }) => field)).toEqual(
      readAgain(plain("All are welcome"), cities)[0]?.findings.map(({ field }) => field),
    );
  });
});
