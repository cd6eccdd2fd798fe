import { and, eq, sql } from "drizzle-orm";
import { type EventValues, eventDrafts, eventRevisions, events } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import {
  EMPTY_EVENT_VALUES,
  EVENT_FIELD_NAMES,
  eventField,
  pickFields,
} from "../../lib/event/event-fields";
import type { TextPath } from "../../lib/event/field-groups";
import { type Actor, assertCan, can, isStaff } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { findCityBySlug } from "../cities/queries.server";
import { decisionOn, isDeletableByCreator } from "../events/decision.server";
import { assertOwnFiles, withOwnFiles, withStoredPicture } from "../media/own-files.server";
import { notifyCreator } from "../notifications/domain-events.server";
import { settingsOf } from "../settings/platform-settings.server";
import { runGuarded } from "../store/run-guarded.server";
import { announceChange, publishStatements } from "./announce-change.server";
import { assertDraft } from "./check-values.server";
import {
  getOwnEvent,
  isPersianFirst,
  type OwnEvent,
  ownEventMarks,
  ownEventValues,
  unchanged,
} from "./find-own-event.server";
import type { EventInput } from "./schema";

/** Maximum number of drafts per account; keeps a script from filling the database. */
export const DRAFTS_MAX = 200;

/**
 * @throws forbidden while the settings close submission, except for staff (product.md §3,
 * enableEventSubmission)
 */
export async function assertSubmissionOpen(
  deps: Pick<Deps, "db" | "memo">,
  actor: Actor,
): Promise<void> {
  if (!isStaff(actor) && !(await settingsOf(deps)).features.enableEventSubmission)
    throw new AppError("forbidden");
}

/** Limits, city and time against which values are checked. */
export async function checkedAgainst(
  deps: Pick<Deps, "db" | "memo" | "clock">,
  values: EventValues,
) {
  const [{ content }, city] = await Promise.all([
    settingsOf(deps),
    values.city === null ? undefined : findCityBySlug(deps, values.city),
  ]);
  return { limits: content, city, now: deps.clock.now() };
}

/** The refusal of more drafts than an account may have. */
export const tooManyDrafts = () =>
  new AppError("conflict", [
    { path: "", message: "errors:issue.tooManyDrafts", values: { max: DRAFTS_MAX } },
  ]);

/**
 * Creates a draft.
 * @param id fixed id for a retried call: the draft is then created once
 * @param more whether it may lack the English title, and its marks of machine translation
 * @returns id of the draft
 * @throws invalid for impossible values; conflict with too many drafts
 */
