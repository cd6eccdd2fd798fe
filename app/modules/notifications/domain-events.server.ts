import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { domainEvents, mails, notifications, pushes, type RuleTrigger } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { describeError, log } from "../../lib/runtime/log";
import { enqueue } from "../jobs/queue.server";
import { insertSelect } from "../store/run-guarded.server";
import { expandDomainEvent } from "./expand-domain-event.server";
import type { DomainEventKind } from "./notification-kinds";

/** A domain event to record. */
export interface NewDomainEvent {
  trigger: RuleTrigger;
  kind: DomainEventKind;
  eventId: string | null;
  /** The user who acted and so is not notified; null for the product itself. */
  actorId: string | null;
  /** Values of its texts: `title` in both languages, a moderator's `reason`, and so on. */
  values: Record<string, unknown>;
  /** Path of the product that it leads to. */
  actionPath: string | null;
  /** One domain event per key, retries included. */
  idempotencyKey: string;
  /** Earliest processing time, UTC epoch ms; now by default. */
  dueAt?: number;
}

export type DomainEventRow = typeof domainEvents.$inferSelect;

/** Recipients notified within the request; the queue notifies the rest. */
const AT_ONCE = 100;

/**
 * The statement that records a domain event, for the batch of its change (quality.md §3). Call
 * `enqueueDomainEvent` after the batch; the cron finds what is lost.
 * @param isSo condition checked when the batch runs
 */
export function domainEventStatement(
  { db, ids, clock }: Pick<Deps, "db" | "ids" | "clock">,
  order: NewDomainEvent,
  isSo: SQL = sql`true`,
) {
  const id = ids.next();
  const now = clock.now();
  const { trigger, kind, eventId, actorId, values, actionPath, idempotencyKey } = order;
  const statement = insertSelect(
    db,
    domainEvents,
    {
      id,
      trigger,
      kind,
      eventId,
      actorId,
      values,
      actionPath,
      idempotencyKey,
      position: null,
      dueAt: order.dueAt ?? now,
      attempts: 0,
      lastError: null,
      createdAt: now,
      doneAt: null,
    },
    sql`WHERE ${isSo}`,
  );
  return { id, statement: statement.onConflictDoNothing() };
}

/**
 * Notifies the first recipients of a new domain event and queues the rest. Never throws: the change
 * is committed, and the cron completes the work.
 */
export async function enqueueDomainEvent(deps: Deps, id: string): Promise<void> {
  try {
    if ((await expandDomainEvent(deps, id, AT_ONCE)) === "more") sendOn(deps, id);
  } catch (error) {
    log("warn", "news.not-enqueued", { id, ...describeError(error) });
  }
}

/**
 * Queues a domain event for further processing. @param delay ms from now, rounded up so that it is
 * due on arrival
 */
export const sendOn = (deps: Pick<Deps, "jobs" | "later">, id: string, delay = 0): void =>
  enqueue(
    deps,
    { type: "news.expand", id },
    "news.not-enqueued",
    delay === 0 ? 0 : Math.ceil(delay / 1000) + 1,
  );

/**
 * The statement that withdraws a domain event before its first notification; it returns the deleted
 * row.
 */
export const withdrawDomainEvent = ({ db }: Pick<Deps, "db">, id: string) =>
  db
    .delete(domainEvents)
    .where(and(eq(domainEvents.id, id), isNull(domainEvents.doneAt), isNull(domainEvents.position)))
    .returning({ id: domainEvents.id });

/**
 * Statements that withdraw what was not yet sent of a domain event: the event itself before
 * anyone was notified, else its emails and pushes. What readers have in the app stays. @param idempotencyKey of
 * the domain event
 */
export function withdrawUnsent({ db }: Pick<Deps, "db">, idempotencyKey: string) {
  const keys = sql`SELECT 'news:' || id FROM notification_causes WHERE idempotency_key = ${idempotencyKey}`;
  const unsent = (table: typeof mails | typeof pushes) =>
    db
      .delete(table)
      .where(
        sql`${table.status} = 'pending' AND ${table.idempotencyKey} >= (${keys}) || ':' AND ${table.idempotencyKey} < (${keys}) || ';'`,
      );
  return [
    unsent(mails),
    unsent(pushes),
    db
      .delete(domainEvents)
      .where(
        and(
          eq(domainEvents.idempotencyKey, idempotencyKey),
          isNull(domainEvents.doneAt),
          isNull(domainEvents.position),
        ),
      ),
  ] as const;
}

/**
 * Statements that remove the notifications of a user's notes; their keys are `news:<domain event
 * id>:…`.
 */
export function withdrawNotes(
  { db }: Pick<Deps, "db">,
  authorId: string,
  noteId: string | null = null,
) {
  const deleteFrom = (table: typeof notifications | typeof mails | typeof pushes) =>
    db
      .delete(table)
      .where(
        sql`id IN (SELECT t.id FROM event_notes n CROSS JOIN ${table} t WHERE n.author_id = ${authorId} AND (${noteId} IS NULL OR n.id = ${noteId}) AND t.idempotency_key >= 'news:' || n.id || ':' AND t.idempotency_key < 'news:' || n.id || ';')`,
      );
  return [deleteFrom(notifications), deleteFrom(mails), deleteFrom(pushes)] as const;
}

/** Retries a given-up domain event. */
export async function retryDomainEvent(
  { db, clock }: Pick<Deps, "db" | "clock">,
  id: string,
): Promise<void> {
  await db
    .update(domainEvents)
    .set({ doneAt: null, attempts: 0, lastError: null, dueAt: clock.now() })
    .where(sql`${eq(domainEvents.id, id)} AND last_error IS NOT NULL`);
}
