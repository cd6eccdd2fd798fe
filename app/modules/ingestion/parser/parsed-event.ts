import type { CategoryName } from "../../events/categories";
import { ANSWER_FIELD_NAMES, type AnswerValues } from "../../events/event-fields";
import type { IssueCode } from "./issue-table";

/** The fields of an entry that carry a value, an origin and a confidence. */
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
  "price",
  "currency",
  "free",
  "venue",
  "address",
  "url",
  "tags",
  "imageUrl",
  "organizer",
  ...ANSWER_FIELD_NAMES,
] as const;
export type Field = (typeof FIELDS)[number];

/** What was doubtful or unreadable in an entry; `field` is "entry" where it is the whole. */
export interface Issue {
  field: Field | "entry";
  code: IssueCode;
  /** An English sentence; pages translate by the code. */
  message: string;
}

/** Where a value came from: the key as the assistant wrote it, and what stood there, cut to some hundred letters. */
export interface Origin {
  key: string;
  text: string;
}

/** One entry of an assistant's answer as it was understood (decisions.md §11). */
export interface ParsedEvent extends AnswerValues {
  /** Its place in the answer, from 0. */
  index: number;
  title: string | null;
  titleFa: string | null;
  description: string | null;
  descriptionFa: string | null;
  category: CategoryName | null;
  /** YYYY-MM-DD, Gregorian, of the city. */
  date: string | null;
  /** HH:MM, the city's wall time. */
  time: string | null;
  endDate: string | null;
  endTime: string | null;
  /** The smallest unit that people name: rials for IRR (decisions.md §2); 0 is free, null is not stated. */
  price: number | null;
  /** ISO 4217; null where there is no price. */
  currency: string | null;
  /** Null where no price is known. */
  free: boolean | null;
  venue: string | null;
  address: string | null;
  url: string | null;
  tags: string[];
  imageUrl: string | null;
  organizer: string | null;
  /** 1 is as written, less is a guess; fields without a value are absent. */
  confidence: Partial<Record<Field, number>>;
  origin: Partial<Record<Field, Origin>>;
  issues: Issue[];
  /** Has a title and a date, and no issue of the grade "error". */
  valid: boolean;
  /** The index of an earlier entry of the same answer that is clearly the same. */
  duplicateOf: number | null;
}

/** What is known about the answer before it is read. */
export interface AnswerContext {
  city: {
    slug: string;
    /** IANA. */
    timeZone: string;
    /** ISO 4217. */
    currency: string;
    /** ISO 3166-1 alpha-2. */
    country: string;
  };
  /** The month that was asked for, YYYY-MM, Gregorian. */
  month: string;
  /** The day in the city, YYYY-MM-DD. */
  today: string;
}

export type ParsedAnswer =
  | { ok: true; events: ParsedEvent[] }
  | { ok: false; reason: "invalid-json" | "no-events" }
  | { ok: false; reason: "too-large"; of: "bytes" | "entries" };

/** What a reader made of what stood in a field. */
export interface Reading<T> {
  value: T;
  confidence: number;
  codes: IssueCode[];
}
