import { env, SELF } from "cloudflare:test";
import * as v from "valibot";
import { beforeAll, describe, expect, it } from "vitest";
import { EventListJson } from "../../app/modules/events/event-json-schema";
import { createDatabase } from "../../db/client";
import { seedDatabase } from "../../db/seed/seed-database";
import { ErrorJson } from "../../worker/api/v1/errors";
import { ask } from "../helpers/api-client";

const PARAMETERS = [
  "q",
  "city",
  "category",
  "tag",
  "when",
  "from",
  "to",
  "free",
  "lat",
  "lng",
  "radius",
  "sort",
  "cursor",
  "limit",
  "without",
  "lang",
];

/** Malicious and malformed values, percent-encoded. */
const HOSTILE = [
  "",
  "%00",
  "a%00b",
  "%",
  "%E0%A4%A",
  "%ED%A0%80",
  "%F0%9F%92%A3",
  "%FF%FE",
  "'",
  "%22",
  "'%20OR%201=1--",
  "%22%20OR%20(",
  "*",
  "***",
  "NEAR(a%20b)",
  "a%20AND%20NOT%20b",
  "title%3Aa",
  "%7Bx%7D%3Ay",
  "^a",
  "a*%20OR%20b",
  "-1",
  "0",
  "1e9",
  "1e999",
  "-1e999",
  "NaN",
  "Infinity",
  "0x10",
  "9007199254740993",
  "1.5",
  "null",
  "undefined",
  "true",
  "__proto__",
  "constructor",
  "[object%20Object]",
  "..%2F..%2Fetc%2Fpasswd",
  "%3Cscript%3Ealert(1)%3C/script%3E",
  "$%7B7*7%7D",
  "2026-02-30",
  "0000-00-00",
  "-271821-04-19",
  "%2B275760-09-13",
  "9999-12-31",
  "2026-12-08T00:00:00Z",
  "%E2%80%8C",
  "%E2%80%AE%E2%81%A6",
  "%D8%A1",
  "W10",
  "WyJkYXRlIiwxXQ",
  "WyJkYXRlIiwxZTk5OSwieCJd",
  "WyJwb3B1bGFyIiw5OTld",
  "WyJkYXRlIixudWxsLG51bGxd",
  "e30",
  "bnVsbA",
  "a".repeat(81),
  "a".repeat(5_000),
  "%D8%B4".repeat(1_000),
  "a%20".repeat(1_000),
  "(".repeat(500),
];

