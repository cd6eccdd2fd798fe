import {
  EMPTY_EVENT_VALUES,
  EVENT_FIELD_NAMES,
  EVENT_FIELDS,
  type EventFieldName,
  type EventValues,
  eventField,
  type FilterKey,
  type NameOfType,
  pickFields,
  TEXT_NAMES,
  type TextName,
  type TraitKey,
} from "./event-fields";

type NamesWith<Rule> = {
  [K in EventFieldName]: (typeof EVENT_FIELDS)[K] extends Rule ? K : never;
}[EventFieldName];

export type ChoicesName = NameOfType<"choices">;

export const CHOICES_NAMES = EVENT_FIELD_NAMES.filter(
  (name): name is ChoicesName => eventField(name).type === "choices",
);

/** All confirmed traits of an event, accessibility included. */
export const traitKeysOf = (values: Partial<Pick<EventValues, ChoicesName>>): TraitKey[] =>
  CHOICES_NAMES.flatMap((name) => values[name] ?? []);

/** All keys of an event that one can filter by. */
export const filterKeysOf = (
  values: Partial<Pick<EventValues, ChoicesName | "attendance">>,
): FilterKey[] => [
  ...traitKeysOf(values),
  ...(values.attendance === "online" || values.attendance === "hybrid"
    ? (["online"] as const)
    : []),
];

/** One language of a text. */
export type TextPath = `${TextName}.${"en" | "fa"}`;

export const TEXT_PATHS = TEXT_NAMES.flatMap((name): TextPath[] => [`${name}.en`, `${name}.fa`]);

/** The text at a path; null for none. */
export function textAt(values: Pick<EventValues, TextName>, path: TextPath): string | null {
  const [name, language] = path.split(".") as [TextName, "en" | "fa"];
  return values[name][language];
}

/** Columns of `events` that hold a field as it is: all but the city, which is stored by its id. */
export type FieldColumnName =
  | `${TextName}${"En" | "Fa"}`
  | Exclude<EventFieldName, TextName | "city">;

/** The columns of some fields, texts by language. */
export const columnNames = (names: readonly EventFieldName[]): FieldColumnName[] =>
  names.flatMap((name): FieldColumnName[] => {
    if (name === "city") return [];
    return isText(name) ? [`${name}En`, `${name}Fa`] : [name];
  });

const isText = (name: EventFieldName): name is TextName => EVENT_FIELDS[name].type === "text";

/** Fields whose JSON only the creator and staff receive, and fields whose JSON is public. */
export type OwnFieldName = NamesWith<{ json: "own" }>;

export type PublicFieldName = Exclude<EventFieldName, OwnFieldName>;

const isOwn = (name: EventFieldName): name is OwnFieldName => eventField(name).json === "own";

export const OWN_FIELD_NAMES = EVENT_FIELD_NAMES.filter(isOwn);

export const PUBLIC_FIELD_NAMES = EVENT_FIELD_NAMES.filter(
  (name): name is PublicFieldName => !isOwn(name),
);

/**
 * Fields that AI answers state under `answerKeys`; the other values of an answer have readers of
 * their own.
 */
export type AnswerFieldName = NamesWith<{ answerKeys: string }>;

export const ANSWER_FIELD_NAMES = EVENT_FIELD_NAMES.filter(
  (name): name is AnswerFieldName => "answerKeys" in EVENT_FIELDS[name],
);

export const ANSWER_KEYS = Object.fromEntries(
  ANSWER_FIELD_NAMES.map((name) => [
    name,
    (EVENT_FIELDS[name] as { answerKeys: string }).answerKeys,
  ]),
) as Record<AnswerFieldName, string>;

/** An answer's part of an event's values; nothing of it is stated in `EMPTY_ANSWER_VALUES`. */
export type AnswerValues = Pick<EventValues, AnswerFieldName>;

/**
 * Fields that differ between two versions, in the order of the table. Of a series, the next date
 * passes without a change.
 */
export const changedFields = (before: EventValues, after: EventValues): EventFieldName[] =>
  EVENT_FIELD_NAMES.filter((name) => {
    const follows = name === "startsAt" || name === "endsAt" || name === "allDay";
    return (
      !(follows && before.schedule && after.schedule) &&
      JSON.stringify(before[name]) !== JSON.stringify(after[name])
    );
  });

export const EMPTY_ANSWER_VALUES: AnswerValues = pickFields(EMPTY_EVENT_VALUES, ANSWER_FIELD_NAMES);

/** Fields that schema.org has a property for, which needs nothing but the value. */
type JsonLdName = NamesWith<{ jsonLd: object }>;

const JSON_LD_NAMES = EVENT_FIELD_NAMES.filter(
  (name): name is JsonLdName => eventField(name).jsonLd !== undefined,
);

const ruleOf = (name: JsonLdName) =>
  eventField(name).jsonLd as {
    property: string;
    write: (value: unknown) => string;
    read: (text: string) => unknown;
  };

/** The properties of schema.org's Event for the stated fields. */
export const writeJsonLd = (values: Pick<EventValues, JsonLdName>): Record<string, string> =>
  Object.fromEntries(
    JSON_LD_NAMES.flatMap((name) =>
      values[name] === null ? [] : [[ruleOf(name).property, ruleOf(name).write(values[name])]],
    ),
  );

/**
 * The fields that a schema.org Event states. @param textOf a property as text; null when missing
 */
export const readJsonLd = (textOf: (property: string) => string | null): Partial<EventValues> =>
  Object.fromEntries(
    JSON_LD_NAMES.flatMap((name) => {
      const text = textOf(ruleOf(name).property);
      const value = text === null ? undefined : ruleOf(name).read(text);
      return value === undefined ? [] : [[name, value]];
    }),
  );

type DescribedFieldName = {
  [N in keyof typeof EVENT_FIELDS]: (typeof EVENT_FIELDS)[N] extends { example: unknown }
    ? N
    : never;
}[keyof typeof EVENT_FIELDS];

/** Fields with an example: the API describes them with the form's text, `authoring:about.<name>`. */
export const DESCRIBED_FIELD_NAMES = EVENT_FIELD_NAMES.filter(
  (name): name is DescribedFieldName => "example" in EVENT_FIELDS[name],
);

export const FIELD_EXAMPLES = Object.fromEntries(
  DESCRIBED_FIELD_NAMES.map((name) => [name, EVENT_FIELDS[name].example as unknown]),
) as Pick<EventValues, DescribedFieldName>;