export async function createDraft(
  deps: Deps,
  actor: Actor,
  input: EventInput,
  id: string = deps.ids.next(),
  {
    isPersianFirst = false,
    machineTranslated = [],
  }: { isPersianFirst?: boolean; machineTranslated?: readonly TextPath[] } = {},
): Promise<string> {
  assertCan(actor, "event:create");
  await assertSubmissionOpen(deps, actor);
  assertDraft(input, await checkedAgainst(deps, input), isPersianFirst);
  await assertOwnFiles(deps, actor, input);
  const drafts = await deps.db
    .select({ count: sql<number>`count(*)` })
    .from(eventDrafts)
    .where(eq(eventDrafts.creatorId, actor.id))
    .get();
  if ((drafts?.count ?? 0) >= DRAFTS_MAX) throw tooManyDrafts();
  await deps.budget.take("draft", actor.id);
  const values = await withStoredPicture(deps, actor, input);
  const now = deps.clock.now();
  await deps.db
    .insert(eventDrafts)
    .values({
      id,
      creatorId: actor.id,
      titleEn: input.title.en ?? "",
      values,
      machineTranslated: [...machineTranslated],
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing();
  return id;
}

/** The account's own drafts among some ids, by title. */
export const ownDraftsAmong = (
  { db }: Pick<Deps, "db">,
  actor: Pick<Actor, "id">,
  ids: readonly string[],
) =>
  db
    .select({ id: eventDrafts.id, titleEn: eventDrafts.titleEn, values: eventDrafts.values })
    .from(eventDrafts)
    .where(
      and(
        eq(eventDrafts.creatorId, actor.id),
        sql`${eventDrafts.id} IN (SELECT value FROM json_each(${JSON.stringify(ids.slice(0, DRAFTS_MAX))}))`,
      ),
    )
    .orderBy(eventDrafts.titleEn, eventDrafts.id);

/** Deletes several of the account's own drafts for good, in one batch. @returns how many */
export async function deleteDrafts(
  deps: Deps,
  actor: Actor,
  ids: readonly string[],
): Promise<number> {
  assertCan(actor, "event:create");
  const drafts = await ownDraftsAmong(deps, actor, ids);
  const [first, ...rest] = drafts.flatMap(({ id, titleEn }) => [
    deps.db
      .delete(eventDrafts)
      .where(and(eq(eventDrafts.id, id), eq(eventDrafts.creatorId, actor.id))),
    auditEntry(deps, {
      actorId: actor.id,
      action: "event.deleted",
      entity: "event",
      entityId: id,
      metadata: { before: { title: titleEn, status: "draft" } },
      sessionId: actor.sessionId,
    }),
  ]);
  if (first) await deps.db.batch([first, ...rest]);
  return drafts.length;
}

const NOT_COPIED = EVENT_FIELD_NAMES.filter((name) => eventField(name).duplicate === false);

/**
 * Copies an event into a new draft, without dates and without files of other accounts. @returns id
 * of the draft
 * @throws not-found; conflict with too many drafts
 */
export const duplicateEvent = async (deps: Deps, actor: Actor, id: string): Promise<string> =>
  copyEvent(deps, actor, await getOwnEvent(deps, actor, id));

/** `duplicateEvent` of an event that was read, with times of its own. */
export async function copyEvent(
  deps: Deps,
  actor: Actor,
  own: OwnEvent,
  times: Partial<EventValues> = {},
): Promise<string> {
  if (own.draft && own.draft.creatorId !== actor.id) throw new AppError("not-found");
  const values = await withOwnFiles(deps, actor, ownEventValues(own));
  const copy = { ...values, ...pickFields(EMPTY_EVENT_VALUES, NOT_COPIED), ...times } as Parameters<
    typeof createDraft
  >[2];
  const machineTranslated = ownEventMarks(own);
  return createDraft(deps, actor, copy, undefined, {
    isPersianFirst: own.draft !== null && isPersianFirst(own.draft),
    machineTranslated,
  });
}

/**
 * Deletes an event: a draft permanently, a submitted event softly until the nightly job purges it.
 * Creators may delete what is not public; staff may delete everything, which notifies the creator
 * (decisions.md §3).
 * @throws conflict for a creator's public event
 */
export async function deleteEvent(deps: Deps, actor: Actor, id: string): Promise<void> {
  assertCan(actor, "event:create");
  const { draft, event, cities } = await getOwnEvent(deps, actor, id);
  const record = {
    actorId: actor.id,
    action: "event.deleted",
    entity: "event",
    entityId: id,
    metadata: { before: { title: (draft ?? event).titleEn, status: event?.status ?? "draft" } },
    sessionId: actor.sessionId,
  };
  if (draft) {
    // Editors complete drafts that were handed over, and no more.
    if (draft.creatorId !== actor.id) throw new AppError("not-found");
    await deps.db.batch([
      deps.db
        .delete(eventDrafts)
        .where(and(eq(eventDrafts.id, id), eq(eventDrafts.creatorId, actor.id))),
      auditEntry(deps, record),
    ]);
    return;
  }
  if (!can(actor, "event:manage-all")) {
    // Co-hosts edit, and delete nothing.
    if (event.creatorId !== actor.id) throw new AppError("forbidden");
    if (!isDeletableByCreator(event.status)) throw new AppError("conflict");
  }
  const city = cities.get(event.cityId);
  const now = deps.clock.now();
  const decision = decisionOn(deps, {
    event,
    action: "delete",
    toStatus: event.status,
    actorId: actor.id,
  });
  const changes = {
    deletedAt: now,
    decisionId: decision.id,
    version: event.version + 1,
    updatedAt: now,
  };
  const creatorNotification = notifyCreator(deps, actor, event, "event-deleted");
  await runGuarded(deps, [
    decision.statement,
    deps.db.update(events).set(changes).where(unchanged(event)),
    ...creatorNotification.statements(decision.id),
    deps.db.delete(eventRevisions).where(eq(eventRevisions.eventId, id)),
    auditEntry(deps, record),
    ...(event.isListed && city ? publishStatements(deps, { ...event, ...changes }, city) : []),
  ]);
  if (event.isListed && city) announceChange(deps, city.slug, id, "changed");
  await creatorNotification.dispatch();
}
