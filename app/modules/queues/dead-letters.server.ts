import { lt } from "drizzle-orm";
import { deadLetters } from "../../../db/schema";
import type { Deps, JobMessage } from "../../lib/deps";
import { DAY } from "../../lib/durations";

/** How long staff may look into what was given up, ms. */
const KEPT = 30 * DAY;

/** Keeps what the queue gave up on, so that staff can look at it and nothing is lost unseen. */
export async function keepDeadLetters({ db, clock }: Deps, queue: string, messages: readonly JobMessage[]): Promise<void> {
  if (messages.length === 0) return;
  await db
    .insert(deadLetters)
    .values(messages.map((message) => ({ id: message.id, queue, body: message, createdAt: clock.now() })))
    .onConflictDoNothing();
}

/** Deletes them after 30 days. */
export async function forgetDeadLetters({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  await db.delete(deadLetters).where(lt(deadLetters.createdAt, clock.now() - KEPT));
}
