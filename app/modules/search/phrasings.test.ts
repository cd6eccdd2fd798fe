import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { SAMPLE_PHRASINGS } from "../../../db/seed/sample-phrasings";
import { CATEGORIES } from "../../lib/event/categories";
import { ACCESSIBILITY, TRAITS } from "../../lib/event/event-fields";
import { readTsv } from "../../lib/text/csv";
import { rulePhrasings } from "./phrasings";
import { readPhrasings } from "./renew-phrasings.server";

const EVENT = {
  categories: ["Comedy"],
  traits: [],
  price: 0,
} as unknown as Parameters<typeof rulePhrasings>[0];

it("every kind of the rules is one that events have, and every category has a rule", () => {
  const kinds = readTsv(readFileSync("data/phrasing-rules.tsv", "utf8")).map(([kind]) => kind);
  const known = [
    ...CATEGORIES.map(({ slug }) => `category:${slug}`),
    ...[...TRAITS, ...ACCESSIBILITY].map((key) => `trait:${key}`),
    ...["free", "morning", "evening"],
  ];
  expect(kinds.filter((kind) => !known.includes(kind ?? ""))).toEqual([]);
  expect(new Set(kinds).size).toBe(kinds.length);
  for (const { slug } of CATEGORIES) expect(kinds).toContain(`category:${slug}`);
});

it("an event gets the phrasings of its categories, price and hour", () => {
  const evening = rulePhrasings(EVENT, 20 * 60).split("\n");
  expect(evening).toEqual(expect.arrayContaining(["بریم بخندیم", "make me laugh", "free stuff"]));
  expect(evening).toContain("after work plan");
  expect(rulePhrasings(EVENT, 7 * 60).split("\n")).toContain("before work");
  expect(rulePhrasings({ ...EVENT, price: 5 }, 0)).not.toContain("free stuff");
});

it("every sample event has 15 to 30 phrasings", () => {
  expect(SAMPLE_PHRASINGS.size).toBeGreaterThan(260);
  for (const [event, phrasings] of SAMPLE_PHRASINGS)
    expect([event, phrasings.length >= 15 && phrasings.length <= 30]).toEqual([event, true]);
});

it("an answer is read line by line, without numbers, bullets and what is no query", () => {
  expect(
    readPhrasings(`1. کنسرت بریم\n- live gig\n۲) live gig\n\n${"x".repeat(81)}\n* ok!`),
  ).toEqual(["کنسرت بریم", "live gig", "ok!"]);
});
