import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import seedCities from "../../../../db/seed/cities.json";
import { readTsv } from "../../../lib/text/csv";
import { readQuery } from "./read-query";
import { spokenTimes, TIME_WORDS } from "./time-words";
import type { Understood } from "./understood";

const cities = seedCities.map(({ slug, name, countryCode }) => ({
  slug,
  nameEn: name.en,
  nameFa: name.fa,
  countryCode,
}));
const understand = (query: string, options: Partial<Parameters<typeof readQuery>[1]> = {}) =>
  readQuery(query, {
    cities,
    areaOf: () => ({ today: "2026-11-24", isThursdayWeekend: true, currency: "IRR" }),
    ...options,
  });
const summary = ({ words, filters }: Understood) => ({ words, ...filters });

describe("readQuery", () => {
  it.each<[string, ReturnType<typeof summary>]>([
    ["setar", { words: "setar" }],
    ["concert tehran", { words: "", city: "tehran", category: "Concert" }],
    ["کنسرت رایگان تهران", { words: "", city: "tehran", category: "Concert", free: true }],
    ["كنسرت‌هاي تهران", { words: "", city: "tehran", category: "Concert" }],
    [
      "Calligraphy workshops in Toronto",
      { words: "calligraphy", city: "toronto", category: "Workshop" },
    ],
    ["events in kashan", { words: "", city: "kashan" }],
    ["Los Angeles nowruz", { words: "nowruz", city: "los-angeles" }],
    ["لس آنجلس", { words: "", city: "los-angeles" }],
    ["لس‌آنجلس", { words: "", city: "los-angeles" }],
    ["NYC comedy", { words: "", city: "new-york", category: "Comedy" }],
    ["Esfahan", { words: "", city: "isfahan" }],
    ["Köln theatre", { words: "", city: "cologne", category: "Theater" }],
    ["washington d.c. poetry", { words: "poetry", city: "washington-dc" }],
    ["free yoga today", { words: "yoga", free: true, when: { preset: "today" } }],
    ["امشب تئاتر", { words: "", category: "Theater", when: { preset: "tonight" } }],
    [
      "فردا شب",
      {
        words: "",
        when: { preset: "tomorrow", daypart: "night", hours: { from: 1020, before: 1680 } },
      },
    ],
    ["آخر هفته شیراز", { words: "", city: "shiraz", when: { preset: "weekend" } }],
    ["آخرهفته", { words: "", when: { preset: "weekend" } }],
    ["this week in London", { words: "", city: "london", when: { preset: "week" } }],
    ["این ماه", { words: "", when: { preset: "month" } }],
    ["for 2 tehran", { words: "", city: "tehran", intent: { keys: ["romantic"] } }],
    ["تهران برای دو نفر", { words: "", city: "tehran", intent: { keys: ["romantic"] } }],
    ["for 2 tickets", { words: "2" }],
    ["نمایش دو نفر", { words: "دو نفر", category: "Theater" }],
    ["Меҳр", { words: "مهر" }],
    ["тир", { words: "تیر" }],
    ["ye konsert e tehran", { words: "", city: "tehran", category: "Concert" }],
    [
      "between 5 and 7pm london",
      { words: "", city: "london", when: { hours: { from: 1020, before: 1140 } } },
    ],
    [
      "ساعت ۱۰ تا ۱۲ شیراز",
      { words: "", city: "shiraz", when: { hours: { from: 600, before: 720 } } },
    ],
    [
      "tehran 10pm to 2am",
      { words: "", city: "tehran", when: { hours: { from: 1320, before: 1560 } } },
    ],
    ["london 9-11am", { words: "", city: "london", when: { hours: { from: 540, before: 660 } } }],
    ["шаби шеър", { words: "شب شعر" }],
    ["консертҳои Шероз", { words: "", city: "shiraz", category: "Concert" }],
    ["мусиқии суннатӣ", { words: "موسیقی سنتی" }],
    [
      "барои бачаҳо дар Торонто",
      { words: "", city: "toronto", audience: { traits: ["for-children"] } },
    ],
    ["Googoosh концерт Лондон", { words: "googoosh", city: "london", category: "Concert" }],
    [
      "концерт 20 декабр",
      { words: "", category: "Concert", when: { from: "2026-12-20", to: "2026-12-20" } },
    ],
    ["шаҳри Душанбе", { words: "", city: "dushanbe" }],
    [
      "free kids workshop",
      { words: "", category: "Workshop", free: true, audience: { traits: ["for-children"] } },
    ],
    [
      "نمایشگاه رایگان شیراز",
      { words: "", city: "shiraz", category: "Art Exhibition", free: true },
    ],
    ["نمایشگاه کتاب تهران", { words: "نمایشگاه کتاب", city: "tehran" }],
    [
      "something for a child on Friday in Tehran",
      {
        words: "",
        city: "tehran",
        when: { weekdays: [5] },
        audience: { traits: ["for-children"] },
      },
    ],
    [
      "یه چیزی برای بچه‌ها جمعه تهران",
      {
        words: "",
        city: "tehran",
        when: { weekdays: [5] },
        audience: { traits: ["for-children"] },
      },
    ],
    ["یک چیزی امشب", { words: "", when: { preset: "tonight" } }],
    ["تئاتر کودک", { words: "", category: "Theater", audience: { traits: ["for-children"] } }],
    [
      "kids 3-6 toronto",
      {
        words: "",
        city: "toronto",
        audience: { traits: ["for-children"], ages: { from: 3, to: 6 } },
      },
    ],
    [
      "comedy 18+",
      { words: "", category: "Comedy", audience: { traits: [], ages: { from: 18, to: null } } },
    ],
    ["کودک و خانواده", { words: "", category: "Kids & Family" }],
    ["food & drink", { words: "", category: "Food & Drink" }],
    ["گفت‌وگو و سخنرانی", { words: "", category: "Talk" }],
    ["نمایش فیلم", { words: "", category: "Movie Screening" }],
    ["theatre near me", { words: "", category: "Theater", near: true }],
    ["things to do nearby", { words: "", near: true }],
    ["near me", { words: "", near: true }],
    ["setar around me tonight", { words: "setar", near: true, when: { preset: "tonight" } }],
    ["کنسرت نزدیک من", { words: "", category: "Concert", near: true }],
    ["همین اطراف", { words: "", near: true }],
    ["theatre near me in tehran", { words: "", category: "Theater", city: "tehran", near: true }],
  ])("%s", (query, expected) => {
    expect(summary(understand(query))).toEqual(expected);
  });

  it.each([
    ["live music", "live music"],
    ["startup weekend", "startup weekend"],
    ["board games", "board games"],
    ["فیلم کوتاه", "فیلم کوتاه"],
    ["jazz", "jazz"],
  ])("leaves %s as words", (query, words) => {
    expect(summary(understand(query))).toEqual({ words });
  });

  it("keeps the noun that says what it is: the last one in English, the first one in Persian", () => {
    expect(summary(understand("food festival"))).toEqual({ words: "food", category: "Festival" });
    expect(summary(understand("جشنواره غذا"))).toEqual({ words: "غذا", category: "Festival" });
  });

  it("reads several cities as any of them", () => {
    const slugs = (query: string) => understand(query).filters.cities?.map(({ slug }) => slug);
    expect(slugs("tabriz to istanbul")).toEqual(["tabriz", "istanbul"]);
    expect(slugs("تهران و شیراز")).toEqual(["tehran", "shiraz"]);
    expect(understand("tabriz to istanbul").filters.city).toBeUndefined();
  });

  it("reads a name that is a day too as the city only beyond doubt", () => {
    expect(understand("جلسه دوشنبه").filters.city).toBeUndefined();
    expect(understand("دوشنبه").filters).toMatchObject({ when: { weekdays: [1] } });
    expect(understand("دوشنبه تهران").filters).toMatchObject({ when: { weekdays: [1] } });
    expect(understand("شهر دوشنبه").filters.city).toBe("dushanbe");
  });

  it("does not read a city from a part of another word", () => {
    expect(understand("bamboo").filters).toEqual({});
    expect(understand("کرم").filters).toEqual({});
  });

  it("shows each filter as a chip with the words that it was read from", () => {
    expect(understand("free concerts in New York this weekend").chips).toEqual([
      { kind: "city", value: "new-york", matchedText: "new york" },
      { kind: "category", value: "Concert", matchedText: "concerts" },
      { kind: "free", value: true, matchedText: "free" },
      { kind: "when", value: { preset: "weekend" }, matchedText: "this weekend" },
    ]);
  });

  it("treats a removed chip's words as words", () => {
    expect(summary(understand("concert tehran", { ignore: ["city"] }))).toEqual({
      words: "tehran",
      category: "Concert",
    });
    expect(summary(understand("concert tehran", { ignore: ["city", "category"] }))).toEqual({
      words: "concert tehran",
    });
    expect(summary(understand("free", { ignore: ["free"] }))).toEqual({ words: "free" });
  });

  it("prefers explicit filters to words", () => {
    expect(
      summary(understand("concert tehran free", { explicit: { city: true, free: true } })),
    ).toEqual({
      words: "",
      category: "Concert",
    });
    expect(summary(understand("music workshop", { explicit: { category: true } }))).toEqual({
      words: "music workshop",
    });
    expect(summary(understand("setar tomorrow", { explicit: { when: true } }))).toEqual({
      words: "setar",
    });
  });

  it("keeps what relaxed readings need", () => {
    const understood = understand("free setar concert tehran");
    expect(understood.categoryWords).toBe("concert");
    expect(understood.wordsWithCategory).toBe("setar concert");
    expect(understood.allWords).toBe("free setar concert tehran");
  });

  it.each([
    "",
    " ",
    "\0",
    '"',
    "-- ;",
    "the",
    "از به",
    "NEAR(a b)",
    "a".repeat(5_000),
    "تهران ".repeat(1_000),
    "\ud800",
    "*",
    "🎵",
  ])("survives %j", (query) => {
    expect(() => understand(query)).not.toThrow();
  });

  it("keeps stop words if there are no others", () => {
    expect(summary(understand("the"))).toEqual({ words: "the" });
  });
});

