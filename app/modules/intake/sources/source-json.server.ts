import * as v from "valibot";
import { CHECK_STATUSES, SOURCE_KINDS, SOURCE_STATUSES, TRUST_LEVELS } from "../../../../db/schema";
import type { City } from "../../cities/queries.server";
import { reliabilityOf, type SourceRow } from "./queries.server";

const Text = v.nullable(v.string());
const Count = v.pipe(v.number(), v.integer());

/** A monitored source with its health. */
export const SourceJson = v.pipe(
  v.object({
    id: v.string(),
    name: v.string(),
    kind: v.picklist(SOURCE_KINDS),
    url: v.string(),
    cities: v.array(v.string()),
    everyMinutes: Count,
    trust: v.picklist(TRUST_LEVELS),
    status: v.picklist(SOURCE_STATUSES),
    venue: Text,
    organizer: Text,
    category: Text,
    language: Text,
    lastCheckedAt: Text,
    lastStatus: v.nullable(v.picklist(CHECK_STATUSES)),
    lastError: Text,
    lastItems: Count,
    failures: Count,
    nextCheckAt: v.string(),
    decisions: Count,
    reliability: v.nullable(v.number()),
    version: Count,
  }),
  v.metadata({ ref: "Source" }),
);
export type SourceJson = v.InferOutput<typeof SourceJson>;

/** Result of a dry run. */
export const SourceDryRunJson = v.pipe(
  v.object({
    reason: Text,
    items: v.array(
      v.object({
        title: v.string(),
        date: Text,
        time: Text,
        venue: Text,
        isCancelled: v.boolean(),
        isKnown: v.boolean(),
      }),
    ),
    leftOut: Count,
    unread: Count,
  }),
  v.metadata({ ref: "SourceDryRun" }),
);

export function sourceJson(source: SourceRow, cities: ReadonlyMap<string, City>): SourceJson {
  const { decisions, share } = reliabilityOf(source);
  return {
    id: source.id,
    name: source.name,
    kind: source.kind,
    url: source.url,
    cities: [source.cityId, ...source.otherCityIds].flatMap((id) => cities.get(id)?.slug ?? []),
    everyMinutes: source.everyMinutes,
    trust: source.trust,
    status: source.status,
    venue: source.venue,
    organizer: source.organizer,
    category: source.category,
    language: source.language,
    lastCheckedAt:
      source.lastCheckedAt === null ? null : new Date(source.lastCheckedAt).toISOString(),
    lastStatus: source.lastStatus,
    lastError: source.lastError,
    lastItems: source.lastItems,
    failures: source.failures,
    nextCheckAt: new Date(source.dueAt).toISOString(),
    decisions,
    reliability: share,
    version: source.version,
  };
}