/** Seeded pseudo-random generator (mulberry32). */
function random(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Expects a list or a refusal with issues; never a server error. */
async function expectSense(path: string) {
  const response = await ask(path);
  const body: unknown = await response.json().catch(() => null);
  if (response.status === 200)
    return expect([path, v.is(EventListJson, body)]).toEqual([path, true]);
  expect([path.slice(0, 300), response.status]).toEqual([path.slice(0, 300), 400]);
  const { code, issues } = v.parse(ErrorJson, body);
  expect([path.slice(0, 300), code, issues?.length]).toEqual([
    path.slice(0, 300),
    "bad-request",
    expect.any(Number),
  ]);
  for (const issue of issues ?? []) {
    expect(PARAMETERS).toContain(issue.path);
    expect(issue.message).not.toMatch(/^errors:/);
  }
}

beforeAll(async () => {
  await seedDatabase(createDatabase(env.DB), Date.now());
});

describe("a hostile query", () => {
  it.each(PARAMETERS)("in %s gets a list or an error message", async (name) => {
    for (const value of HOSTILE) await expectSense(`/events?${name}=${value}`);
  });

  it("of many parameters gets one too", async () => {
    const next = random(20_261_208);
    const pick = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T;
    const sane = [
      "tehran",
      "Concert",
      "music",
      "week",
      "any",
      "35.7",
      "51.4",
      "25",
      "popular",
      "distance",
      "2026-12-08",
      "2027-01-01",
      "10",
      "1",
    ];
    for (let round = 0; round < 300; round++) {
      const query = Array.from(
        { length: 1 + Math.floor(next() * 6) },
        () => `${pick(PARAMETERS)}=${next() < 0.5 ? pick(sane) : pick(HOSTILE)}`,
      );
      await expectSense(`/events?${query.join("&")}`);
    }
  });

  it("of random bytes gets one too", async () => {
    const next = random(7);
    for (let round = 0; round < 200; round++) {
      const bytes = Array.from(
        { length: 1 + Math.floor(next() * 40) },
        () =>
          `%${Math.floor(next() * 256)
            .toString(16)
            .padStart(2, "0")}`,
      );
      await expectSense(`/events?${next() < 0.7 ? "q" : pickName(next)}=${bytes.join("")}`);
    }
  });

  it("cannot make the server search the whole earth", async () => {
    for (const position of [
      "lat=90&lng=0",
      "lat=-90&lng=180",
      "lat=89.99&lng=-180",
      "lat=0&lng=180",
    ])
      for (const radius of [1, 30, 200])
        await expectSense(
          `/events?${position}&radius=${radius}&when=any&limit=100&category=Concert&category=Music`,
        );
  });

  it("may name every category at once", async () => {
    const { items } = (await (await ask("/categories")).json()) as { items: { name: string }[] };
    const all = items.map(({ name }) => `category=${encodeURIComponent(name)}`).join("&");
    for (const more of [
      "",
      "&when=any",
      "&q=music",
      "&lat=35.7&lng=51.4&radius=200",
      "&tag=setar&city=tehran",
    ])
      await expectSense(`/events?${all}${more}`);
  });

  it("gets absurd values named", async () => {
    const issueOf = async (query: string) =>
      v.parse(ErrorJson, await (await ask(`/events?${query}`)).json()).issues;
    expect(await issueOf("radius=1000000000")).toEqual([
      { path: "radius", message: "Kilometres, from 1 to 200." },
    ]);
    expect(await issueOf("radius=1e999")).toEqual([
      { path: "radius", message: "Kilometres, from 1 to 200." },
    ]);
    expect(await issueOf(`q=${"a".repeat(5_000)}`)).toEqual([
      { path: "q", message: "At most 200 characters." },
    ]);
    expect(await issueOf("q=a%00b")).toEqual([
      { path: "q", message: "Control characters aren’t allowed." },
    ]);
    expect(await issueOf("q=***")).toEqual([{ path: "q", message: "Enter a word to search for." }]);
    expect(await issueOf("cursor=broken")).toEqual([
      { path: "cursor", message: "This cursor isn’t valid, or belongs to another order." },
    ]);
    expect(await issueOf("to=2026-12-01&from=2026-12-02")).toEqual([
      { path: "to", message: "The last day is before the first." },
    ]);
  });

  it("has its search operators treated as text", async () => {
    const { items } = (await (await ask("/events?q=%22setar%22%20OR%20(")).json()) as {
      items: unknown[];
    };
    expect(items.length).toBeGreaterThan(0);
  });
});

const pickName = (next: () => number) =>
  PARAMETERS[Math.floor(next() * PARAMETERS.length)] as string;

describe("a hostile path", () => {
  it.each([
    ["parts", "/a".repeat(4_000)],
    ["slashes", "/".repeat(6_000)],
    ["parts below a page", `/events${"/a".repeat(3_000)}`],
    ["parts of data", `${"/a".repeat(3_000)}.data`],
    ["parts of the API", `/api/v1${"/a".repeat(3_000)}`],
    ["32 parts", "/a".repeat(32)],
  ])("of many %s gets no page [S-203]", async (_, path) => {
    const response = await SELF.fetch(`https://rooydad.test${path}`, { redirect: "manual" });
    expect([response.status, await response.text()]).toEqual([404, "Not Found"]);
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
  });

  it("asks for the routes of as many links as a page has, and of no more [S-204]", async () => {
    const statusOf = async (links: number) => {
      const asked = Array.from({ length: links }, (_, at) => `p=/x${at}`).join("&");
      return (await SELF.fetch(`https://rooydad.test/__manifest?version=none&${asked}`)).status;
    };
    // 204: a browser of another release loads the page anew.
    expect([await statusOf(128), await statusOf(129)]).toEqual([204, 400]);
  });

  it("of fewer parts gets the page of what is not found", async () => {
    const response = await SELF.fetch(`https://rooydad.test${"/a".repeat(31)}`);
    expect([response.status, response.headers.get("Content-Type")]).toEqual([
      404,
      "text/html; charset=utf-8",
    ]);
  });
});