describe("a known name", () => {
  const named = readTsv(readFileSync("data/names.tsv", "utf8")).flatMap(
    ([kind = "", name = "", latin = "", others = ""]) =>
      [name, latin.split("|")[0] ?? "", others.split("|")[0] ?? ""]
        .filter(Boolean)
        .map((form) => ({ kind, form })),
  );
  const PEOPLE =
    /^(?:singer|musician|composer|poet|writer|filmmaker|actor|playwright|painter|scientist|athlete|work)$/;
  /** Places that are named after somebody; a word by itself that is a wish too. */
  const PLACES = /^(?:Ҳофизи|Baba Taher Oryan|لطفعلی.خان زند|ساکت$)/;

  it("of a person or a work is no filter by a part of it, of a band or dish only by its city", () => {
    const misread = named.flatMap(({ kind, form }) => {
      const { chips, words, corrections } = understand(form);
      const isWhole =
        words === "" && chips.every((chip) => chip.kind === "place" || chip.kind === "venue");
      const isCity = chips.every(({ kind: of }) => of === "city" || of === "place");
      const isRead = PEOPLE.test(kind)
        ? chips.length > 0 && !isWhole && !PLACES.test(form)
        : /^(?:band|dish)$/.test(kind) && !isCity;
      return isRead || corrections.some((one) => one.kind === "layout") ? [form] : [];
    });
    expect(misread).toEqual([]);
  }, 30_000);

  it.each(["tom waits", "tom waits berlin", "شنبه‌زاده تهران", "کنسرت مسعود رایگان"])(
    "%s is no day and no price",
    (query) => {
      const { filters } = understand(query);
      expect([filters.when, filters.free]).toEqual([undefined, undefined]);
    },
  );

  it("that is like a filter is none, whatever stands behind it", () => {
    const misread = readTsv(readFileSync("data/filter-like-names.tsv", "utf8")).filter(
      ([name = ""]) => [name, `${name} setar`].some((query) => understand(query).chips.length > 0),
    );
    expect(misread).toEqual([]);
  });

  it.each([
    ...["free fall", "free style dance class", "sugar free", "black friday", "sari gelin"],
    ...["رشته", "کیش و مات", "کودک درون", "صبح بخیر", "ساری گلین"],
  ])("%s is no day, price, city and children", (query) => {
    const { when, free, city, category } = understand(query).filters;
    expect([when, free, city, category === "Kids & Family"]).toEqual([
      ...[undefined, undefined, undefined],
      false,
    ]);
  });

  it.each<[string, object]>([
    ["free concert", { free: true, category: "Concert" }],
    ["theatre free tehran", { free: true, category: "Theater", city: "tehran" }],
    ["رشت", { city: "rasht" }],
    ["رشتم", { city: "rasht" }],
    ["کیش", { city: "kish" }],
    [
      "فردا صبح",
      { when: { preset: "tomorrow", daypart: "morning", hours: { from: 300, before: 720 } } },
    ],
    ["مال جمعه", { when: { weekdays: [5] } }],
  ])("leaves %s a filter beside those that are like it", (query, filters) => {
    expect(understand(query)).toMatchObject({ words: "", filters });
  });

  it("leaves short forms beside a city or a time what they are", () => {
    expect(understand("tom tehran").filters.when).toEqual({ preset: "tomorrow" });
  });
});

