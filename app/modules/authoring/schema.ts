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
import { OWN_FIELD_NAMES, TEXT_PATHS } from "../../lib/event/field-groups";
import { webUrl } from "../../lib/http/web-url";
import { cleanLine, cleanLines } from "../../lib/text/clean-text";
import { EventJson, FIELD_JSON } from "../events/event-json-schema";
import { PictureInput } from "../media/media-files";
import { ScheduleInput } from "../schedule/schedule-schema";

import { PLAN_SCOPES } from "./plan-times";

/** Higher than any limit in the settings; rejects excessive input early. */
const FLOOD = 20_000;
const URL_MAX = 2_000;
const TAGS_MAX = 10;
const TAG_MAX = 40;
const CATEGORIES_MAX = 5;
const PRICE_MAX = 1_000_000_000_000;

const orNull = (text: string): string | null => text || null;
const Line = v.pipe(
  v.string(),
  v.maxLength(FLOOD, "errors:issue.tooLong"),
  v.transform(cleanLine),
  v.transform(orNull),
);
const Lines = v.pipe(
  v.string(),
  v.maxLength(FLOOD, "errors:issue.tooLong"),
  v.transform(cleanLines),
  v.transform(orNull),
);

const written = <S extends typeof Line>(text: S) =>
  v.optional(
    v.strictObject({
      en: v.optional(v.nullable(text), null),
      fa: v.optional(v.nullable(text), null),
    }),
    () => ({
      en: null,
      fa: null,
    }),
  );

/** An ISO 8601 instant, or the city's wall time if it has no offset. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:?\d{2})?$/;
const Instant = v.pipe(v.string(), v.trim(), v.regex(INSTANT, "errors:issue.instant"));

const isWebUrl = (text: string) => webUrl(text) !== null;
/** A web address: http or https alone. */
const WebAddress = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(URL_MAX, "errors:issue.tooLong"),
  v.check(isWebUrl, "errors:issue.webAddress"),
);
/**
 * Another site's page that people are sent to with something secret, such as the link of a meeting.
 */
const SecureAddress = v.pipe(
  WebAddress,
  v.check((text) => webUrl(text)?.protocol === "https:", "errors:issue.secureAddress"),
);
const unique = <T>(list: T[]): T[] => [...new Set(list)];
const Tag = v.pipe(
  v.string(),
  v.maxLength(FLOOD),
  v.transform(cleanLine),
  v.maxLength(TAG_MAX, "errors:issue.tag"),
);

const orNone = <S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(schema), null);
const between = (min: number, max: number, message: string) =>
  v.pipe(v.number(), v.minValue(min, message), v.maxValue(max, message));

/** A city by its slug, or as answers carry it. */
const CitySlug = v.pipe(
  v.union([v.string(), v.looseObject({ slug: v.string() })]),
  v.transform((city) => (typeof city === "string" ? city : city.slug)),
  v.regex(/^[a-z0-9-]{1,80}$/, "errors:issue.city"),
);

/** Input schema per field type. */
const INPUT_OF_TYPE = {
  text: (_name: string, { isLong }: { isLong?: true }) => written(isLong ? Lines : Line),
  city: () => orNone(CitySlug),
  degrees: (name: string, { most }: { most: number }) =>
    orNone(between(-most, most, `errors:issue.${name}`)),
  time: () => orNone(Instant),
  allDay: () => v.optional(v.boolean(), false),
  schedule: () => orNone(ScheduleInput),
  price: () =>
    orNone(
      v.pipe(
        v.number("errors:issue.price"),
        v.minValue(0, "errors:issue.price"),
        v.maxValue(PRICE_MAX, "errors:issue.price"),
      ),
    ),
  currency: () =>
    orNone(v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z]{3}$/, "errors:issue.currency"))),
  integer: (_name: string, { min, max }: { min: number; max: number }) =>
    orNone(
      v.pipe(
        v.number("errors:issue.wholeNumber"),
        v.integer("errors:issue.wholeNumber"),
        v.minValue(min, "errors:issue.wholeNumber"),
        v.maxValue(max, "errors:issue.wholeNumber"),
      ),
    ),
  choices: (_name: string, { options }: { options: readonly TraitKey[] }) =>
    v.optional(
      v.pipe(
        v.array(v.picklist(options, "errors:issue.value")),
        v.transform((keys) => options.filter((key) => keys.includes(key))),
      ),
      () => [],
    ),
  choice: (
    _name: string,
    { options, initial }: { options: readonly string[]; initial?: string },
  ) => {
    const key = v.picklist(options, "errors:issue.value");
    return initial === undefined ? orNone(key) : v.optional(key, initial);
  },
  boolean: () => v.optional(v.boolean("errors:issue.value"), false),
  url: (_name: string, { isSecure }: { isSecure?: true }) =>
    orNone(isSecure ? SecureAddress : WebAddress),
  file: () => orNone(PictureInput),
  focus: () => v.optional(v.picklist(IMAGE_FOCUSES, "errors:issue.value"), "center"),
  categories: () =>
    v.optional(
      v.pipe(
        v.array(v.picklist(CATEGORY_NAMES, "errors:issue.category")),
        v.transform(unique),
        v.maxLength(CATEGORIES_MAX, "errors:issue.categories"),
      ),
      () => [],
    ),
  tags: () =>
    v.optional(
      v.pipe(
        v.array(Tag),
        v.transform((tags) => unique(tags.filter(Boolean))),
        v.maxLength(TAGS_MAX, "errors:issue.tags"),
      ),
      () => [],
    ),
};
type InputEntries = {
  [K in EventFieldName]: (typeof EVENT_FIELDS)[K] extends { type: "choice" }
    ? v.OptionalSchema<v.GenericSchema<ValueOf<K>>, ValueOf<K>>
    : ReturnType<(typeof INPUT_OF_TYPE)[(typeof EVENT_FIELDS)[K]["type"]]>;
};
/** Input schema per field, for authors and imports. */
export const FIELD_INPUTS = mapFields(
  INPUT_OF_TYPE as FieldMakers<Record<EventFieldName, unknown>>,
) as InputEntries;

