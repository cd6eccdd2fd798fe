import { describe, expect, it } from "vitest";
import { FILTER_KEYS } from "../../../lib/event/event-fields";
import { searchKey } from "../../../lib/text/search-text";
import { intentTable, readIntents } from "./read-intents";

const keys = (query: string) =>
  readIntents(
    searchKey(query).split(" ").filter(Boolean),
    (words) => words.join(" ") === "social network",
    () => false,
  ).map(({ intent }) => intent.key);

describe("readIntents", () => {
  it.each([
    ["یه برنامه آروم با مامانم", ["quiet", "parents"]],
    ["somewhere quiet to sit and listen", ["quiet", "listen"]],
    ["کجا با دوستام بریم", ["friends"]],
    ["date for book lovers", ["romantic", "book-lovers"]],
    ["romantic garden concert", ["romantic"]],
    ["برنامه برای مهمان خارجی", ["foreign-guest"]],
    ["easy hike for beginners", ["beginner", "beginner"]],
    ["روز بارونی", ["indoor"]],
    ["wheelchair accessible concert", ["wheelchair"]],
    ["nothing too loud", ["quiet"]],
    ["nothing loud tehran", ["quiet"]],
    ["nothing noisy", ["quiet"]],
    ["nothing too crowded", ["quiet"]],
    ["نه خیلی شلوغ", ["quiet"]],
    ["барои модаркалон", ["parents"]],
    ["барои падаркалонам", ["parents"]],
    ["волидон", ["parents"]],
    ["much ado about nothing", []],
    ["social network", []],
    ["setar", []],
    ["", []],
  ])("%s", (query, expected) => {
    expect(keys(query)).toEqual(expected);
  });

  it("has facets that exist", () => {
    const table = intentTable();
    const all = [...table.keys()].flatMap((key) => table.get(key) ?? []);
    const traits = new Set(all.flatMap((intent) => intent.traits.map(({ trait }) => trait)));
    expect([...traits].filter((trait) => !FILTER_KEYS.includes(trait))).toEqual([]);
    expect(all.filter((intent) => intent.traits.length + intent.categories.length === 0)).toEqual(
      [],
    );
  });
});
