import { findCategory } from "./categories";
import { type EventQuery, LIST_LIMIT } from "./schema";

/** A query as the parameters that say it (schema.ts reads them back): only what is asked for, and nothing that is not ours. */
export function eventQueryParams({ latitude, longitude, categories, limit, ...query }: EventQuery) {
  return {
    ...query,
    category: categories.map((name) => findCategory(name)?.slug ?? name),
    lat: latitude,
    lng: longitude,
    limit: limit === LIST_LIMIT ? null : limit,
  };
}
