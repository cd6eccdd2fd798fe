import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { hashSeed } from "../../lib/drawing/girih";
import { hostEmblem } from "./host-emblem";

const venues: { key: string; city: string }[] = JSON.parse(
  readFileSync("db/seed/venues.json", "utf8"),
);

it("is a venue's own building where we have its silhouette", () => {
  const city = { slug: "shiraz" };
  expect(hostEmblem({ id: "a", slug: "hafezieh", city })).toBe("/covers/city/shiraz.svg");
  expect(hostEmblem({ id: "a", slug: "hafezieh", city: { slug: "tehran" } })).toMatch(/square/);
});

it("differs between any two venues of a city", () => {
  const drawn = venues.map(({ key: slug, city }) => {
    const id = hashSeed(slug).toString(16);
    return `${city} ${hostEmblem({ id, slug, city: { slug: city } })}`;
  });
  expect(drawn.length).toBeGreaterThan(90);
  expect(new Set(drawn).size).toBe(drawn.length);
});
