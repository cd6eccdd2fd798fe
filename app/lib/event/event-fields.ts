import type { Schedule } from "./schedule";

/** A text in both languages; null when missing. */
export interface WrittenText {
  en: string | null;
  fa: string | null;
}

/**
 * Ninths of a picture, in rows from the top left: the one that stays visible where the picture is
 * cropped.
 */
export const IMAGE_FOCUSES = [
  "top-left",
  "top",
  "top-right",
  "left",
  "center",
  "right",
  "bottom-left",
  "bottom",
  "bottom-right",
] as const;

export type ImageFocus = (typeof IMAGE_FOCUSES)[number];

/**
 * Traits that words do not state, and the accessibility of the place: both are filters
 * (decisions.md §3).
 */
export const TRAITS = [
  "indoor",
  "outdoor",
  "quiet",
  "lively",
  "for-two",
  "for-children",
  "english-friendly",
  "beginner",
  "seated",
] as const;

export const ACCESSIBILITY = ["wheelchair", "step-free", "seating", "hearing-loop"] as const;

export const TRAIT_KEYS = [...TRAITS, ...ACCESSIBILITY] as const;

export type TraitKey = (typeof TRAIT_KEYS)[number];

/** Filters of lists and search besides categories and tags: `online` follows from `attendance`. */
export const FILTER_KEYS = [...TRAIT_KEYS, "online"] as const;

export type FilterKey = (typeof FILTER_KEYS)[number];

/** The language that an event is held in. */
export const EVENT_LANGUAGES = ["en", "fa", "other"] as const;

export type EventLanguage = (typeof EVENT_LANGUAGES)[number];

/** Where people take part. */
export const ATTENDANCES = ["in-person", "online", "hybrid"] as const;

export type Attendance = (typeof ATTENDANCES)[number];

/** Who is shown the link of an online event. */
const LINK_READERS = ["everyone", "savers"] as const;

/** Until when organizers give money back. */
const REFUND_POLICIES = ["no-refunds", "until-day-before", "until-start", "by-organizer"] as const;

/** A key of a field of type `choice`. */
type ChoiceKey =
  | EventLanguage
  | Attendance
  | (typeof LINK_READERS)[number]
  | (typeof REFUND_POLICIES)[number];

/** Oldest age that counts as a child's, years. */
const CHILD_AGE_MAX = 17;

/**
 * The value of a field by its type; null is not stated. Times are ISO 8601: with an offset an
 * instant, without one the wall time of the event's city. Prices are in the smallest unit that
 * people name (decisions.md §2). A city is a slug.
 */
export interface ValueOfType {
  text: WrittenText;
  city: string | null;
  degrees: number | null;
  time: string | null;
  allDay: boolean;
  /** Null is one date, from `startsAt` to `endsAt`; otherwise they and `allDay` follow from it. */
  schedule: Schedule | null;
  price: number | null;
  currency: string | null;
  integer: number | null;
  /** Keys of a closed list, in its order. */
  choices: TraitKey[];
  /**
   * One key of a closed list; null only where the field has no `initial` one. `ValueOf` has the
   * keys of each field.
   */
  choice: ChoiceKey | null;
  boolean: boolean;
  url: string | null;
  file: string | null;
  focus: ImageFocus;
  categories: string[];
  tags: string[];
}

export type EventFieldType = keyof ValueOfType;

/** Choices of a merge in display order; fields that belong together are one choice. */
export const MERGE_GROUPS = [
  "title",
  "description",
  "place",
  "time",
  "price",
  "link",
  "organizer",
  "pictures",
  "categories",
  "traits",
  "online",
  "soldOut",
] as const;

interface FieldRules {
  /**
   * Its choice in a merge: a group, "ask" for a choice of its own, "stays" where a merge never
   * changes it.
   */
  merge: (typeof MERGE_GROUPS)[number] | "ask" | "stays";
  /** The issue of a submit without it (product.md §5); a text needs its English. */
  required?: `errors:issue.required.${string}`;
  /**
   * The change that notifications to savers name; calendars count it as a material change (RFC 5545
   * §3.8.7.4).
   */
  notify?: "title" | "time" | "place";
  /** `false`: a copy of the event starts without it. */
  duplicate?: false;
  /**
   * "own": only the creator and staff get it as JSON; of `onlineUrl` see
   * docs/decisions/event-fields.md.
   */
  json?: "own";
  /**
   * Keys under which AI answers state it: letters and digits only, lower case, separated by spaces
   * (intake/entries/key-words.ts).
   */
  answerKeys?: string;
  /** Its property of schema.org's Event, written on event pages and read from imported pages. */
  jsonLd?: { property: string; write: (value: never) => string; read: (text: string) => unknown };
}

/**
 * The settings that limit a text's length, characters; without `min` there is no minimum.
 * `isMinAlways` applies to drafts too.
 */
export interface TextLimits {
  min?: `${"title" | "description" | "venue" | "address"}Min`;
  max: `${"title" | "description" | "venue" | "address"}Max`;
  isMinAlways?: true;
}

