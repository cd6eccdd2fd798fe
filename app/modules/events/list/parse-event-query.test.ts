import { describe, expect, it } from "vitest";
import { filterSamples } from "../../../../tests/helpers/filter-samples";
import { activeFilters } from "../../../components/event-browser/browse-filters.server";
import { EventQueryParameters, eventQueryParams, parseEventQuery } from "../schema";
import type { EventList } from "./list-events.server";

const parse = (query: string) => parseEventQuery(new URLSearchParams(query));

describe("the query of the list of events", () => {
  it("accepts the parameters of the API and the page", () => {
    const { query, issues } = parse(
      "q=setar&city=tehran&category=concert&category=Music&when=weekend&free=1&sort=popular&limit=10&from=2026-12-10&to=2026-12-12&tag=daf",
    );
    expect(issues).toEqual([]);
    expect(query).toMatchObject({
      q: "setar",
      city: "tehran",
      categories: ["Concert", "Music"],
      when: "weekend",
      free: true,
      sort: "popular",
      limit: 10,
      from: "2026-12-10",
      to: "2026-12-12",
      tag: "daf",
    });
  });

  it("drops unknown values, reports them and keeps the rest", () => {
    const asked =
      "city=../etc&category=nonsense&category=Music&when=someday&sort=magic&radius=far&city2=x&free=perhaps&limit=0x10&lat=0b1";
    const { query, issues, unknown } = parse(asked);
    expect(issues).toEqual([]);
    const names = ["category", "city", "free", "lat", "limit", "radius", "sort", "when"];
    expect(unknown.map(({ path }) => path).sort()).toEqual(names);
    expect(query.categories).toEqual(["Music"]);
    expect(query.limit).toBe(24);
  });

  it("reports nothing for allowed values, empty fields and other parameters", () => {
    const asked =
      "city=Tehran&category=concert&category=&when=any&free=0&sort=date&without=city&tag=daf&limit=10&utm_source=x&q=&cursor=abc";
    expect(parse(asked)).toMatchObject({
      issues: [],
      unknown: [],
      query: { free: false, city: "tehran" },
    });
  });

  it("ignores unknown values", () => {
    const { query } = parse(
      "city=../etc&category=nonsense&when=someday&sort=magic&radius=far&city2=x&free=perhaps",
    );
    expect(query).toMatchObject({
      city: null,
      categories: [],
      when: null,
      sort: null,
      radius: null,
      free: false,
    });
  });

  it("reads Persian digits", () => {
    expect(parse("radius=۲۵&from=۲۰۲۶-۱۲-۱۰").query).toMatchObject({
      radius: 25,
      from: "2026-12-10",
    });
  });

  it("reads days of the Solar Hijri calendar, in any digits", () => {
    for (const from of ["۱۴۰۵/۰۹/۱۵", "1405-09-15", "14050915"])
      expect(parse(`from=${from}&to=۱۴۰۵-۹-۱۶`)).toMatchObject({
        issues: [],
        query: { from: "2026-12-06", to: "2026-12-07" },
      });
    expect(parse("from=1405-13-01").issues.map(({ path }) => path)).toEqual(["from"]);
    expect(parse("from=1405/09/15&to=1405/09/14").issues.map(({ path }) => path)).toEqual(["to"]);
  });

  it("needs both coordinates", () => {
    expect(parse("lat=35.7").query).toMatchObject({ latitude: null, longitude: null });
    expect(parse("lat=35.7&lng=51.4").query).toMatchObject({ latitude: 35.7, longitude: 51.4 });
  });

  it.each([
    ["radius=1000000000", "radius"],
    ["radius=0", "radius"],
    [`q=${"a".repeat(5_000)}`, "q"],
    ["q=a%00b", "q"],
    ["lat=91&lng=0", "lat"],
    ["limit=101", "limit"],
    ["limit=0", "limit"],
    ["from=2026-02-30", "from"],
    ["from=9999-01-01", "from"],
    ["from=2026-12-12&to=2026-12-10", "to"],
    [`cursor=${"a".repeat(300)}`, "cursor"],
    ["cursor=%27;DROP", "cursor"],
  ])("reports %s as absurd and drops it", (query, path) => {
    const { issues } = parse(query.slice(0, 6_000));
    expect(issues.map((issue) => issue.path)).toEqual([path]);
  });

  it("keeps the rest of a query with an absurd value", () => {
    expect(parse("radius=1000000000&city=tehran&free=1").query).toMatchObject({
      radius: null,
      city: "tehran",
      free: true,
    });
  });
});

/** A list by its parameters alone: nothing is understood from its words. */
const LIST = {
  city: null,
  center: { latitude: 35.7, longitude: 51.4 },
  area: { countryCode: "IR", timeZone: "Asia/Tehran" },
  understood: [],
  request: {
    understood: { words: "music", chips: [], filters: {} },
    filters: { past: false, range: { from: 0, to: 1 } },
  },
} as unknown as EventList;

/** Parameters that narrow no list; a city's chip has its name from the database. */
const NO_FILTERS = ["city", "sort", "cursor", "limit", "without"];

describe.each(Object.entries(filterSamples(Date.parse("2026-11-29T08:00Z"))))(
  "the parameter %s",
  (name, samples) => {
    const asked = samples.filter((sample) => sample !== "" && sample !== "when=upcoming");

    it("is written to addresses as it was read", () => {
      for (const sample of asked) {
        const { query } = parse(sample);
        const written = new URLSearchParams();
        for (const [key, value] of Object.entries(eventQueryParams(query)))
          for (const one of [value].flat())
            if (one !== null && one !== false && one !== "")
              written.append(key, one === true ? "1" : String(one));
        expect([sample, parse(String(written)).query]).toEqual([sample, query]);
        expect(Object.keys(EventQueryParameters.entries)).toEqual(
          expect.arrayContaining([...written.keys()]),
        );
      }
    });

    it.skipIf(NO_FILTERS.includes(name))("has a chip that takes it away", () => {
      for (const sample of asked) {
        const fixed = { action: "/events", home: null } as const;
        const shown = (query: string) =>
          activeFilters(parse(query).query, LIST, { locale: "en", calendar: "gregorian" }, fixed);
        const own = shown(sample).filter(({ without }) => {
          const left = new URLSearchParams(without.split("?")[1] ?? "");
          return !new URLSearchParams(sample).getAll(name).every((one) => left.has(name, one));
        });
        expect([sample, own.length > 0]).toEqual([sample, true]);
      }
    });
  },
);
