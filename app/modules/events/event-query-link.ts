import { writeAges } from "../search/ages";
import { findCategory } from "./categories";
import { type EventQuery, LIST_LIMIT } from "./schema";

/** A query as URL parameters (schema.ts parses them): only set and known ones. */
export function eventQueryParams({ latitude, longitude, categories, traits, age, limit, ...query }: EventQuery) {
  return {
    ...query,
    category: categories.map((name) => findCategory(name)?.slug ?? name),
    trait: traits.length > 0 ? traits.join(",") : null,
    age: age && writeAges(age),
    lat: latitude,
    lng: longitude,
    limit: limit === LIST_LIMIT ? null : limit,
  };
}
