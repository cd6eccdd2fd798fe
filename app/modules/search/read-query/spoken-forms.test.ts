import { describe, expect, it } from "vitest";
import abbreviations from "../../../../data/abbreviations.tsv?raw";
import seedCities from "../../../../db/seed/cities.json";
import { readTsv } from "../../../lib/text/csv";
import { searchKey } from "../../../lib/text/search-text";
import { isPhrase } from "../query-units";
import { readQuery } from "./read-query";
import { formsOf } from "./spoken-forms";

const cities = seedCities.map(({ slug, name, countryCode }) => ({
  slug,
  nameEn: name.en,
  nameFa: name.fa,
  countryCode,
}));
const read = (query: string) =>
  readQuery(query, {
    cities,
    areaOf: () => ({ today: "2026-11-24", isThursdayWeekend: true, currency: "IRR" }),
  });

describe("short and spoken forms", () => {
  it("are read from the data by kind, each row with its meaning", () => {
    const kinds = new Set(readTsv(abbreviations).map(([, , kind = ""]) => kind));
    for (const kind of kinds) {
      expect(formsOf(kind).length, kind).toBeGreaterThan(0);
      for (const { names, meaning } of formsOf(kind)) {
        expect(names.every(Boolean), names.join()).toBe(true);
        expect(meaning, names.join()).not.toBe("");
      }
    }
  });

  it("of categories are no phrases of the synonyms, which stay words: live music", () => {
    const forms = formsOf("category").flatMap(({ names }) => names);
    expect(forms.filter((form) => isPhrase(searchKey(form).split(" ")))).toEqual([]);
  });

  it.each([
    ["sat nite tehran", { weekdays: [6], hours: { from: 1020, before: 1680 }, daypart: "night" }],
    ["sun toronto", { weekdays: [7] }],
    ["کنسرت ج. تهران", { weekdays: [5] }],
    ["tmrw tehran", { preset: "tomorrow" }],
    ["tehran this wknd", { preset: "weekend" }],
    ["دو هفته دیگه تهران", { from: "2026-12-06", to: "2026-12-10" }],
    ["ده روز دیگه تهران", { from: "2026-12-04", to: "2026-12-04" }],
    ["tehran in 10 days", { from: "2026-12-04", to: "2026-12-04" }],
    ["tehran next 10 days", { from: "2026-11-24", to: "2026-12-04" }],
    ["دهه فجر تهران", { from: "2027-02-01", to: "2027-02-11" }],
    ["jan toronto", { from: "2027-01-01", to: "2027-01-31" }],
    ["اول دی", { from: "2026-12-22", to: "2026-12-22" }],
    ["بیست و یکم آذر", { from: "2026-12-12", to: "2026-12-12" }],
    ["آخر آذر", { from: "2026-12-12", to: "2026-12-21" }],
    ["هفته‌ی دوم دی", { from: "2026-12-29", to: "2027-01-04" }],
    ["هفتهٔ دوم دی", { from: "2026-12-29", to: "2027-01-04" }],
    ["first week of december", { from: "2026-12-01", to: "2026-12-07" }],
    ["between 1 and 10 december", { from: "2026-12-01", to: "2026-12-10" }],
    ["۲۰ آذر تا ۲۵ آذر", { from: "2026-12-11", to: "2026-12-16" }],
    ["حوت کنسرت", { from: "2027-02-20", to: "2027-03-20" }],
    ["۱۷/۹ تهران", { from: "2026-12-08", to: "2026-12-08" }],
    ["ҷумъа Теҳрон", { weekdays: [5] }],
  ])("%s is a time", (query, when) => {
    expect(read(query).filters.when).toEqual(when);
  });

  it.each(["mon amour", "sat in the park", "sunset", "آخر دنیا", "شب شعر"])(
    "%s is none",
    (query) => {
      expect(read(query).filters.when).toBeUndefined();
    },
  );

  it.each([
    ["زیر یه تومن کارگاه", { under: 10_000_000, currency: "IRR" }],
    ["نیم میلیون کنسرت", { max: 5_000_000, currency: "IRR" }],
    ["کنسرت بیشتر از پونصد نشه", { max: 5_000_000, currency: "IRR" }],
    ["زیر سیصد تومن", { under: 3_000_000, currency: "IRR" }],
    ["zire sad toman", { under: 1_000_000, currency: "IRR" }],
    ["half a million tomans concert", { max: 5_000_000, currency: "IRR" }],
  ])("%s is a price", (query, price) => {
    expect(read(query).filters.price).toEqual(price);
  });

  it.each(["تهران پول نخواد", "berlin freebies", "ройгон Шероз", "کنسرت مفت"])(
    "%s is free",
    (query) => {
      expect(read(query).filters.free).toBe(true);
    },
  );

  it.each([
    ["نصف جهان", "isfahan"],
    ["the 6ix comedy", "toronto"],
    ["tehrangeles", "los-angeles"],
    ["شیرازم چی ببینم", "shiraz"],
    ["консерт Теҳрон", "tehran"],
  ])("%s is a city", (query, city) => {
    expect(read(query).filters.city).toBe(city);
  });

  it.each([
    ["hkw", "berlin"],
    ["vahdat", "tehran"],
    ["آرامگاه حافظ", "shiraz"],
    ["تالار وحدت کنسرت", "tehran"],
  ])("%s is a venue", (query, city) => {
    expect(read(query).filters.venue?.city).toBe(city);
  });

  it("carries no weight where it only speaks", () => {
    expect(read("دلم می‌خواد یه جای خوب برقصیم تهران")).toMatchObject({
      words: "",
      filters: { city: "tehran", category: "Dance" },
    });
    expect(read("کسی استندآپ خوب سراغ داره تورنتو").filters).toMatchObject({
      city: "toronto",
      category: "Comedy",
    });
  });
});