export type EventField = FieldRules &
  (
    | { type: "text"; limits: TextLimits; isLong?: true }
    | { type: "degrees"; most: number }
    | {
        type: "integer";
        min: number;
        max: number;
        /** In the API's description. */
        example: number;
      }
    | { type: "choices"; options: readonly TraitKey[]; example: readonly TraitKey[] }
    | {
        type: "choice";
        options: readonly ChoiceKey[];
        /** The key of an event that states none. */
        initial?: ChoiceKey;
        example: ChoiceKey;
      }
    | { type: "boolean"; example: boolean }
    | {
        type: "url";
        /** Refuses plain http. */
        isSecure?: true;
        example?: null;
      }
    | {
        type: Exclude<
          EventFieldType,
          "text" | "degrees" | "integer" | "choices" | "choice" | "boolean" | "url"
        >;
      }
  );

const ATTENDANCE_MODES = {
  "in-person": "OfflineEventAttendanceMode",
  online: "OnlineEventAttendanceMode",
  hybrid: "MixedEventAttendanceMode",
} as const satisfies Record<Attendance, string>;

export const EVENT_FIELDS = {
  title: {
    type: "text",
    limits: { min: "titleMin", max: "titleMax", isMinAlways: true },
    required: "errors:issue.required.title",
    merge: "title",
    notify: "title",
  },
  description: {
    type: "text",
    isLong: true,
    limits: { min: "descriptionMin", max: "descriptionMax" },
    required: "errors:issue.required.description",
    merge: "description",
  },
  venue: {
    type: "text",
    limits: { min: "venueMin", max: "venueMax" },
    // Not of an event that is online alone: `missingOf`.
    required: "errors:issue.required.venue",
    merge: "place",
    notify: "place",
  },
  address: {
    type: "text",
    limits: { min: "addressMin", max: "addressMax" },
    merge: "place",
    notify: "place",
  },
  organizer: { type: "text", limits: { max: "venueMax" }, merge: "organizer" },
  // Events of two cities are never merged.
  city: { type: "city", required: "errors:issue.required.city", merge: "stays", notify: "place" },
  latitude: { type: "degrees", most: 90, merge: "place" },
  longitude: { type: "degrees", most: 180, merge: "place" },
  startsAt: {
    type: "time",
    required: "errors:issue.required.start",
    merge: "time",
    notify: "time",
    duplicate: false,
  },
  endsAt: {
    type: "time",
    required: "errors:issue.required.end",
    merge: "time",
    notify: "time",
    duplicate: false,
  },
  allDay: { type: "allDay", merge: "time", notify: "time" },
  schedule: { type: "schedule", merge: "time", notify: "time", duplicate: false },
  price: { type: "price", merge: "price" },
  currency: { type: "currency", merge: "price" },
  ticketUrl: { type: "url", merge: "link" },
  /** Whether all dates are sold out; each date has a status too. */
  soldOut: { type: "boolean", example: false, merge: "soldOut", duplicate: false },
  waitlistUrl: { type: "url", example: null, merge: "soldOut", duplicate: false },
  refundPolicy: {
    type: "choice",
    options: REFUND_POLICIES,
    example: "until-day-before",
    merge: "ask",
    answerKeys:
      "refundpolicy refunds refund refundable cancellationpolicy استرداد شرایطاسترداد استردادوجه بازپرداخت",
  },
  attendance: {
    type: "choice",
    options: ATTENDANCES,
    initial: "in-person",
    example: "in-person",
    merge: "online",
    notify: "place",
    answerKeys:
      "attendance attendancemode eventattendancemode isonline online isvirtual virtual نحوهبرگزاری شیوهبرگزاری نوعبرگزاری آنلاین",
    jsonLd: {
      property: "eventAttendanceMode",
      write: (attendance: Attendance) => `https://schema.org/${ATTENDANCE_MODES[attendance]}`,
      read: (text: string) =>
        ATTENDANCES.find((attendance) => text.endsWith(ATTENDANCE_MODES[attendance])),
    },
  },
  onlineUrl: {
    type: "url",
    isSecure: true,
    merge: "online",
    notify: "place",
    json: "own",
    answerKeys:
      "onlineurl onlinelink streamurl streamlink streamingurl livestream livestreamurl livestreamlink meetingurl meetinglink zoomurl zoomlink joinurl joinlink virtualurl webinarurl webinarlink لینکآنلاین لینکپخش لینکپخشزنده لینکجلسه",
  },
  onlineUrlFor: {
    type: "choice",
    options: LINK_READERS,
    initial: "everyone",
    example: "everyone",
    merge: "online",
  },
  /** Minutes from the opening of the doors to the start of each date. */
  doorsBefore: {
    type: "integer",
    min: 0,
    max: 600,
    example: 30,
    merge: "ask",
    answerKeys:
      "doorsbefore doors doorsopen dooropen doorsopenat doorsat dooropening doorsopening بازشدندرها بازشدندر گشایشدرها",
  },
  /** Years from which people may come: 0 is all ages, null is not stated. */
  ageLimit: {
    type: "integer",
    min: 0,
    max: 99,
    example: 18,
    merge: "ask",
    answerKeys:
      "agelimit agerestriction minage minimumage agemin ageslimit agerating ages age محدودیتسنی ردهسنی حداقلسن سن",
    jsonLd: {
      property: "typicalAgeRange",
      write: (years: number) => `${years}-`,
      // "18-" and "18+" begin at 18; "-12" has no lower end.
      read: (text: string) => (/^\s*\d{1,2}(?!\d)/.test(text) ? Number.parseInt(text, 10) : null),
    },
  },
  traits: {
    type: "choices",
    options: TRAITS,
    example: ["indoor", "quiet", "seated"],
    merge: "traits",
  },
  /** Ages of the children that an event is for, years; only with the trait `for-children`. */
  childAgeFrom: { type: "integer", min: 0, max: CHILD_AGE_MAX, example: 4, merge: "traits" },
  childAgeTo: { type: "integer", min: 0, max: CHILD_AGE_MAX, example: 9, merge: "traits" },
  accessibility: { type: "choices", options: ACCESSIBILITY, example: ["wheelchair"], merge: "ask" },
  eventLanguage: {
    type: "choice",
    options: EVENT_LANGUAGES,
    example: "fa",
    merge: "ask",
    answerKeys:
      "eventlanguage language languages inlanguage spokenlanguage performancelanguage زبان زبانرویداد زبانبرنامه زباناجرا زبانبرگزاری",
  },
  imageUrl: { type: "file", merge: "pictures" },
  imageFocus: { type: "focus", merge: "pictures" },
  videoUrl: { type: "file", merge: "pictures", json: "own" },
  categories: { type: "categories", merge: "categories" },
  tags: { type: "tags", merge: "categories" },
} as const satisfies Record<string, EventField>;

