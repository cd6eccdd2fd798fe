import type { Database } from "../../db/client";
import type { Memo } from "./memo";

/** UTC epoch milliseconds. Injected, so that tests decide what time it is. */
export interface Clock {
  now(): number;
}

/** UUIDv7, lower case (decisions.md §2). */
export interface Ids {
  next(): string;
}

/** What a reader did with an event: looked at its page, shared it, went to the tickets, put it into a calendar. */
export type VisitKind = "view" | "share" | "ticket" | "calendar";

/** A visit as it is noted. Who came stays in the isolate. */
export interface Visit {
  eventId: string;
  kind: VisitKind;
  address: string;
  agent: string;
}

/** A visit as it is counted: `visitor` is a salted hash of the UTC day `day`, YYYY-MM-DD. */
export interface CountedVisit {
  eventId: string;
  kind: VisitKind;
  visitor: string;
  day: string;
  at: number;
}

/** What a queue message may say. Kept small: ids, never whole rows. */
export type JobMessage = { type: "visits.noted"; id: string; visits: CountedVisit[] };

/** Takes visits and hands them to the queue in batches. Some may be lost. */
export interface Visits {
  note(visit: Visit): void;
}

/** Hands work to the queue. It may be lost or come twice: consumers are idempotent (quality.md §3). */
export interface Jobs {
  send(message: JobMessage): Promise<void>;
}

/** Tells the rooms what has changed; never the only record of it. */
export interface Rooms {
  cityChanged(citySlug: string, eventId: string, change: "created" | "changed" | "cancelled"): Promise<void>;
}

/** A stored object and what it is. */
export interface StoredObject {
  body: ReadableStream;
  contentType: string;
  size: number;
  etag: string;
}

/** Pictures and other files, under keys in lower case such as `avatars/{id}/{name}.webp`. `/media/{key}` shows them to everybody. */
export interface Media {
  put(key: string, body: Uint8Array<ArrayBuffer> | ArrayBuffer, contentType: string): Promise<void>;
  get(key: string): Promise<StoredObject | null>;
  delete(keys: readonly string[]): Promise<void>;
  /** All keys that begin so. */
  list(prefix: string): Promise<string[]>;
}

/** Everything a module needs from the outside world. */
export interface Deps {
  db: Database;
  clock: Clock;
  ids: Ids;
  jobs: Jobs;
  rooms: Rooms;
  media: Media;
  memo: Memo;
  visits: Visits;
  /** Work that may finish after the answer has gone out. */
  later(work: Promise<unknown>): void;
}
