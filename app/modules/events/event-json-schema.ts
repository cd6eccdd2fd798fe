import * as v from "valibot";
import { LocalizedTextJson, OptionalTextJson } from "../../i18n/localized-json";
import { CATEGORY_NAMES } from "../../lib/event/categories";
import {
  type EVENT_FIELDS,
  type EventFieldName,
  type FieldMakers,
  IMAGE_FOCUSES,
  mapFields,
  pickFields,
  type TraitKey,
  type ValueOf,
} from "../../lib/event/event-fields";
import { PUBLIC_FIELD_NAMES, TEXT_PATHS } from "../../lib/event/field-groups";
import { OCCURRENCE_STATUSES } from "../../lib/event/schedule";
import { listJson } from "../../lib/text/list-json";
import { UNDERSTOOD_KINDS } from "../search/read-query/understood";

const IsoInstant = v.pipe(v.string(), v.isoTimestamp());

const EventCityJson = v.pipe(
  v.object({ slug: v.string(), name: LocalizedTextJson }),
  v.metadata({ ref: "EventCity" }),
);
const CreatorJson = v.pipe(
  v.object({ id: v.string(), displayName: v.string() }),
  v.metadata({ ref: "Creator" }),
);

/** A schedule in wall time of the event's zone; decisions.md §3 has its parts. */
const ScheduleJson = v.pipe(
  v.looseObject({
    kind: v.picklist(["single", "dates", "rule", "openingHours"]),
    allDay: v.boolean(),
  }),
  v.metadata({ ref: "Schedule" }),
);

/** A field in JSON, by its type; city and times have a form of their own. */
const JSON_OF_TYPE = {
  text: () => OptionalTextJson,
  city: () => EventCityJson,
  time: () => IsoInstant,
  degrees: () => v.nullable(v.number()),
  allDay: () => v.boolean(),
  schedule: () => v.nullable(ScheduleJson),
  price: () => v.nullable(v.number()),
  currency: () => v.string(),
  integer: () => v.nullable(v.pipe(v.number(), v.integer())),
  choices: (_name: string, { options }: { options: readonly TraitKey[] }) =>
    v.array(v.picklist(options)),
  choice: (
    _name: string,
    { options, initial }: { options: readonly string[]; initial?: string },
  ) => {
    const key = v.picklist(options);
    return initial === undefined ? v.nullable(key) : key;
  },
  boolean: () => v.boolean(),
  url: () => v.nullable(v.string()),
  file: () => v.nullable(v.string()),
  focus: () => v.picklist(IMAGE_FOCUSES),
  categories: () => v.array(v.string()),
  tags: () => v.array(v.string()),
};
type JsonEntries = {
  [K in EventFieldName]: (typeof EVENT_FIELDS)[K] extends { type: "choice" }
    ? v.GenericSchema<ValueOf<K>>
    : ReturnType<(typeof JSON_OF_TYPE)[(typeof EVENT_FIELDS)[K]["type"]]>;
};
export const FIELD_JSON = mapFields(
  JSON_OF_TYPE as FieldMakers<Record<EventFieldName, unknown>>,
) as JsonEntries;
// The order of the fields in an answer never changes: those without a place of their own follow
// `currency`.
const {
  title: _title,
  description: _description,
  venue: _venue,
  address,
  organizer,
  latitude,
  longitude,
  city,
  startsAt,
  endsAt,
  allDay,
  imageUrl,
  imageFocus,
  categories,
  tags,
  ...plainFields
} = pickFields(FIELD_JSON, PUBLIC_FIELD_NAMES);

/** One date of an event. Note, price and ticket link are null where they are the event's. */
export const OccurrenceJson = v.pipe(
  v.object({
    at: v.string(),
    startsAt: IsoInstant,
    endsAt: IsoInstant,
    status: v.picklist(OCCURRENCE_STATUSES),
    previousStartsAt: v.nullable(IsoInstant),
    note: OptionalTextJson,
    price: v.nullable(v.number()),
    ticketUrl: v.nullable(v.string()),
  }),
  v.metadata({ ref: "Occurrence" }),
);
export type OccurrenceJson = v.InferOutput<typeof OccurrenceJson>;
export const OccurrenceListJson = listJson("OccurrenceList", OccurrenceJson);

