import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import * as v from "valibot";
import {
  domainEvents,
  events,
  HOST_MESSAGE_AUDIENCES,
  hostMessages,
  users,
} from "../../../db/schema";
import { DAY, MINUTE } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { paths } from "../../lib/paths";
import { type Actor, assertCan, isStaff } from "../../lib/permissions";
import { excerpt } from "../../lib/text/excerpt";
import { auditEntry } from "../audit/audit-entry.server";
import { getListedEvent } from "../events/get-event.server";
import { tierOf } from "../identity/users/schema";
import {
  domainEventStatement,
  enqueueDomainEvent,
  sendOn,
  withdrawDomainEvent,
} from "../notifications/domain-events.server";
import { messageDomainEvent } from "../notifications/event-domain-events.server";
import { countSavers } from "../notifications/remind-savers.server";
import { countGuests } from "../notifications/tell-guests.server";
import { runGuarded } from "../store/run-guarded.server";
import { GUESTS_SHOWN } from "./guest-list.server";
import { assertHosts } from "./host-access.server";

/** Characters of a message. */
export const HOST_MESSAGE_LENGTH = { min: 10, max: 2_000 } as const;
/** Time within which a message can be taken back, ms: it goes out after that. */
const UNDO_TIME = MINUTE;
/** Letters of it in lists of notifications; the email has the whole. */
const EXCERPT = 140;
/** Messages that a host's page shows, and staff at once. */
const SHOWN = 20;

/** What looks like an address of the web, in text whose look-alikes of dots are dots. */
const ADDRESSES = /(?:https?:\/\/)?((?:[\p{L}\d-]+\.)+\p{L}{2,})/giu;

/** Hosts of the addresses in a text, as clients read them (UTS 46). */
const hostsIn = (text: string): string[] =>
  [...text.normalize("NFKC").replace(/[。․]/gu, ".").matchAll(ADDRESSES)].map(([, host = ""]) =>
    host.toLowerCase().replace(/^www\./, ""),
  );

const hostOf = (url: string | null): string =>
  url && URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : "";

export const HostMessageInput = v.object({
  audience: v.picklist(HOST_MESSAGE_AUDIENCES, "errors:issue.missing"),
  /** Original start of a showing; null is all to come. */
  at: v.nullable(v.string()),
  /** Registrations that are meant; null is all with a place. */
  chosen: v.optional(
    v.nullable(v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(GUESTS_SHOWN))),
    null,
  ),
  text: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(HOST_MESSAGE_LENGTH.min, "errors:issue.shortText"),
    v.maxLength(HOST_MESSAGE_LENGTH.max, "errors:issue.tooLong"),
  ),
});
export type HostMessageInput = v.InferInput<typeof HostMessageInput>;

export type HostMessageRow = typeof hostMessages.$inferSelect;

const occurrencesOf = (at: string | null) => (at === null ? undefined : [at]);

/**
 * Whether a message may be sent as it is, and how many it reaches.
 * @throws AppError("invalid") for links to other sites, and for an audience without recipients
 */
export async function checkHostMessage(
  deps: Deps,
  actor: Actor | null,
  eventId: string,
  { audience, at, chosen, text }: HostMessageInput,
) {
  const host = await assertHosts(deps, actor, { kind: "event", id: eventId }, "guests");
  assertCan(host, "event:submit");
  const event = await getListedEvent(deps, eventId);
  const allowed = [hostOf(deps.siteUrl), hostOf(event.ticketUrl)];
  if (hostsIn(text).some((found) => !allowed.includes(found)))
    throw new AppError("invalid", [{ path: "text", message: "errors:issue.messageLinks" }]);
  const occurrences = occurrencesOf(at);
  const now = deps.clock.now() + UNDO_TIME;
  const { startsAt } = event;
  const recipients =
    audience === "guests"
      ? await countGuests(deps, { eventId, occurrences, chosen, isMessage: true })
      : (
          await countSavers(
            deps,
            event,
            "message",
            host.id,
            { at: now, oldStartsAt: startsAt, startsAt },
            occurrences,
          )
        ).people;
  if (recipients === 0)
    throw new AppError("invalid", [{ path: "audience", message: "errors:issue.messageNobody" }]);
  return { host, event, recipients };
}

/** The first message of a host who is not trusted waits for staff. */
async function isHeldFirst({ db }: Pick<Deps, "db">, host: Actor): Promise<boolean> {
  if (isStaff(host)) return false;
  const [[account], [earlier]] = await db.batch([
    db.select({ trust: users.trustScore }).from(users).where(eq(users.id, host.id)),
    db
      .select({ id: hostMessages.id })
      .from(hostMessages)
      .where(and(eq(hostMessages.authorId, host.id), eq(hostMessages.status, "sent")))
      .limit(1),
  ]);
  return earlier === undefined && tierOf(account?.trust ?? 0) !== "trusted";
}

