import { deadLetters } from "../../../db/schema";
import type { Deps, JobMessage } from "../../lib/deps";

/** Keeps what the queue gave up on, so that staff can look at it and nothing is lost unseen. */
export async function keepDeadLetters({ db, clock }: Deps, queue: string, messages: readonly JobMessage[]): Promise<void> {
  if (messages.length === 0) return;
  await db
    .insert(deadLetters)
    .values(messages.map((message) => ({ id: message.id, queue, body: message, createdAt: clock.now() })))
    .onConflictDoNothing();
}
