import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { eventDrafts } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { eventField, TEXT_NAMES } from "../../lib/event/event-fields";
import { type Actor, assertCan } from "../../lib/permissions";
import { auditWhere } from "../audit/audit-entry.server";
import { findActor, type PresentDeps } from "../identity/sessions.server";
import {
  limitRefusal,
  reachedLimit,
  submissionAllowance,
} from "../identity/trust/submission-allowance.server";
import { runGuarded } from "../store/run-guarded.server";
import { assertComplete } from "./check-values.server";
import { assertSubmissionOpen, checkedAgainst } from "./draft-commands.server";
import { type EventDraftRow, getOwnEvent } from "./find-own-event.server";
import type { EventInput } from "./schema";

export type Language = "en" | "fa";

/**
 * The values with the required texts of a language lent by the other one, to check everything else.
 */
function withLentTexts(values: EventInput, language: Language): EventInput {
  const other = language === "en" ? "fa" : "en";
  const lent = TEXT_NAMES.filter((name) => eventField(name).required !== undefined).map((name) => [
    name,
    { ...values[name], [language]: values[name][language] ?? values[name][other] },
  ]);
  return { ...values, ...Object.fromEntries(lent) };
}

/** Checks values that lack nothing for submission but texts of a language. @throws invalid */
export async function assertCompleteBut(
  deps: Pick<Deps, "db" | "memo" | "clock">,
  values: EventInput,
  language: Language,
): Promise<void> {
  const lent = withLentTexts(values, language);
  assertComplete(lent, await checkedAgainst(deps, lent));
}

/**
 * Hands a draft over to the editors, who add a language and submit it in its author's name. It must
 * be complete but for that language.
 * @throws invalid for what else is missing; conflict if it is handed over or changed meanwhile;
 * too-many-requests at a limit
 */
export async function handOver(
  deps: Deps,
  actor: Actor,
  id: string,
  language: Language,
): Promise<void> {
  assertCan(actor, "event:submit");
  const draft = await ownDraft(deps, actor, id);
  if (draft.needsLanguage) throw new AppError("conflict");
  await assertSubmissionOpen(deps, actor);
  await assertCompleteBut(deps, draft.values as EventInput, language);
  const allowance = await submissionAllowance(deps, actor);
  if (reachedLimit(allowance)) throw limitRefusal(allowance, deps.clock.now());
  const asFound = and(
    eq(eventDrafts.id, id),
    eq(eventDrafts.version, draft.version),
    isNull(eventDrafts.needsLanguage),
  );
  await setNeed(deps, actor, id, { action: "event.handed-over", language, asFound });
}

/** Takes a draft back from the editors. @throws conflict if it is not handed over any more */
export async function takeBack(deps: Deps, actor: Actor, id: string): Promise<void> {
  assertCan(actor, "event:create");
  await ownDraft(deps, actor, id);
  const asFound = and(eq(eventDrafts.id, id), isNotNull(eventDrafts.needsLanguage));
  await setNeed(deps, actor, id, { action: "event.taken-back", language: null, asFound });
}

async function ownDraft(deps: Deps, actor: Actor, id: string): Promise<EventDraftRow> {
  const { draft } = await getOwnEvent(deps, actor, id);
  if (!draft) throw new AppError("conflict");
  if (draft.creatorId !== actor.id) throw new AppError("not-found");
  return draft;
}

interface Need {
  action: "event.handed-over" | "event.taken-back";
  language: Language | null;
  asFound: ReturnType<typeof and>;
}

async function setNeed(
  deps: Deps,
  actor: Actor,
  id: string,
  { action, language, asFound }: Need,
): Promise<void> {
  const { db, clock } = deps;
  await runGuarded(deps, [
    auditWhere(
      deps,
      {
        actorId: actor.id,
        action,
        entity: "event",
        entityId: id,
        metadata: { language },
        sessionId: actor.sessionId,
      },
      db.select({ id: eventDrafts.id }).from(eventDrafts).where(asFound),
    ),
    db
      .update(eventDrafts)
      .set({ needsLanguage: language, handedOverAt: language === null ? null : clock.now() })
      .where(eq(eventDrafts.id, id)),
  ]);
}

/**
 * The author of a draft, in whose name it is submitted. @throws conflict if their account is closed
 */
export async function authorOf(
  deps: PresentDeps,
  actor: Actor,
  { creatorId }: EventDraftRow,
): Promise<Actor> {
  const author = creatorId === actor.id ? actor : await findActor(deps, creatorId, actor.sessionId);
  if (!author) throw new AppError("conflict");
  return author;
}
