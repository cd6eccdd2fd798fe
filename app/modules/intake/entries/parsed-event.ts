import type { CategoryName } from "../../../lib/event/categories";
import type { TraitKey } from "../../../lib/event/event-fields";
import { ANSWER_FIELD_NAMES, type AnswerValues } from "../../../lib/event/field-groups";
import type { Schedule } from "../../../lib/event/schedule";
import type { IssueCode } from "../issue-table";

/** Fields with a value, an origin and a confidence. */
export const FIELDS = [
  "title",
  "titleFa",
  "description",
  "descriptionFa",
  "category",
  "date",
  "time",
  "endDate",
  "endTime",
  "schedule",
  "price",
  "currency",
  "free",
  "venue",
  "address",
  "url",
  "tags",
  "imageUrl",
  "organizer",
  "proposedTraits",
  ...ANSWER_FIELD_NAMES,
] as const;
export type ParsedFieldName = (typeof FIELDS)[number];

/** An issue of an entry; `field` is "entry" for the whole. */
export interface ParseIssue {
  field: ParsedFieldName | "entry";
  code: IssueCode;
}

/** Origin of a value: key and source text, truncated. */
export interface Origin {
  key: string;
  text: string;
}

/** A parsed entry of an assistant's answer (decisions.md §11). */
export interface ParsedEvent extends AnswerValues {
  /** Position in the answer, from 0. */
  index: number;
  title: string | null;
  titleFa: string | null;
  description: string | null;
  descriptionFa: string | null;
  category: CategoryName | null;
  /** YYYY-MM-DD, Gregorian, local to the city. */
  date: string | null;
  /** HH:MM, wall time of the city. */
  time: string | null;
  endDate: string | null;
  endTime: string | null;
  /** Several dates; day and hours above are then those of the first. Null is one date. */
  schedule: Schedule | null;
  /** In the smallest named unit: rials for IRR (decisions.md §2). 0 is free, null unknown. */
  price: number | null;
  /** ISO 4217; null without a price. */
  currency: string | null;
  /** Null if no price is known. */
  free: boolean | null;
  venue: string | null;
  address: string | null;
  url: string | null;
  tags: string[];
  imageUrl: string | null;
  organizer: string | null;
  /** Traits and accessibility that the answer names: never facts of the event. */
  proposedTraits: TraitKey[];
  /** 1 as written, less for a guess; absent for fields without a value. */
  confidence: Partial<Record<ParsedFieldName, number>>;
  origin: Partial<Record<ParsedFieldName, Origin>>;
  issues: ParseIssue[];
  /** Whether it has a title and a date and no issue of grade "error". */
  valid: boolean;
  /** Index of an earlier entry of the answer that is clearly the same event. */
  duplicateOf: number | null;
}

/** Context of an answer. */
export interface AnswerContext {
  city: {
    slug: string;
    /** IANA time zone. */
    timeZone: string;
    /** ISO 4217. */
    currency: string;
    /** ISO 3166-1 alpha-2. */
    country: string;
  };
  /** Requested month, YYYY-MM, Gregorian. */
  month: string;
  /** Current day in the city, YYYY-MM-DD. */
  today: string;
}

export type ParsedAnswer =
  | { ok: true; events: ParsedEvent[] }
  | { ok: false; reason: "invalid-json" | "no-events" }
  | { ok: false; reason: "too-large"; of: "bytes" | "entries" };

/** The result of reading a field. */
export interface FieldReading<T> {
  value: T;
  confidence: number;
  codes: IssueCode[];
}
