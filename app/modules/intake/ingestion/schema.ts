import * as v from "valibot";
import { CATEGORY_NAMES } from "../../../lib/event/categories";
import type { ValueOf } from "../../../lib/event/event-fields";
import { ANSWER_FIELD_NAMES, type AnswerFieldName } from "../../../lib/event/field-groups";
import { webUrl } from "../../../lib/http/web-url";
import { cleanLine, cleanLines } from "../../../lib/text/clean-text";
import { FIELD_INPUTS } from "../../authoring/schema";
import { FileAddress } from "../../media/media-files";
import { ScheduleInput } from "../../schedule/schedule-schema";
import { AI_PROVIDERS } from "./prompt";
import { BULK_MAX } from "./wizard";

const Month = v.pipe(v.string(), v.regex(/^(199\d|20\d\d)-(0[1-9]|1[0-2])$/, "errors:issue.month"));
const CitySlug = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,80}$/, "errors:issue.city"));
const Category = v.picklist(CATEGORY_NAMES, "errors:issue.category");

/** `POST /admin/ingestion/parse` (decisions.md §11). */
export const ParseRequest = v.strictObject({
  city: CitySlug,
  month: Month,
  rawResponse: v.string(),
});
export type ParseRequest = v.InferOutput<typeof ParseRequest>;

/**
 * Input of a run (product.md §3). `events` come from `parse`, corrected or not; without them the
 * answer is parsed.
 */
export const StartRun = v.strictObject({
  source: v.optional(v.literal("ai-agent"), "ai-agent"),
  city: CitySlug,
  rawResponse: v.optional(v.string(), ""),
  events: v.optional(v.array(v.unknown()), () => []),
  config: v.optional(v.object({ categories: v.optional(v.array(Category), () => []) }), () => ({
    categories: [],
  })),
  metadata: v.object({
    month: Month,
    aiProvider: v.picklist(AI_PROVIDERS),
    // The client's count; the server counts the events itself.
    eventsCount: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  }),
});
export type StartRun = v.InferOutput<typeof StartRun>;

const CandidateId = v.pipe(v.string(), v.toLowerCase(), v.uuid());
const CandidateIds = v.pipe(
  v.array(CandidateId, "errors:issue.candidates"),
  v.transform((ids) => [...new Set(ids)]),
  v.minLength(1, "errors:issue.candidates"),
  v.maxLength(BULK_MAX, "errors:issue.candidates"),
);
export const BulkApproval = v.strictObject({ candidateIds: CandidateIds });

const text = (max: number, clean: (text: string) => string) =>
  v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.maxLength(max, "errors:issue.tooLong"),
        v.transform((given) => clean(given) || null),
      ),
    ),
  );
/** Higher than any limit in the settings. */
const FLOOD = 20_000;
const Line = text(FLOOD, cleanLine);
const Lines = text(FLOOD, cleanLines);
const isDay = (day: string): boolean =>
  !Number.isNaN(Date.parse(`${day}T00:00Z`)) &&
  new Date(`${day}T00:00Z`).toISOString().startsWith(day);
const Day = v.optional(
  v.nullable(
    v.pipe(
      v.string(),
      v.regex(/^\d{4}-\d{2}-\d{2}$/, "errors:issue.day"),
      v.check(isDay, "errors:issue.day"),
    ),
  ),
);
const Time = v.optional(
  v.nullable(v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "errors:issue.noSuchTime"))),
);
const Degrees = (most: number, message: string) =>
  v.optional(
    v.nullable(v.pipe(v.number(message), v.minValue(-most, message), v.maxValue(most, message))),
  );

type AnswerUpdates = {
  [K in AnswerFieldName]: v.OptionalSchema<v.GenericSchema<ValueOf<K>>, undefined>;
};
const ANSWER_UPDATES = Object.fromEntries(
  ANSWER_FIELD_NAMES.map((name) => [name, v.optional(FIELD_INPUTS[name].wrapped)]),
) as unknown as AnswerUpdates;

/**
 * An editor's changes to a candidate; omitted fields stay. `version` is the version that the editor
 * saw.
 */
export const CandidateUpdate = v.strictObject({
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  title: Line,
  titleFa: Line,
  description: Lines,
  descriptionFa: Lines,
  category: v.optional(v.nullable(Category)),
  date: Day,
  time: Time,
  endDate: Day,
  endTime: Time,
  /** Several dates; day and hours follow from it. */
  schedule: v.optional(v.nullable(ScheduleInput)),
  price: v.optional(
    v.nullable(
      v.pipe(
        v.number("errors:issue.price"),
        v.minValue(0, "errors:issue.price"),
        v.maxValue(1_000_000_000_000, "errors:issue.price"),
      ),
    ),
  ),
  currency: v.optional(
    v.nullable(v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z]{3}$/, "errors:issue.currency"))),
  ),
  free: v.optional(v.nullable(v.boolean())),
  venue: Line,
  venueFa: Line,
  address: Line,
  addressFa: Line,
  latitude: Degrees(90, "errors:issue.latitude"),
  longitude: Degrees(180, "errors:issue.longitude"),
  url: v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.trim(),
        v.maxLength(2_000, "errors:issue.tooLong"),
        v.check((url) => webUrl(url) !== null, "errors:issue.webAddress"),
      ),
    ),
  ),
  imageUrl: v.optional(v.nullable(FileAddress)),
  organizer: Line,
  tags: v.optional(
    v.pipe(
      v.array(
        v.pipe(
          v.string(),
          v.maxLength(FLOOD),
          v.transform(cleanLine),
          v.maxLength(40, "errors:issue.tag"),
        ),
      ),
      v.maxLength(10, "errors:issue.tags"),
    ),
  ),
  ...ANSWER_UPDATES,
});
export type CandidateUpdate = v.InferOutput<typeof CandidateUpdate>;
