import { lt } from "drizzle-orm";
import { deadLetters } from "../../../db/schema";
import { DAY } from "../../lib/dates/durations";
import type { Deps, JobMessage } from "../../lib/deps";
import { purgeOf } from "../../lib/runtime/purge-rounds.server";

/** Retention of dead letters, ms. */
const KEPT = 30 * DAY;

/**
 * The statement that stores dead letters, for the batch that gives the work up: at least one
 * message.
 * @param error the reason, if known
 */
export function deadLetterStatement(
  { db, clock }: Pick<Deps, "db" | "clock">,
  queue: string,
  messages: readonly JobMessage[],
  error: string | null = null,
) {
  return db
    .insert(deadLetters)
    .values(
      messages.map((message) => ({
        id: message.id,
        queue,
        body: message,
        error,
        createdAt: clock.now(),
      })),
    )
    .onConflictDoNothing();
}

/** Stores messages that the queue gave up, so that staff see them. */
export async function keepDeadLetters(
  deps: Deps,
  queue: string,
  messages: readonly JobMessage[],
): Promise<void> {
  if (messages.length > 0) await deadLetterStatement(deps, queue, messages);
}

export const deadLettersPurge = purgeOf(deadLetters, (at) => lt(deadLetters.createdAt, at - KEPT));
