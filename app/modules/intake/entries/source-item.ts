import type { SourceKind } from "../../../../db/schema";
import type { NameableCity } from "../fields/read-announced-city";
import type { IssueCode } from "../issue-table";
import type { FoundEvent } from "./found-event";

/** One entry read from a source. */
export interface SourceItem {
  /** UID or address by which the source names it; null for none. */
  id: string | null;
  /** Its own page; null for none. */
  url: string | null;
  isCancelled: boolean;
  found: FoundEvent;
  /** Persian texts of a source with both languages. */
  fa?: {
    title: string | null;
    description: string | null;
    venue: string | null;
    address: string | null;
  };
  /** Texts for the tolerant parser where the source states no structured time, such as a post. */
  stated?: {
    date?: string;
    time?: string;
    endDate?: string;
    endTime?: string;
    price?: string;
    published?: string | null;
  };
  /** Excerpt that it was read from. */
  snippet: string;
}

/** An entry that was left out: why, and what it was. */
export interface LeftEntry {
  title: string | null;
  code: IssueCode;
  snippet: string;
  /** Its own page, and where it takes place, where they are stated. */
  url?: string | null;
  venue?: string | null;
}

/** Contents of a source's document. */
export interface ReadDocument {
  items: SourceItem[];
  /** Entries without what an event needs, such as a post that announces none. */
  leftOut: number;
  /** Those of them that are named. */
  left?: LeftEntry[];
  /** Entries that are over, and were not read. */
  over?: number;
  /** Of the entries left out: those beyond what one reading takes. */
  unread?: number;
  /** Addresses to read next: details pages, further pages of a list. */
  follow: string[];
}

export interface SourceDocument {
  url: URL;
  type: string;
  text: string;
}

/** Properties of the source for a reader. */
export interface ReadingContext {
  /** UTC ms. */
  now: number;
  /** IANA zone of the source's city. */
  timeZone: string;
  citySlug: string;
  /** ISO 3166-1 alpha-2, of the source's city. */
  countryCode: string;
  /** Cities that a text may name. */
  cities: readonly NameableCity[];
  /** Whether the document is the source's own address, not one that it links to. */
  isFirst: boolean;
  /** Asks the configured model; null without one. */
  ask: ((prompt: string) => Promise<string>) | null;
}

/** A kind of source: where to read, what to accept and how to understand it. */
export interface SourceReader {
  /** The `Accept` header. */
  accept: string;
  /** Content types that it reads; others count as a failure. */
  types: RegExp;
  /** Whether its list holds all events to come, so that a missing one is gone. */
  isComplete: boolean;
  /** The request for the address that staff entered. */
  request(
    url: URL,
    context: Pick<ReadingContext, "now" | "citySlug">,
  ): { url: string; body?: string };
  read(document: SourceDocument, context: ReadingContext): ReadDocument | Promise<ReadDocument>;
}

export type SourceReaders = Record<SourceKind, SourceReader>;

const SNIPPET = 500;

/** An excerpt of what an item was read from. */
export const snippetOf = (value: unknown): string =>
  (typeof value === "string" ? value : JSON.stringify(value))
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, SNIPPET);