type Fields = typeof EVENT_FIELDS;

export type EventFieldName = keyof Fields;

export const EVENT_FIELD_NAMES = Object.keys(EVENT_FIELDS) as EventFieldName[];

/** Names of the fields of a type, or of several. */
export type NameOfType<T extends EventFieldType> = {
  [K in EventFieldName]: Fields[K]["type"] extends T ? K : never;
}[EventFieldName];

type RuleOfType<T extends EventFieldType> = Extract<EventField, { type: T }>;

/** A field with the rules common to all types. */
export const eventField = (name: EventFieldName): EventField => EVENT_FIELDS[name];

/** The value of a field. */
export type ValueOf<K extends EventFieldName> = Fields[K] extends {
  type: "choice";
  options: readonly (infer Key)[];
}
  ? Fields[K] extends { initial: string }
    ? Key
    : Key | null
  : ValueOfType[Fields[K]["type"]];

/** An event as its author has written it, complete or not: drafts and pending revisions. */
export type EventValues = { -readonly [K in EventFieldName]: ValueOf<K> };

/**
 * A maker for each type; the compiler names the type that is missing. Without a field of the type
 * it may make anything.
 */
export type FieldMakers<Made extends Partial<Record<EventFieldName, unknown>>> = {
  [T in EventFieldType]: (
    name: NameOfType<T>,
    field: RuleOfType<T>,
  ) => [Extract<keyof Made, NameOfType<T>>] extends [never]
    ? unknown
    : Made[Extract<keyof Made, NameOfType<T>>];
};

/** A record with something for each field, made by its type, in the order of the table. */
export function mapFields<Made extends Partial<Record<EventFieldName, unknown>>>(
  makers: FieldMakers<Made>,
  names: readonly Extract<keyof Made, EventFieldName>[] = EVENT_FIELD_NAMES as never,
): Made {
  const make = makers as unknown as Record<
    EventFieldType,
    (name: EventFieldName, field: EventField) => unknown
  >;
  return Object.fromEntries(
    names.map((name) => [name, make[EVENT_FIELDS[name].type](name, EVENT_FIELDS[name])]),
  ) as Made;
}

const none = () => null;

/**
 * An event with nothing written. Rows that were stored before a field existed read its value from
 * here.
 */
export const EMPTY_EVENT_VALUES: EventValues = mapFields<EventValues>({
  text: () => ({ en: null, fa: null }),
  city: none,
  degrees: none,
  time: none,
  allDay: () => false,
  schedule: none,
  price: none,
  currency: none,
  integer: none,
  choices: () => [],
  choice: (_name, { initial = null }) => initial,
  boolean: () => false,
  url: none,
  file: none,
  focus: () => "center",
  categories: () => [],
  tags: () => [],
});

export type TextName = NameOfType<"text">;

export const TEXT_NAMES = EVENT_FIELD_NAMES.filter(
  (name): name is TextName => EVENT_FIELDS[name].type === "text",
);

/** A record of some fields. */
export const pickFields = <
  R extends Partial<Record<EventFieldName, unknown>>,
  K extends Extract<keyof R, EventFieldName>,
>(
  record: R,
  names: readonly K[],
): Pick<R, K> => Object.fromEntries(names.map((name) => [name, record[name]])) as Pick<R, K>;
