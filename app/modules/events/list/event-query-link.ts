import { findCategory } from "../../../lib/event/categories";
import { writeBounds } from "../../../lib/geo/bounds";
import { ALL_CITIES } from "../../../lib/paths";
import { writeAges } from "../../search/ages";
import { type EventQuery, LIST_LIMIT } from "../schema";

/** A query as URL parameters (schema.ts parses them): only set and known ones. */
export function eventQueryParams({
  latitude,
  longitude,
  bounds,
  categories,
  traits,
  age,
  times,
  limit,
  everywhere,
  ...query
}: EventQuery) {
  return {
    ...query,
    city: everywhere ? ALL_CITIES : query.city,
    category: categories.map((name) => findCategory(name)?.slug ?? name),
    trait: traits.length > 0 ? traits.join(",") : null,
    time: times,
    age: age && writeAges(age),
    lat: latitude,
    lng: longitude,
    bbox: bounds && writeBounds(bounds),
    limit: limit === LIST_LIMIT ? null : limit,
  };
}
