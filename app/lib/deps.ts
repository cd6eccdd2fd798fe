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

/** What a queue message may say. Kept small: ids, never whole rows. */
export type JobMessage =
  | { type: "event.viewed"; id: string; eventId: string; visitor: string; day: string; at: number }
  | { type: "event.interacted"; id: string; eventId: string; kind: InteractionKind; at: number };

export type InteractionKind = "share" | "ticket" | "calendar";

/** Hands work to the queue. It may be lost or come twice: consumers are idempotent (quality.md §3). */
export interface Jobs {
  send(message: JobMessage): Promise<void>;
}

/** Tells the rooms what has changed; never the only record of it. */
export interface Rooms {
  cityChanged(citySlug: string, eventId: string, change: "created" | "changed" | "cancelled"): Promise<void>;
}

/** Everything a module needs from the outside world. */
export interface Deps {
  db: Database;
  clock: Clock;
  ids: Ids;
  jobs: Jobs;
  rooms: Rooms;
  memo: Memo;
  /** Work that may finish after the answer has gone out. */
  later(work: Promise<unknown>): void;
}
