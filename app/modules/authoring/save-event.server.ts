import { and, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type EventValues, eventDrafts, eventRevisions, events } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { staleError } from "../../lib/errors";
import { eventField } from "../../lib/event/event-fields";
import { changedFields, type TextPath } from "../../lib/event/field-groups";
import { type Actor, assertCan, isStaff } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { decisionOn } from "../events/decision.server";
import { keptMarks } from "../events/present/machine-translated";
import { submissionAllowance } from "../identity/trust/submission-allowance.server";
import { assertOwnFiles, withStoredPicture } from "../media/own-files.server";
import {
  changeDomainEvent,
  datesAddedDomainEvent,
} from "../notifications/event-domain-events.server";
import { addedDates } from "../schedule/added-dates.server";
import { occurrenceStatements } from "../schedule/occurrence-statements.server";
import { runGuarded } from "../store/run-guarded.server";
import { announceChange, publishStatements } from "./announce-change.server";
import { assertComplete, assertDraft, type CompleteFacts } from "./check-values.server";
import { composeEvent } from "./compose-event.server";
import { checkedAgainst } from "./draft-commands.server";
import { valuesOfEvent } from "./event-values.server";
import {
  type EventDraftRow,
  getOwnEvent,
  isPersianFirst,
  type OwnEvent,
  ownEventValues,
  unchanged,
  versionOf,
} from "./find-own-event.server";
import type { EventInput } from "./schema";

/** Result of an edit: saved, or pending review while the approved version stays public. */
export type Saved = "saved" | "waits-for-review";

/**
 * Saves values of an event. Drafts, pending and rejected events change in place. For approved
 * events, only staff and creators of the highest tier change the public version directly
 * (decisions.md §3).
 * @param seen version that the author saw; null skips the check
 * @throws invalid; conflict if the event changed meanwhile or cannot be edited
 */
export async function saveEvent(
  deps: Deps,
  actor: Actor,
  id: string,
  input: EventInput,
  seen: number | null = null,
): Promise<Saved> {
  assertCan(actor, "event:create");
  const own = await getOwnEvent(deps, actor, id);
  if (seen !== null && seen !== versionOf(own)) throw staleError();
  await assertOwnFiles(deps, actor, input, ownEventValues(own));
  if (own.draft) {
    await saveDraft(deps, actor, own.draft, input);
    return "saved";
  }
  const { event } = own;
  // An edit of a submitted event reaches moderators or the public.
  if (event.status !== "draft" && event.status !== "rejected") assertCan(actor, "event:submit");
  const facts = assertComplete(input, { ...(await checkedAgainst(deps, input)), announced: event });
  const isPublic = event.status === "approved" || event.status === "flagged";
  const values = await withStoredPicture(deps, actor, input, ownEventValues(own).imageUrl);
  const mayPublish = isStaff(actor) || (await submissionAllowance(deps, actor)).isAutoApproved;
  if (isPublic && !mayPublish) {
    await reviseEvent(deps, actor, own, values);
    return "waits-for-review";
  }
  await changeEvent(deps, actor, own, values, facts, "edit");
  return "saved";
}

async function saveDraft(
  deps: Deps,
  actor: Actor,
  draft: EventDraftRow,
  input: EventInput,
): Promise<void> {
  assertDraft(input, await checkedAgainst(deps, input), isPersianFirst(draft));
  const values = await withStoredPicture(deps, actor, input, draft.values.imageUrl);
  const machineTranslated = keptMarks(draft.machineTranslated, draft.values, values);
  const { meta } = await deps.db
    .update(eventDrafts)
    .set({
      values,
      machineTranslated,
      titleEn: values.title.en ?? "",
      version: draft.version + 1,
      updatedAt: deps.clock.now(),
    })
    .where(and(eq(eventDrafts.id, draft.id), eq(eventDrafts.version, draft.version)));
  if (meta.changes === 0) throw staleError();
}

/** Stores an edit of an approved event for review; replaces a pending edit. */
async function reviseEvent(
  deps: Deps,
  actor: Actor,
  { event, revision }: OwnEvent & { draft: null },
  values: EventValues,
): Promise<void> {
  const now = deps.clock.now();
  const decision = decisionOn(deps, {
    event,
    action: "revise",
    toStatus: event.status,
    actorId: actor.id,
  });
  const row = {
    values,
    status: "pending" as const,
    rejectionReason: null,
    sourceItemId: null,
    updatedAt: now,
  };
  await runGuarded(
    deps,
    [
      decision.statement,
      deps.db
        .insert(eventRevisions)
        .values({
          eventId: event.id,
          ...row,
          authorId: sql`${revisionGuard(event.id, revision)} THEN ${actor.id} END`,
          createdAt: now,
        })
        .onConflictDoUpdate({
          target: eventRevisions.eventId,
          // A rejected edit that is submitted again joins the end of the queue; a pending one keeps
          // its place.
          set: {
            ...row,
            authorId: actor.id,
            version: (revision?.version ?? 0) + 1,
            ...(revision?.status === "rejected" && { createdAt: now }),
          },
        }),
      auditEntry(deps, {
        actorId: actor.id,
        action: "event.revised",
        entity: "event",
        entityId: event.id,
        sessionId: actor.sessionId,
      }),
    ],
    { "event_revisions.author_id": staleError },
  );
}