describe("rules of speech and their neighbours", () => {
  const read = (query: string) => {
    const { words, filters } = understand(query);
    const { when, venue, place, not } = filters;
    return {
      words,
      ...(filters.category ? { category: filters.category } : null),
      ...(filters.free ? { free: true } : null),
      ...(when ? { when } : null),
      ...(venue ? { venue: venue.name.en } : null),
      ...(place ? { place: place.name.en } : null),
      ...(not
        ? { not: { categories: not.categories, cities: not.cities?.map(({ slug }) => slug) } }
        : null),
    };
  };
  const hours = (from: number, before: number) => ({
    words: "",
    when: { hours: { from, before } },
  });
  const days = (from: string, to = from) => ({ words: "", when: { from, to } });

  it.each<[string, ReturnType<typeof read>]>([
    // A name of separate letters is not the word that they spell.
    ["i am looking for theatre in tehran", { words: "", category: "Theater" }],
    ["we want music tehran", { words: "", category: "Music" }],
    ["w/e tehran", { words: "", when: { preset: "weekend" } }],
    ["10 a.m. tehran", hours(600, 660)],
    ["before 9 in the morning", hours(240, 540)],
    ["at 8 in the evening", hours(1200, 1260)],
    ["7 at night tehran", hours(1140, 1200)],
    ["1 at night tehran", hours(60, 120)],
    ["ساعت ۱۲ شب تهران", hours(0, 60)],
    ["بعد از ۱۲ شب تهران", hours(1440, 1680)],
    ["۱۱ ظهر شیراز", hours(660, 720)],
    ["۱ ظهر شیراز", hours(780, 840)],
    ["dec 20-25 tehran", days("2026-12-20", "2026-12-25")],
    ["20-25 december", days("2026-12-20", "2026-12-25")],
    ["dec 20 to 25", days("2026-12-20", "2026-12-25")],
    ["20 dec through 25 dec", days("2026-12-20", "2026-12-25")],
    ["dec 28 - jan 3", days("2026-12-28", "2027-01-03")],
    ["december 20 25", { words: "25", when: { from: "2026-12-20", to: "2026-12-20" } }],
    ["week after next tehran", days("2026-12-05", "2026-12-11")],
    ["new year's day london", days("2027-01-01")],
    ["persian new year's day", days("2027-03-21")],
    ["chinese new year's day", { words: "chinese new years day" }],
    ["ماه دی تهران", days("2026-12-22", "2027-01-20")],
    ["شب ماه", { words: "شب ماه" }],
    ["برج ده تهران", days("2026-12-22", "2027-01-20")],
    ["برج میلاد", { words: "", venue: "Milad Tower" }],
    ["کافه برج ۱۰", { words: "کافه برج 10" }],
    ["برج ۱۲ طبقه", { words: "برج 12 طبقه" }],
    ["خیابان ۱۵ خرداد", { words: "خیابان 15 خرداد" }],
    ["میدان هفت تیر", { words: "", place: "Haft-e Tir Square" }],
    ["concerts in the us", { words: "", category: "Concert", place: "United States" }],
    ["between friday and sunday", { words: "", when: { weekdays: [5, 6, 7] } }],
    ["بین جمعه و یکشنبه", { words: "", when: { weekdays: [5, 6, 7] } }],
    ["march second hand market", { words: "march second hand market" }],
    ["free jazz tehran", { words: "free jazz" }],
    ["early bird", { words: "early bird" }],
    ["second look", { words: "second look" }],
    ["рӯзи душанбе", { words: "", when: { weekdays: [1] } }],
    ["concert in us", { words: "", category: "Concert", place: "United States" }],
    ["برج", { words: "برج" }],
    ["midnight in paris", { words: "midnight in paris" }],
    ["neither free nor online", { words: "", not: { categories: undefined, cities: undefined } }],
    [
      "شب جمعه",
      { words: "", when: { weekdays: [4], hours: { from: 1020, before: 1680 }, daypart: "night" } },
    ],
    [
      "جمعه شب",
      { words: "", when: { weekdays: [5], hours: { from: 1020, before: 1680 }, daypart: "night" } },
    ],
    ["can we play chess in tehran", { words: "chess" }],
    ["a play tehran", { words: "", category: "Theater" }],
    ["talk to people in persian", { words: "persian" }],
    ["tech talk tehran", { words: "tech", category: "Talk" }],
    ["میدون نقش جهان", { words: "", venue: "Naqsh-e Jahan Square" }],
    ["نزدیک میدون نقش جهان", { words: "", place: "Naqsh-e Jahan Square" }],
    ["nothing paid tehran", { words: "", free: true }],
    ["آش تهران", { words: "اش" }],
    [
      "neither concerts nor comedy in tehran",
      { words: "", not: { categories: ["Concert", "Comedy"], cities: undefined } },
    ],
    [
      "comedy, neither tehran nor shiraz",
      {
        words: "",
        category: "Comedy",
        not: { categories: undefined, cities: ["tehran", "shiraz"] },
      },
    ],
    [
      "workshops excluded tehran",
      { words: "", not: { categories: ["Workshop"], cities: undefined } },
    ],
  ])("%s", (query, expected) => {
    expect(read(query)).toEqual(expected);
  });

  it("leave the other words of a phrase with an occasion, all names of occasions", () => {
    const lost = [...TIME_WORDS, ...spokenTimes()].flatMap(([forms, meaning]) =>
      "holiday" in meaning || "lunar" in meaning
        ? forms.filter((form) =>
            ["هدیه", "pottery"].some((word) => {
              const query = /[a-z]/i.test(form) ? `pottery ${form}` : `هدیه ${form}`;
              return query.startsWith(word) && !understand(query).words.split(" ").includes(word);
            }),
          )
        : [],
    );
    expect(lost).toEqual([]);
  });
});
