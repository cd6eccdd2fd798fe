import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { domainEvents, type RuleTrigger } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { describeError, log } from "../../lib/runtime/log";
import { enqueue } from "../queues/enqueue.server";
import { expandDomainEvent } from "./expand-domain-event.server";
import type { DomainEventKind } from "./notification-kinds";

/** Something that people are to be told of. */
export interface NewDomainEvent {
  trigger: RuleTrigger;
  kind: DomainEventKind;
  eventId: string | null;
  /** Who has done it, and is not told; null for the product itself. */
  actorId: string | null;
  /** What its texts name: `title` in both languages, a moderator's `reason`, and so on. */
  values: Record<string, unknown>;
  /** Path of the product that it leads to. */
  actionPath: string | null;
  /** One cause a key, whatever is retried. */
  idempotencyKey: string;
  /** When it may be taken up, UTC epoch ms; now unless told. */
  dueAt?: number;
}

export type DomainEventRow = typeof domainEvents.$inferSelect;

/** People who are told before the answer goes out; the queue tells the rest. */
const AT_ONCE = 100;

/**
 * The statement that writes a cause down, for the batch of what has happened: neither is there without the other
 * (quality.md §3). Call `enqueueDomainEvent` once the batch is written; what is lost then, the cron finds.
 * @param isSo only where this holds when the batch is run
 */
export function domainEventStatement({ db, ids, clock }: Pick<Deps, "db" | "ids" | "clock">, order: NewDomainEvent, isSo: SQL = sql`true`) {
  const id = ids.next();
  const now = clock.now();
  // In the order of the table's columns.
  const row = sql`SELECT ${id}, ${order.trigger}, ${order.kind}, ${order.eventId}, ${order.actorId}, ${JSON.stringify(order.values)}, ${order.actionPath}, ${order.idempotencyKey}, NULL, ${order.dueAt ?? now}, 0, NULL, ${now}, NULL WHERE ${isSo}`;
  return { id, statement: db.insert(domainEvents).select(row).onConflictDoNothing() };
}

/**
 * Tells the first people of a cause that has just been written, and hands the rest to the queue. It never fails: what
 * has happened has happened, and the cron tells whoever has not been told.
 */
export async function enqueueDomainEvent(deps: Deps, id: string): Promise<void> {
  try {
    if ((await expandDomainEvent(deps, id, AT_ONCE)) === "more") sendOn(deps, id);
  } catch (error) {
    log("warn", "news.not-enqueued", { id, ...describeError(error) });
  }
}

/** Asks the queue to go on with a cause. @param delay from when on, ms from now; a moment more, so that it is due by then */
export const sendOn = (deps: Pick<Deps, "jobs" | "later">, id: string, delay = 0): void =>
  enqueue(deps, { type: "news.expand", id }, "news.not-enqueued", delay === 0 ? 0 : Math.ceil(delay / 1000) + 1);

/** The statement that takes back a cause of which nobody has been notified yet; it gives the row that it took back. */
export const withdrawDomainEvent = ({ db }: Pick<Deps, "db">, id: string) =>
  db
    .delete(domainEvents)
    .where(and(eq(domainEvents.id, id), isNull(domainEvents.doneAt), isNull(domainEvents.position)))
    .returning({ id: domainEvents.id });

/** Takes a cause up again that was given up. */
export async function retryDomainEvent({ db, clock }: Pick<Deps, "db" | "clock">, id: string): Promise<void> {
  await db
    .update(domainEvents)
    .set({ doneAt: null, attempts: 0, lastError: null, dueAt: clock.now() })
    .where(sql`${eq(domainEvents.id, id)} AND last_error IS NOT NULL`);
}
