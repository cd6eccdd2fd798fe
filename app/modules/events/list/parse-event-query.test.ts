import { describe, expect, it } from "vitest";
import { parseEventQuery } from "../schema";

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