type Told = Pick<
  HostMessageRow,
  "id" | "text" | "audience" | "originalStart" | "chosen" | "authorId"
>;

const telling = (
  deps: Deps,
  event: Parameters<typeof messageDomainEvent>[1],
  { id, text, audience, originalStart, chosen, authorId }: Told,
  dueAt: number,
) =>
  messageDomainEvent(deps, event, {
    id,
    text,
    excerpt: excerpt(text, EXCERPT),
    to: chosen ? "chosen" : audience,
    authorId,
    occurrences: occurrencesOf(originalStart),
    chosen,
    dueAt,
  });

/**
 * Sends a message to the guests of a showing, or to those who saved the event: after a minute in
 * which it can be taken back. One a day and showing to each of the two.
 * @returns whether it is on its way or waits for staff
 * @throws as `checkHostMessage`, and AppError("too-many-requests")
 */
export async function sendHostMessage(
  deps: Deps,
  actor: Actor | null,
  eventId: string,
  input: HostMessageInput,
): Promise<"sent" | "held"> {
  const { host, event, recipients } = await checkHostMessage(deps, actor, eventId, input);
  const { db, clock, ids } = deps;
  const now = clock.now();
  const isHeld = await isHeldFirst(deps, host);
  const chosen = input.audience === "guests" ? (input.chosen ?? null) : null;
  const row = {
    id: ids.next(),
    eventId,
    originalStart: input.at,
    audience: chosen ? ("chosen" as const) : input.audience,
    chosen,
    text: input.text,
    authorId: host.id,
    status: isHeld ? ("held" as const) : ("sent" as const),
    dueAt: isHeld ? now : now + UNDO_TIME,
    createdAt: now,
  };
  const isFree = sql`NOT EXISTS (SELECT 1 FROM host_messages m WHERE m.event_id = ${eventId} AND m.created_at > ${now - DAY}
    AND (m.audience = 'savers') = ${input.audience === "savers" ? 1 : 0} AND m.status IN ('held', 'sent')
    AND (m.original_start IS NULL OR ${input.at} IS NULL OR m.original_start = ${input.at}))`;
  const domainEvent = isHeld ? null : telling(deps, event, row, row.dueAt);
  await runGuarded(
    deps,
    [
      db
        .insert(hostMessages)
        .values({ ...row, eventId: sql`CASE WHEN ${isFree} THEN ${eventId} END` }),
      ...(domainEvent ? [domainEvent.statement] : []),
      auditEntry(deps, {
        actorId: host.id,
        action: "event.message-sent",
        entity: "event",
        entityId: eventId,
        sessionId: host.sessionId,
        metadata: { message: row.id, audience: row.audience, recipients, isHeld },
      }),
    ],
    {
      "host_messages.event_id": () =>
        new AppError(
          "too-many-requests",
          [{ path: "", message: "errors:issue.messageLimit" }],
          DAY / 1000,
        ),
    },
  );
  if (domainEvent) sendOn(deps, domainEvent.id, UNDO_TIME);
  return isHeld ? "held" : "sent";
}

const causeOf = ({ db }: Pick<Deps, "db">, id: string) =>
  db
    .select({ id: domainEvents.id })
    .from(domainEvents)
    .where(eq(domainEvents.idempotencyKey, `message:${id}`))
    .get();

/**
 * Takes a message back within its minute, or while it waits for staff. @throws AppError("conflict")
 * once it goes out
 */
export async function undoHostMessage(
  deps: Deps,
  actor: Actor | null,
  eventId: string,
  id: string,
): Promise<void> {
  const host = await assertHosts(deps, actor, { kind: "event", id: eventId }, "guests");
  const { db, clock } = deps;
  const row = await db
    .select()
    .from(hostMessages)
    .where(and(eq(hostMessages.id, id), eq(hostMessages.eventId, eventId)))
    .get();
  if (!row) throw new AppError("not-found");
  const cause = await causeOf(deps, id);
  const isOpen = sql`(${hostMessages.status} = 'held' OR (${hostMessages.status} = 'sent' AND ${hostMessages.dueAt} > ${clock.now()}
    AND EXISTS (SELECT 1 FROM ${domainEvents} c WHERE c.id = ${cause?.id ?? ""} AND c.attempts = 0 AND c.done_at IS NULL)))`;
  await runGuarded(
    deps,
    [
      db
        .update(hostMessages)
        .set({ status: "undone", eventId: sql`CASE WHEN ${isOpen} THEN ${eventId} END` })
        .where(eq(hostMessages.id, id)),
      ...(cause ? [withdrawDomainEvent(deps, cause.id)] : []),
      auditEntry(deps, {
        actorId: host.id,
        action: "event.message-undone",
        entity: "event",
        entityId: eventId,
        sessionId: host.sessionId,
        metadata: { message: id },
      }),
    ],
    { "host_messages.event_id": () => new AppError("conflict") },
  );
}

