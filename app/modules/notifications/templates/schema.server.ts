import * as v from "valibot";
import { CATEGORY_NAMES } from "../../../lib/event/categories";
import { UUID } from "../../../lib/runtime/ids";
import { MAILED_KINDS } from "../choose-channels";
import { LONGEST_TEMPLATE } from "./liquid.server";

const LONGEST_NAME = 80;
const LONGEST_DESCRIPTION = 300;
const LONGEST_SUBJECT = 300;
const MAX_DAYS = 90;
const MAX_EVENTS = 50;

/** Letters, digits, dots, hyphens and underscores; not dots alone, which URLs resolve as paths. */
const key = v.pipe(
  v.string("errors:issue.templateKey"),
  v.trim(),
  v.regex(/^(?!\.+$)[A-Za-z0-9._-]+$/, "errors:issue.templateKey"),
  v.maxLength(LONGEST_NAME, "errors:issue.nameLong"),
);

const whole = (least: number, most: number, message: string) =>
  v.pipe(
    v.number(message),
    v.integer(message),
    v.minValue(least, message),
    v.maxValue(most, message),
  );

const TemplateSelectionInput = v.strictObject({
  windowDays: whole(1, MAX_DAYS, "errors:issue.windowDays"),
  cities: v.union(
    [v.literal("reader"), v.pipe(v.array(v.string()), v.maxLength(100))],
    "errors:issue.value",
  ),
  categories: v.union(
    [v.picklist(["reader", "all"]), v.array(v.picklist(CATEGORY_NAMES))],
    "errors:issue.value",
  ),
  featuredOnly: v.boolean(),
  limit: whole(1, MAX_EVENTS, "errors:issue.eventLimit"),
  order: v.picklist(["date", "popular"], "errors:issue.value"),
});

const bodyOf = (longest: number) =>
  v.strictObject({
    en: v.pipe(
      v.string("errors:issue.missing"),
      v.minLength(1, "errors:issue.missing"),
      v.maxLength(longest, "errors:issue.tooLong"),
    ),
    fa: v.pipe(
      v.string("errors:issue.missing"),
      v.minLength(1, "errors:issue.missing"),
      v.maxLength(longest, "errors:issue.tooLong"),
    ),
  });

const FIELDS = {
  name: v.pipe(
    v.string("errors:issue.name"),
    v.trim(),
    v.minLength(1, "errors:issue.name"),
    v.maxLength(LONGEST_NAME, "errors:issue.nameLong"),
  ),
  description: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(LONGEST_DESCRIPTION, "errors:issue.tooLong"),
  ),
  kind: v.picklist(MAILED_KINDS, "errors:issue.value"),
  subject: bodyOf(LONGEST_SUBJECT),
  html: bodyOf(LONGEST_TEMPLATE),
  text: bodyOf(LONGEST_TEMPLATE),
  selection: TemplateSelectionInput,
  isActive: v.boolean(),
};

/** Input of a new template. */
export const TemplateInput = v.strictObject({
  key,
  ...FIELDS,
  description: v.optional(FIELDS.description, ""),
  selection: v.optional(FIELDS.selection, {
    windowDays: 7,
    cities: "reader",
    categories: "reader",
    featuredOnly: false,
    limit: 12,
    order: "date",
  }),
  isActive: v.optional(FIELDS.isActive, true),
});
export type TemplateInput = v.InferOutput<typeof TemplateInput>;

/**
 * Changes to a template: any field except its key. `version` is the version that the editor saw.
 */
export const TemplateUpdate = v.strictObject({
  ...v.partial(v.strictObject(FIELDS)).entries,
  version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
});
export type TemplateUpdate = v.InferOutput<typeof TemplateUpdate>;

/** Input of a preview or test: stored parts unless given. */
export const TemplateTrial = v.strictObject({
  locale: v.optional(v.picklist(["en", "fa"]), "en"),
  /** Id of a real event; without it, the next events that match the selection. */
  eventId: v.optional(v.nullable(v.pipe(v.string(), v.regex(UUID, "errors:issue.value"))), null),
  subject: v.optional(v.string()),
  html: v.optional(v.string()),
  text: v.optional(v.string()),
});
export type TemplateTrial = v.InferOutput<typeof TemplateTrial>;

const both = v.object({ en: v.string(), fa: v.string() });

export const TemplateJson = v.pipe(
  v.object({
    key: v.string(),
    name: v.string(),
    description: v.string(),
    kind: v.picklist(MAILED_KINDS),
    subject: both,
    html: both,
    text: both,
    selection: v.object({
      windowDays: v.number(),
      cities: v.union([v.literal("reader"), v.array(v.string())]),
      categories: v.union([v.picklist(["reader", "all"]), v.array(v.string())]),
      featuredOnly: v.boolean(),
      limit: v.number(),
      order: v.picklist(["date", "popular"]),
    }),
    variables: v.array(v.string()),
    isActive: v.boolean(),
    isShipped: v.boolean(),
    version: v.number(),
    updatedAt: v.nullable(v.string()),
    updatedBy: v.nullable(
      v.pipe(
        v.object({ id: v.string(), displayName: v.string() }),
        v.metadata({ ref: "TemplateChanger" }),
      ),
    ),
  }),
  v.metadata({ ref: "EmailTemplate" }),
);
export type TemplateJson = v.InferOutput<typeof TemplateJson>;

/** A rendered mail. */
export const RenderedMailJson = v.pipe(
  v.object({ subject: v.string(), html: v.string(), text: v.string() }),
  v.metadata({ ref: "RenderedMail" }),
);