/** An event in JSON (decisions.md §12). */
export const EventJson = v.pipe(
  v.object({
    id: v.pipe(v.string(), v.uuid()),
    /** Its page. */
    url: v.pipe(v.string(), v.url()),
    title: LocalizedTextJson,
    description: LocalizedTextJson,
    venue: LocalizedTextJson,
    address,
    latitude,
    longitude,
    city,
    startsAt,
    endsAt,
    timeZone: v.string(),
    allDay,
    ...plainFields,
    /** Null for readers who may not see it: docs/decisions/event-fields.md. */
    onlineUrl: FIELD_JSON.onlineUrl,
    imageUrl,
    imageFocus,
    categories,
    tags,
    organizer,
    status: v.picklist(["draft", "pending", "approved", "rejected", "flagged"]),
    lifecycle: v.picklist(["scheduled", "postponed", "cancelled"]),
    isFeatured: v.boolean(),
    isActive: v.boolean(),
    viewCount: v.pipe(v.number(), v.integer()),
    interactionCount: v.pipe(v.number(), v.integer()),
    creator: v.nullable(CreatorJson),
    /** Machine-translated texts without a person's confirmation. */
    machineTranslated: v.array(v.picklist(TEXT_PATHS)),
    createdAt: IsoInstant,
    updatedAt: IsoInstant,
    /** Of a single event, the next ones; lists leave them out. */
    occurrences: v.optional(v.array(OccurrenceJson)),
  }),
  v.metadata({ ref: "Event" }),
);
export type EventJson = v.InferOutput<typeof EventJson>;

const Count = v.pipe(v.number(), v.integer());
const Kind = v.picklist(UNDERSTOOD_KINDS);

const UnderstoodFilterJson = v.pipe(
  v.object({ kind: Kind, words: v.string(), value: v.unknown() }),
  v.metadata({ ref: "UnderstoodFilter" }),
);
const WordChangeJson = v.pipe(
  v.object({
    kind: v.picklist(["layout", "joined", "transliteration", "spelling"]),
    from: v.string(),
    to: v.string(),
  }),
  v.metadata({ ref: "WordChange" }),
);
const CorrectedQueryJson = v.pipe(
  v.object({ query: v.string(), changes: v.array(WordChangeJson) }),
  v.metadata({ ref: "CorrectedQuery" }),
);
const RelaxedPartJson = v.pipe(
  v.object({
    kind: v.picklist(["category", "words", "fewer", "literal"]),
    words: v.array(v.string()),
    filters: v.array(Kind),
    count: Count,
    isExact: v.boolean(),
  }),
  v.metadata({ ref: "RelaxedPart" }),
);
const SearchCountsJson = v.pipe(
  v.object({ matching: Count, isExact: v.boolean(), listed: Count }),
  v.metadata({ ref: "SearchCounts" }),
);
const SearchAlternativeJson = v.pipe(
  v.object({ query: v.string(), count: Count, isExact: v.boolean() }),
  v.metadata({ ref: "SearchAlternative" }),
);

/** A page of events, and how its words were read. */
export const EventListJson = v.pipe(
  v.object({
    ...listJson("EventList", EventJson).entries,
    understood: v.array(UnderstoodFilterJson),
    corrected: v.nullable(CorrectedQueryJson),
    leftOut: v.array(v.string()),
    relaxed: v.array(RelaxedPartJson),
    counts: v.nullable(SearchCountsJson),
    alternatives: v.array(SearchAlternativeJson),
  }),
  v.metadata({ ref: "EventList" }),
);
export type EventListJson = v.InferOutput<typeof EventListJson>;

/** A category in JSON: its colour family and colour are those of the look. */
export const CategoryJson = v.pipe(
  v.object({
    name: v.picklist(CATEGORY_NAMES),
    slug: v.string(),
    label: v.pipe(v.object({ en: v.string(), fa: v.string() }), v.metadata({ ref: "Label" })),
    colorFamily: v.string(),
    color: v.pipe(v.string(), v.hexColor()),
    upcomingEventCount: v.pipe(v.number(), v.integer()),
  }),
  v.metadata({ ref: "Category" }),
);
export type CategoryJson = v.InferOutput<typeof CategoryJson>;

export const CategoryListJson = listJson("CategoryList", CategoryJson);
