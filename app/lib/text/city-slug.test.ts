import { describe, expect, it } from "vitest";
import { isCitySlug, slugOf } from "./city-slug";

describe("a city's slug", () => {
  it.each([
    ["São Tomé", "sao-tome"],
    ["Khorramabad", "khorramabad"],
    ["  L’Aquila – Centro ", "laquila-centro"],
    ["تهران", ""],
  ])("of %j is %j", (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  it.each([
    ["sao-tome", true],
    ["new", false],
    ["search", false],
    ["Tehran", false],
    ["a--b", false],
    ["-a", false],
    ["", false],
    ["a".repeat(61), false],
  ])("validates %j as %s", (slug, expected) => {
    expect(isCitySlug(slug)).toBe(expected);
  });
});