/**
 * Values of an event in the names of its JSON (decisions.md §12). Unknown fields are rejected (ASVS
 * 15.3.3).
 */
export const EventInput = v.strictObject(FIELD_INPUTS);
export type EventInput = v.InferOutput<typeof EventInput>;

/** Maximum counts and lengths. */
export const AUTHORING_LIMITS = {
  categories: CATEGORIES_MAX,
  tags: TAGS_MAX,
  tag: TAG_MAX,
  url: URL_MAX,
} as const;

/** Length of the message to those who saved an event, characters (decisions.md §3). */
export const MESSAGE_LENGTH = { min: 10, max: 500 } as const;
const characters = (text: string) => [...text].length;
export const PlanMessage = v.pipe(
  v.string("errors:issue.planMessage"),
  v.maxLength(FLOOD, "errors:issue.planMessage"),
  v.transform(cleanLines),
  v.check(
    (text) => characters(text) >= MESSAGE_LENGTH.min && characters(text) <= MESSAGE_LENGTH.max,
    "errors:issue.planMessage",
  ),
);

/**
 * A change of plan: "scheduled" with `startsAt` moves the event, without it reinstates it. `at`
 * names a date of a series by its original start; it may be "sold-out", which notifies no one and
 * needs no message, as "scheduled" after it.
 */
export const LifecycleInput = v.strictObject({
  lifecycle: v.picklist(
    ["scheduled", "postponed", "cancelled", "sold-out"],
    "errors:issue.lifecycle",
  ),
  message: v.optional(PlanMessage),
  startsAt: v.optional(v.nullable(Instant), null),
  endsAt: v.optional(v.nullable(Instant), null),
  at: v.optional(
    v.nullable(
      v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, "errors:issue.noSuchTime")),
    ),
    null,
  ),
  scope: v.optional(v.picklist(PLAN_SCOPES, "errors:issue.value")),
});
export type LifecycleInput = v.InferOutput<typeof LifecycleInput>;

const LANGUAGES = ["en", "fa"] as const;
/** The language that a draft lacks. */
export const LanguageInput = v.strictObject({
  language: v.picklist(LANGUAGES, "errors:issue.value"),
});
/** Texts that a person found right as a machine translated them. */
export const ConfirmationInput = v.strictObject({
  fields: v.pipe(
    v.array(v.picklist(TEXT_PATHS, "errors:issue.value")),
    v.minLength(1, "errors:issue.value"),
  ),
});

const { city: _city, startsAt, endsAt, ...others } = EventJson.entries;

/** A pending or rejected edit, in the names of the event's JSON. */
const RevisionJson = v.pipe(
  v.object({
    status: v.picklist(["pending", "rejected"]),
    rejectionReason: v.nullable(v.string()),
    values: v.record(v.string(), v.unknown()),
    updatedAt: v.string(),
  }),
  v.metadata({ ref: "Revision" }),
);

/**
 * An event as its creator and staff get it; missing values of a draft are null (decisions.md §12).
 */
export const OwnEventJson = v.pipe(
  v.object({
    ...others,
    title: LocalizedTextJson,
    description: OptionalTextJson,
    venue: OptionalTextJson,
    city: v.nullable(EventJson.entries.city),
    startsAt: v.nullable(startsAt),
    endsAt: v.nullable(endsAt),
    timeZone: v.nullable(v.string()),
    currency: v.nullable(v.string()),
    ...pickFields(FIELD_JSON, OWN_FIELD_NAMES),
    rejectionReason: v.nullable(v.string()),
    flagCount: v.pipe(v.number(), v.integer()),
    pendingRevision: v.nullable(RevisionJson),
    /** The language that editors add, while a draft is handed over to them. */
    needsLanguage: v.nullable(v.picklist(LANGUAGES)),
    version: v.pipe(v.number(), v.integer()),
  }),
  v.metadata({ ref: "OwnEvent" }),
);
export type OwnEventJson = v.InferOutput<typeof OwnEventJson>;
