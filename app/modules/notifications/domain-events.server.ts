import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { domainEvents, mails, notifications, pushes, type RuleTrigger } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { paths } from "../../lib/paths";
import type { Actor } from "../../lib/permissions";
import { describeError, log } from "../../lib/runtime/log";
import { enqueue, enqueueNotifications, type NotificationsToSend } from "../jobs/queue.server";
import { deliverMails } from "../mail/deliver-mail.server";
import { insertSelect } from "../store/run-guarded.server";
import type { DomainEventKind, VerdictKind } from "./choose-channels";
import { expandDomainEvent } from "./expand-domain-event.server";
import { deliverPushes } from "./push/deliver-push.server";

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

interface Verdict {
  trigger: Extract<RuleTrigger, "event.approved" | "event.rejected">;
  /**
   * Where the notification leads: the page, the form when something needs fixing, or the list when
   * the page is gone.
   */
  leadsTo: "event" | "editEvent" | "myEvents";
}

const VERDICTS: Readonly<Record<VerdictKind, Verdict>> = {
  "event-approved": { trigger: "event.approved", leadsTo: "event" },
  "event-rejected": { trigger: "event.rejected", leadsTo: "editEvent" },
  "edit-accepted": { trigger: "event.approved", leadsTo: "event" },
  "edit-rejected": { trigger: "event.rejected", leadsTo: "editEvent" },
  "event-removed": { trigger: "event.rejected", leadsTo: "editEvent" },
  "reports-cleared": { trigger: "event.approved", leadsTo: "event" },
  "event-merged": { trigger: "event.rejected", leadsTo: "event" },
  "event-deleted": { trigger: "event.rejected", leadsTo: "myEvents" },
  "event-hidden": { trigger: "event.rejected", leadsTo: "myEvents" },
  "event-shown": { trigger: "event.approved", leadsTo: "event" },
  "event-reopened": { trigger: "event.rejected", leadsTo: "myEvents" },
  "draft-completed": { trigger: "event.approved", leadsTo: "event" },
};

/** Idempotency key of the domain event that tells a decision. */
export const verdictKey = (decisionId: string) => `verdict:${decisionId}`;

interface PendingDecisionEvent {
  /** For the batch of the decision: neither is there without the other. */
  statements: (decisionId: string) => readonly BatchItem<"sqlite">[];
  /** Once the batch is written. */
  dispatch(): Promise<void>;
}

const NOBODY: PendingDecisionEvent = { statements: () => [], dispatch: async () => {} };

/**
 * The domain event that notifies an event's creator of a decision with its reason, unless they made
 * it.
 */
export function notifyCreator(
  deps: Deps,
  actor: Actor,
  event: { id: string; creatorId: string | null; titleEn: string; titleFa: string | null },
  kind: VerdictKind,
  reason?: string,
  /** The target, if not the event. */
  elsewhere?: string,
): PendingDecisionEvent {
  if (event.creatorId === null || event.creatorId === actor.id) return NOBODY;
  const { trigger, leadsTo } = VERDICTS[kind];
  let domainEventId: string | null = null;
  return {
    statements: (decisionId) => {
      const { id, statement } = domainEventStatement(deps, {
        trigger,
        kind,
        eventId: event.id,
        actorId: actor.id,
        values: {
          title: { en: event.titleEn, fa: event.titleFa },
          ...(reason === undefined ? {} : { reason }),
        },
        actionPath:
          elsewhere ?? (leadsTo === "myEvents" ? paths.myEvents() : paths[leadsTo](event.id)),
        idempotencyKey: verdictKey(decisionId),
      });
      domainEventId = id;
      return [statement];
    },
    dispatch: async () => {
      if (domainEventId !== null) await enqueueDomainEvent(deps, domainEventId);
    },
  };
}

/** Sends mails and pushes independently: a failure affects no others. The queue goes on with what is left. */
export async function sendNotifications(
  deps: Deps,
  { mails, pushes }: NotificationsToSend,
): Promise<void> {
  const [{ left }, { left: leftPushes }] = await Promise.all([
    deliverMails(deps, mails),
    deliverPushes(deps, pushes),
  ]);
  enqueueNotifications(deps, { mails: left, pushes: leftPushes });
}