/**
 * SQL: start of a guard value that is null, and fails its batch, if the pending edit changed since
 * it was read.
 */
const revisionGuard = (eventId: string, revision: OwnEvent["revision"]) =>
  sql`CASE WHEN coalesce((SELECT version FROM event_revisions WHERE event_id = ${eventId}), 0) = ${revision?.version ?? 0}`;

/**
 * Changes an event in place, with all derived data. Settles its pending edit.
 * @param following further statements for the batch
 * @throws conflict if the event changed since it was read
 */
export async function changeEvent(
  deps: Deps,
  actor: Actor,
  { event, revision, cities }: OwnEvent & { draft: null },
  values: EventValues,
  facts: CompleteFacts,
  action: "edit" | "accept-revision",
  following: (decisionId: string) => readonly BatchItem<"sqlite">[] = () => [],
  /** Marks of texts that come from elsewhere. */
  marks: readonly TextPath[] = [],
): Promise<void> {
  const before = valuesOfEvent(event, cities.get(event.cityId));
  const columns = await composeEvent(deps, event.id, values, facts);
  const changed = changedFields(
    before,
    valuesOfEvent({ ...event, ...columns } as OwnEvent["event"] & object, facts.city),
  );
  const isMaterial = changed.some((name) => eventField(name).notify !== undefined);
  const hasMoved = columns.startsAt !== event.startsAt;
  const wasListed = event.isListed;
  const decision = decisionOn(deps, { event, action, toStatus: event.status, actorId: actor.id });
  const changes = {
    ...columns,
    machineTranslated: [
      ...new Set([...keptMarks(event.machineTranslated, before, values), ...marks]),
    ],
    decisionId: decision.id,
    // Higher than the version of any form that saw the edit: `versionOf` must not repeat a number.
    version: event.version + (revision?.version ?? 0) + 1,
    sequence: event.sequence + (isMaterial && event.publishedAt !== null ? 1 : 0),
    previousStartsAt:
      hasMoved && event.publishedAt !== null
        ? (event.previousStartsAt ?? event.startsAt)
        : event.previousStartsAt,
    // A new time ends "postponed".
    lifecycle:
      hasMoved && event.lifecycle === "postponed" ? ("scheduled" as const) : event.lifecycle,
    isOver: columns.endsAt <= deps.clock.now(),
    updatedAt: deps.clock.now(),
  };
  // Attributes an accepted edit to its creator, not to the moderator.
  const by = {
    decisionId: decision.id,
    actorId: action === "edit" ? actor.id : (event.creatorId ?? actor.id),
  };
  const times = {
    allDay: columns.allDay ?? event.allDay,
    timeZone: columns.timeZone,
    city: { en: facts.city.nameEn, fa: facts.city.nameFa },
    oldStartsAt: event.startsAt,
    startsAt: columns.startsAt,
  };
  const added = addedDates(
    event.schedule,
    facts.occurrences,
    { eventId: event.id, timeZone: event.timeZone },
    deps.clock.now(),
  );
  const domainEvents = wasListed
    ? [
        changeDomainEvent(deps, { ...event, ...changes }, changed, by, times),
        datesAddedDomainEvent(deps, { ...event, ...changes }, added, by, times),
      ]
    : [];
  await runGuarded(deps, [
    decision.statement,
    deps.db
      .update(events)
      .set({
        ...changes,
        version: sql`${revisionGuard(event.id, revision)} THEN ${changes.version} END`,
      })
      .where(unchanged(event)),
    deps.db.delete(eventRevisions).where(eq(eventRevisions.eventId, event.id)),
    ...occurrenceStatements(deps.db, event.id, facts.occurrences, deps.clock.now()),
    ...following(decision.id),
    ...domainEvents.flatMap(({ statements }) => statements),
    auditEntry(deps, {
      actorId: actor.id,
      action: action === "edit" ? "event.edited" : "event.revision-accepted",
      entity: "event",
      entityId: event.id,
      metadata: {
        before: Object.fromEntries(changed.map((name) => [name, before[name]])),
        after: Object.fromEntries(changed.map((name) => [name, values[name]])),
      },
      sessionId: actor.sessionId,
    }),
    ...(wasListed
      ? publishStatements(deps, { ...event, ...changes }, facts.city, event.cityId)
      : []),
  ]);
  if (wasListed) announceChange(deps, facts.city.slug, event.id, "changed");
  for (const domainEvent of domainEvents) deps.later(domainEvent.dispatch());
}
