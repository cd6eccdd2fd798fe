import { describe, expect, it } from "vitest";
import seedCities from "../../../../db/seed/cities.json";
import { CATEGORIES } from "../../../lib/event/categories";
import { readQuery } from "./read-query";
import { spokenTimes, TIME_WORDS } from "./time-words";

const cities = seedCities.map(({ slug, name, countryCode }) => ({
  slug,
  nameEn: name.en,
  nameFa: name.fa,
  countryCode,
}));
const read = (query: string, ignore: string[] = []) =>
  readQuery(query, {
    cities,
    areaOf: () => ({ today: "2026-11-24", isThursdayWeekend: true, currency: "IRR" }),
    ignore,
  });
const notIn = (query: string) => {
  const not = read(query).filters.not;
  return not && { ...not, ...(not.cities ? { cities: not.cities.map(({ slug }) => slug) } : null) };
};

describe("what a query does not want", () => {
  it.each([
    ["dubai not comedy", { categories: ["Comedy"] }],
    ["festivals, any city but toronto", { cities: ["toronto"] }],
    ["concerts anywhere but tehran", { cities: ["tehran"] }],
    ["هر شهری جز تهران کنسرت", { cities: ["tehran"] }],
    ["بی‌خیال تئاتر، فیلم کجا هست تهران؟", { categories: ["Theater"] }],
    ["forget about theatre, film in tehran", { categories: ["Theater"] }],
    ["کنسرت نه، فیلم تهران", { categories: ["Concert"] }],
    ["concert na, film tehran", { categories: ["Concert"] }],
    ["film tehran, concert na", { categories: ["Concert"] }],
    ["کنسرت بی‌خیال، فیلم تهران", { categories: ["Concert"] }],
    ["comedy but not in tehran", { cities: ["tehran"] }],
    ["music not in london or paris", { cities: ["london", "paris"] }],
    ["london not free", { free: true }],
    ["concerts in tehran that aren't free", { free: true }],
    ["tehran concerts w/o kids", { children: true }],
    ["berlin nothing with kids", { children: true }],
    ["isfahan not for children", { children: true }],
    ["workshops no cooking", { words: ["cooking"] }],
    ["london without poetry or talks", { categories: ["Talk"], words: ["poetry"] }],
    ["tehran not theatre or poetry", { categories: ["Theater"], words: ["poetry"] }],
    ["لندن بدون شعر یا سخنرانی", { categories: ["Talk"], words: ["شعر"] }],
    ["کنسرت به‌جز تهران", { cities: ["tehran"] }],
    ["تهران بدون کنسرت", { categories: ["Concert"] }],
    ["کنسرت تهران رایگان نباشه", { free: true }],
    ["اصفهان برای بچه‌ها نباشه", { children: true }],
    ["استندآپ خارج از تهران نه شیراز", { cities: ["tehran", "shiraz"] }],
    ["konsert gheyr az tehran", { cities: ["tehran"] }],
    ["tehran -comedy", { categories: ["Comedy"] }],
    ["سینما ولی تهران نه", { cities: ["tehran"] }],
    ["hame chiz esfahan joz namayeshgah", { categories: ["Art Exhibition"] }],
    ["festivals not in germany", { cities: ["berlin", "hamburg", "cologne", "frankfurt"] }],
    ["کنسرت رو نمی‌خوام تهران", { categories: ["Concert"] }],
    ["консерт не барои кӯдакон", { children: true }],
    ["на барои кӯдакон", { children: true }],
    ["барои кӯдакон не", { children: true }],
    ["театр на дар Теҳрон", { cities: ["tehran"] }],
    ["ба ғайр аз Душанбе", { cities: ["dushanbe"] }],
    ["ба ҷуз Душанбе", { cities: ["dushanbe"] }],
    ["Душанбе не", { cities: ["dushanbe"] }],
    ["family but not babies", { words: ["babies"] }],
    ["workshops not for teens tehran", { words: ["teens"] }],
    ["کنسرت تهران، ارکستر نه لطفا", { words: ["ارکستر"] }],
    ["не ройгон", { free: true }],
    ["на бепул Теҳрон", { free: true }],
  ])("%s", (query, not) => {
    expect(notIn(query)).toEqual(not);
  });

  it.each([
    "no man's land",
    "much ado about nothing",
    "بدون هزینه تهران",
    "تئاتر گران نباشه",
    "جای شلوغ نباشه",
    "no cost workshop",
    "نه ساله مشهد",
    "outside the box",
    "جز تهران",
    "tehran - theatre",
  ])("leaves %s as it is", (query) => {
    expect(notIn(query)).toBeUndefined();
  });

  it("holds for every category and city after and before the words of both languages", () => {
    const before = [
      "not",
      "without",
      "except",
      "other than",
      "anything but",
      "minus",
      "instead of",
      "that isn't",
    ];
    const persian = ["بدون", "به‌جز", "غیر از", "منهای", "سوای", "نه", "جز", "الا", "به استثنای"];
    const after = ["نباشه", "نمی‌خوام", "رو نمی‌خوام", "نه", "دوست ندارم"];
    const claimed: string[] = [];
    for (const { name, fa } of CATEGORIES)
      for (const query of [
        ...before.map((cue) => `tehran ${cue} ${name.toLowerCase()}`),
        ...persian.map((cue) => `تهران ${cue} ${fa}`),
        ...after.map((cue) => `تهران ${fa} ${cue}`),
      ]) {
        const { not, category } = read(query).filters;
        const isLeftOut = not?.categories?.includes(name) || not?.children;
        if (!isLeftOut || category) claimed.push(query);
      }
    for (const { slug, nameEn, nameFa } of cities)
      for (const query of [
        ...before.map((cue) => `theatre ${cue} in ${nameEn.toLowerCase()}`),
        ...persian.map((cue) => `تئاتر ${cue} ${nameFa}`),
        ...after.slice(0, 1).map((cue) => `تئاتر ${nameFa} ${cue}`),
      ]) {
        const { not, city, when } = read(query).filters;
        // دوشنبه is Monday unless the city is meant beyond doubt.
        if (slug === "dushanbe" && when?.weekdays?.includes(1) === false) continue;
        if (!not?.cities?.some((one) => one.slug === slug) || city) claimed.push(query);
      }
    expect(claimed).toEqual([]);
  });

  const SOON = { weekdays: [1, 2, 3, 4, 6, 7] };
  it.each([
    ["concert not on friday", SOON],
    ["any day except friday", SOON],
    ["کنسرت جمعه نباشه", SOON],
    ["به جز جمعه‌ها", SOON],
    ["تهران بدون جمعه", SOON],
    ["غیر جمعه تهران", SOON],
    ["سوای جمعه", SOON],
    ["منهای جمعه", SOON],
    ["without friday", SOON],
    ["apart from friday", SOON],
    ["ғайри ҷумъа", SOON],
    ["бе ҷумъа", SOON],
    ["روزهای غیر تعطیل", { weekdays: [6, 7, 1, 2, 3] }],
    ["هر شب جز جمعه", SOON],
    ["jome na", SOON],
    ["نمی‌خوام جمعه باشه", SOON],
    ["not friday or saturday", { weekdays: [1, 2, 3, 4, 7] }],
    ["کنسرت نه جمعه نه شنبه", { weekdays: [1, 2, 3, 4, 7] }],
    ["no weekends", { weekdays: [1, 2, 3, 6, 7] }],
    ["this week not friday", { preset: "week", ...SOON }],
    ["not today tehran", { from: "2026-11-25" }],
    ["تهران امروز نه", { from: "2026-11-25" }],
    ["theatre not this week", { from: "2026-12-01" }],
    ["not this friday, next friday", { from: "2026-12-04", to: "2026-12-04" }],
    ["این جمعه نه، جمعه بعدی", { from: "2026-12-04", to: "2026-12-04" }],
    ["جمعه کار دارم، شنبه چی هست", { weekdays: [6] }],
    ["جمعه نه صبح", { weekdays: [5], daypart: "morning" }],
    ["شنبه نه تا یازده", { weekdays: [6] }],
    ["not today, tomorrow", { preset: "tomorrow" }],
    ["امشب نه فردا", { preset: "tomorrow" }],
    ["not friday, saturday", { weekdays: [6] }],
    ["not friday but saturday", { weekdays: [6] }],
    ["theatre but tomorrow", { preset: "tomorrow" }],
    ["cheap theatre but this weekend", { preset: "weekend" }],
    ["کنسرت جز امشب", { preset: "tonight" }],
    ["جشنواره جز شنبه", { weekdays: [6] }],
    ["امشب نمی‌خوام خونه بمونم", { preset: "tonight" }],
    ["جمعه نمی‌خوام تنها باشم", { weekdays: [5] }],
    ["why not tonight", { preset: "tonight" }],
    ["not too busy friday", { weekdays: [5] }],
    ["کنسرت جمعه نه و نیم شب", { weekdays: [5] }],
  ])("%s asks for no time that it does not want", (query, when) => {
    const { filters, leftOut } = read(query);
    expect(filters.when).toMatchObject(when);
    expect(filters.not).toBeUndefined();
    expect(leftOut).toEqual([]);
  });

  it.each([
    ["not tomorrow", "not tomorrow"],
    ["concerts not in december", "not in december"],
    ["this week but not tomorrow", "but not tomorrow"],
    ["weekend not weekend", "not weekend"],
    ["tomorrow not wednesday", "not wednesday"],
  ])("%s says what no filter can leave out", (query, leftOut) => {
    expect(read(query).leftOut).toEqual([leftOut]);
    expect(read(query).filters.not).toBeUndefined();
  });

  it("want no time that the reader knows, in any language", () => {
    const names = [...TIME_WORDS, ...spokenTimes()].flatMap(([all]) => all);
    const wanted: string[] = [];
    let walked = 0;
    for (const time of new Set(names)) {
      const [city, ...negated] = /[\u0600-\u06ff]/.test(time)
        ? ["تهران", `${time} نباشه`, `به جز ${time}`, `غیر از ${time}`]
        : /[\u0400-\u04ff]/.test(time)
          ? ["Теҳрон", `ба ҷуз ${time}`]
          : ["tehran", `not ${time}`, `except ${time}`];
      const asked = read(`${city} ${time}`).filters.when;
      if (!asked) continue;
      for (const words of negated) {
        walked++;
        const { filters, leftOut } = read(`${city} ${words}`);
        const { when, not } = filters;
        const isWanted =
          JSON.stringify(when) === JSON.stringify(asked) ||
          when?.weekdays?.some((day) => asked.weekdays?.includes(day));
        if (isWanted || not || (!when && leftOut.length === 0)) wanted.push(words);
      }
    }
    expect(walked).toBeGreaterThan(2_000);
    expect(wanted).toEqual([]);
  }, 30_000);

  it("excludes no city beside an hour", () => {
    expect(read("کنسرت امشب ساعت نه تهران").filters.not).toBeUndefined();
  });

  it.each(["live music not too loud", "concert not too expensive", "یه جای نه خیلی شلوغ"])(
    "%s excludes no degree",
    (query) => {
      expect(read(query).filters.not).toBeUndefined();
    },
  );

  it("says once what it leaves out, and leaves out no word that excludes", () => {
    expect(read("kites not kites").filters.not?.words).toEqual(["kites"]);
    for (const query of ["not not not", "no no", "بدون بدون", "tehran not without"])
      expect(read(query).filters.not, query).toBeUndefined();
  });

  it("is no filter of the same kind, and a chip that can be removed", () => {
    const { filters, chips, words } = read("dubai not comedy");
    expect(filters).toMatchObject({ city: "dubai" });
    expect(filters.category).toBeUndefined();
    expect(words).toBe("");
    expect(chips.map(({ kind }) => kind)).toEqual(["city", "not"]);
    expect(read("dubai not comedy", ["not"])).toMatchObject({
      filters: { city: "dubai" },
      words: "",
    });
  });
});
