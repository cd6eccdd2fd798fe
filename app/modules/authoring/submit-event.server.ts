import { and, eq } from "drizzle-orm";
import { type EventStatus, eventDrafts, events } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { decisionOn, nextStatus } from "../events/decision.server";
import {
  limitRefusal,
  reachedLimit,
  submissionAllowance,
  submissionStatement,
} from "../identity/trust/submission-allowance.server";
import { notifyCreator } from "../notifications/domain-events.server";
import { newEventDomainEvent } from "../notifications/event-domain-events.server";
import { occurrenceStatements } from "../schedule/occurrence-statements.server";
import { settingsOf } from "../settings/platform-settings.server";
import { runGuarded } from "../store/run-guarded.server";
import { announceChange, publishStatements } from "./announce-change.server";
import { assertComplete } from "./check-values.server";
import { composeEvent } from "./compose-event.server";
import { assertSubmissionOpen, checkedAgainst } from "./draft-commands.server";
import {
  type EventDraftRow,
  getOwnEvent,
  type OwnEvent,
  ownEventValues,
  unchanged,
} from "./find-own-event.server";
import { authorOf } from "./hand-over.server";

export type Submitted = Extract<EventStatus, "pending" | "approved">;

/**
 * Submits an event for review, or publishes it at once: if the settings say so, for staff, and for
 * creators of the highest tier (decisions.md §3). A first submission counts towards the creator's
 * limits.
 * @returns the new status
 * @throws invalid for missing values; too-many-requests at a limit; conflict; forbidden without a
 * verified address
 */
export async function submitEvent(deps: Deps, actor: Actor, id: string): Promise<Submitted> {
  assertCan(actor, "event:submit");
  const own = await getOwnEvent(deps, actor, id);
  await assertSubmissionOpen(deps, actor);
  const author = own.draft ? await authorOf(deps, actor, own.draft) : actor;
  assertCan(author, "event:submit");
  const [allowance, { moderation }] = await Promise.all([
    submissionAllowance(deps, author),
    settingsOf(deps),
  ]);
  const status: Submitted =
    allowance.isAutoApproved || moderation.autoApproveEvents ? "approved" : "pending";
  if (own.draft) {
    if (reachedLimit(allowance)) throw limitRefusal(allowance, deps.clock.now());
    await submitDraft(deps, actor, own.draft, own, { status, allowance, author });
  } else await resubmit(deps, actor, own, status);
  return status;
}

async function submitDraft(
  deps: Deps,
  actor: Actor,
  draft: EventDraftRow,
  own: OwnEvent,
  {
    status,
    allowance,
    author,
  }: {
    status: Submitted;
    allowance: Awaited<ReturnType<typeof submissionAllowance>>;
    author: Actor;
  },
): Promise<void> {
  const { db, clock } = deps;
  const values = ownEventValues(own);
  const facts = assertComplete(values, await checkedAgainst(deps, values));
  const now = clock.now();
  const columns = await composeEvent(deps, draft.id, values, facts);
  const decision = decisionOn(
    deps,
    {
      event: { id: draft.id, status: "draft", version: draft.version },
      action: "submit",
      toStatus: status,
      actorId: actor.id,
    },
    true,
  );
  const event = {
    ...columns,
    organizerEn: columns.organizerEn ?? own.creator?.displayName ?? null,
    machineTranslated: draft.machineTranslated,
    status,
    creatorId: author.id,
    decisionId: decision.id,
    submittedAt: now,
    publishedAt: status === "approved" ? now : null,
    createdAt: draft.createdAt,
    updatedAt: now,
  };
  const domainEvent = newEventDomainEvent(
    deps,
    { ...event, publishedAt: null },
    status,
    facts.city,
  );
  const creatorNotification = notifyCreator(
    deps,
    actor,
    { ...event, titleFa: event.titleFa ?? null },
    "draft-completed",
  );
  await runGuarded(
    deps,
    [
      decision.statement,
      submissionStatement(deps, author.id, draft.id, allowance),
      db.insert(events).values(event),
      ...occurrenceStatements(db, draft.id, facts.occurrences, now),
      db.delete(eventDrafts).where(eq(eventDrafts.id, draft.id)),
      ...domainEvent.statements,
      ...creatorNotification.statements(decision.id),
      auditEntry(deps, submitRecord(actor, draft.id, "draft", status, author)),
      ...(status === "approved" ? publishStatements(deps, event, facts.city) : []),
    ],
    { "event_submissions.creator_id": () => limitRefusal(allowance, now) },
  );
  if (status === "approved") announceChange(deps, facts.city.slug, draft.id, "created");
  deps.later(domainEvent.dispatch());
  deps.later(creatorNotification.dispatch());
}

async function resubmit(
  deps: Deps,
  actor: Actor,
  own: OwnEvent & { draft: null },
  status: Submitted,
): Promise<void> {
  const { event } = own;
  nextStatus(event.status, "submit");
  const values = ownEventValues(own);
  const facts = assertComplete(values, await checkedAgainst(deps, values));
  const now = deps.clock.now();
  const decision = decisionOn(deps, {
    event,
    action: "submit",
    toStatus: status,
    actorId: actor.id,
  });
  const changes = {
    status,
    rejectionReason: null,
    decisionId: decision.id,
    submittedAt: now,
    publishedAt: status === "approved" ? (event.publishedAt ?? now) : event.publishedAt,
    version: event.version + 1,
    updatedAt: now,
  };
  const domainEvent = newEventDomainEvent(deps, event, status, facts.city);
  await runGuarded(deps, [
    decision.statement,
    deps.db.update(events).set(changes).where(unchanged(event)),
    ...domainEvent.statements,
    auditEntry(deps, submitRecord(actor, event.id, event.status, status)),
    ...(status === "approved" ? publishStatements(deps, { ...event, ...changes }, facts.city) : []),
  ]);
  if (status === "approved") announceChange(deps, facts.city.slug, event.id, "created");
  deps.later(domainEvent.dispatch());
}

const submitRecord = (
  actor: Actor,
  entityId: string,
  before: EventStatus,
  after: EventStatus,
  author: Actor = actor,
) => ({
  actorId: actor.id,
  action: "event.submitted",
  entity: "event",
  entityId,
  metadata: {
    before: { status: before },
    after: { status: after },
    ...(author.id !== actor.id && { inTheNameOf: author.id }),
  },
  sessionId: actor.sessionId,
});

/**
 * Returns a pending event to the drafts (decisions.md §3). @throws conflict in any other status;
 * forbidden for another account's event
 */
export async function withdrawEvent(deps: Deps, actor: Actor, id: string): Promise<void> {
  assertCan(actor, "event:create");
  const { event } = await getOwnEvent(deps, actor, id);
  if (!event) throw new AppError("conflict");
  if (event.creatorId !== actor.id) throw new AppError("forbidden");
  const toStatus = nextStatus(event.status, "withdraw");
  const decision = decisionOn(deps, { event, action: "withdraw", toStatus, actorId: actor.id });
  await runGuarded(deps, [
    decision.statement,
    deps.db
      .update(events)
      .set({
        status: toStatus,
        decisionId: decision.id,
        version: event.version + 1,
        updatedAt: deps.clock.now(),
      })
      .where(and(unchanged(event))),
    auditEntry(deps, {
      actorId: actor.id,
      action: "event.withdrawn",
      entity: "event",
      entityId: id,
      metadata: { before: { status: event.status }, after: { status: toStatus } },
      sessionId: actor.sessionId,
    }),
  ]);
}
