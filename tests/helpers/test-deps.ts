import { env } from "cloudflare:test";
import type { Deps, JobMessage } from "../../app/lib/deps";
import { createMemo } from "../../app/lib/memo";
import { createDatabase } from "../../db/client";

/** 2026-12-08T10:00:00Z, a Tuesday: 17 Azar 1405, 13:30 in Tehran. */
export const TUESDAY = Date.UTC(2026, 11, 8, 10);

export interface TestDeps extends Deps {
  /** What was handed to the queue. */
  sent: JobMessage[];
  /** What the rooms were told. */
  announced: { city: string; eventId: string; change: string }[];
  /** Moves the clock, ms. */
  pass(ms: number): void;
}

/** The real database with a clock that stands still, ids in order, and a queue and rooms that keep what they are told. */
export function createTestDeps(now = TUESDAY): TestDeps {
  let at = now;
  let count = 0;
  const clock = { now: () => at };
  const sent: JobMessage[] = [];
  const announced: TestDeps["announced"] = [];
  return {
    db: createDatabase(env.DB),
    clock,
    ids: { next: () => `019b0000-0000-7000-8000-${String(++count).padStart(12, "0")}` },
    memo: createMemo(clock),
    later: () => {},
    jobs: { send: async (message) => void sent.push(message) },
    rooms: { cityChanged: async (city, eventId, change) => void announced.push({ city, eventId, change }) },
    sent,
    announced,
    pass: (ms) => {
      at += ms;
    },
  };
}
