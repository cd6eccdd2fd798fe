import * as v from "valibot";
import { SOURCE_KINDS, SOURCE_STATUSES, TRUST_LEVELS } from "../../../../db/schema";
import { CATEGORY_NAMES } from "../../../lib/event/categories";

/** Minutes between two checks that staff can choose: 30 minutes to a week. */
export const INTERVALS = [30, 60, 180, 360, 720, 1_440, 10_080] as const;

const line = (max: number) =>
  v.pipe(v.string(), v.trim(), v.maxLength(max, "errors:issue.tooLong"));
const lineOrNull = (max: number) =>
  v.pipe(
    v.nullish(line(max), null),
    v.transform((text) => text || null),
  );
const CitySlug = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,80}$/, "errors:issue.city"));

/**
 * A source as staff enter it. `cities` are slugs: items that name none of them belong to the first.
 */
export const SourceInput = v.strictObject({
  name: v.pipe(line(80), v.minLength(2, "errors:issue.value")),
  kind: v.picklist(SOURCE_KINDS, "errors:issue.value"),
  url: v.pipe(
    line(1_000),
    v.url("errors:issue.webAddress"),
    v.regex(/^(https?|webcal|feed):/i, "errors:issue.webAddress"),
  ),
  cities: v.pipe(
    v.array(CitySlug, "errors:issue.city"),
    v.minLength(1, "errors:issue.city"),
    v.maxLength(30, "errors:issue.city"),
  ),
  everyMinutes: v.picklist(INTERVALS, "errors:issue.value"),
  trust: v.optional(v.picklist(TRUST_LEVELS, "errors:issue.value"), "trial"),
  status: v.optional(v.picklist(SOURCE_STATUSES, "errors:issue.value"), "active"),
  venue: lineOrNull(120),
  organizer: lineOrNull(120),
  category: v.nullish(v.picklist(CATEGORY_NAMES, "errors:issue.category"), null),
  language: v.nullish(v.picklist(["en", "fa"], "errors:issue.value"), null),
});
export type SourceInput = v.InferOutput<typeof SourceInput>;

/** As `SourceInput`; `version` is the version that was seen. */
export const SourceUpdate = v.strictObject({
  ...SourceInput.entries,
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
export type SourceUpdate = v.InferOutput<typeof SourceUpdate>;