/** The latest messages of an event, and whether each can still be taken back. */
export async function listHostMessages(
  { db, clock }: Pick<Deps, "db" | "clock">,
  eventId: string,
): Promise<(HostMessageRow & { isUndoable: boolean })[]> {
  const rows = await db
    .select()
    .from(hostMessages)
    .where(eq(hostMessages.eventId, eventId))
    .orderBy(desc(hostMessages.createdAt), desc(hostMessages.id))
    .limit(SHOWN);
  return rows.map((row) => ({
    ...row,
    isUndoable: row.status === "held" || (row.status === "sent" && row.dueAt > clock.now()),
  }));
}

/** Messages of hosts that wait for staff, the oldest first. */
export function listHeldMessages({ db }: Pick<Deps, "db">, actor: Actor | null) {
  assertCan(actor, "host:manage");
  return (
    db
      .select({
        message: hostMessages,
        title: { en: events.titleEn, fa: events.titleFa },
        author: { id: users.id, name: users.displayName },
      })
      .from(hostMessages)
      .innerJoin(events, eq(events.id, hostMessages.eventId))
      .innerJoin(users, eq(users.id, hostMessages.authorId))
      // Written out, so that the partial index is taken.
      .where(sql`${hostMessages.status} = 'held'`)
      .orderBy(asc(hostMessages.createdAt), asc(hostMessages.id))
      .limit(SHOWN)
  );
}

/**
 * Approves a held message, which sends it, or rejects it with a reason. Its author is notified.
 * @param reason null approves
 * @throws AppError("conflict") unless it waits, AppError("forbidden") for one's own,
 * AppError("invalid") at `reason`
 */
export async function decideHostMessage(
  deps: Deps,
  actor: Actor | null,
  id: string,
  reason: string | null,
): Promise<void> {
  assertCan(actor, "host:manage");
  const { db, clock } = deps;
  const waits = and(eq(hostMessages.id, id), eq(hostMessages.status, "held"));
  const row = await db.select().from(hostMessages).where(waits).get();
  if (!row) throw new AppError("conflict");
  if (row.authorId === actor.id)
    throw new AppError("forbidden", [{ path: "", message: "errors:issue.ownClaim" }]);
  const isApproved = reason === null;
  const said = reason?.trim() ?? "";
  if (!isApproved && said.length < HOST_MESSAGE_LENGTH.min / 2)
    throw new AppError("invalid", [{ path: "reason", message: "errors:issue.shortText" }]);
  const event = await getListedEvent(deps, row.eventId);
  const now = clock.now();
  const sent = isApproved ? telling(deps, event, row, now) : null;
  const told = domainEventStatement(deps, {
    trigger: "host.decided",
    kind: isApproved ? "announcement-approved" : "announcement-rejected",
    eventId: null,
    actorId: actor.id,
    values: {
      author: row.authorId,
      title: { en: event.titleEn, fa: event.titleFa },
      ...(!isApproved && { reason: said }),
    },
    actionPath: paths.hostMessages(row.eventId),
    idempotencyKey: `message-decided:${id}`,
  });
  const statements: BatchItem<"sqlite">[] = [
    db
      .update(hostMessages)
      .set({
        // Null, which fails the batch, where it was decided or taken back meanwhile.
        eventId: sql`CASE WHEN ${hostMessages.status} = 'held' THEN ${row.eventId} END`,
        status: isApproved ? "sent" : "rejected",
        dueAt: now,
        decidedBy: actor.id,
      })
      .where(eq(hostMessages.id, id)),
    ...(sent ? [sent.statement] : []),
    told.statement,
    auditEntry(deps, {
      actorId: actor.id,
      action: "event.message-decided",
      entity: "event",
      entityId: row.eventId,
      sessionId: actor.sessionId,
      metadata: { message: id, author: row.authorId, isApproved },
    }),
  ];
  const [first, ...rest] = statements as [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]];
  await runGuarded(deps, [first, ...rest], {
    "host_messages.event_id": () => new AppError("conflict"),
  });
  for (const cause of [told, ...(sent ? [sent] : [])])
    deps.later(enqueueDomainEvent(deps, cause.id));
}
