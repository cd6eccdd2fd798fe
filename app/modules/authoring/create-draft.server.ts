import { eq, sql } from "drizzle-orm";
import { type EventValues, eventDrafts } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { TextPath } from "../../lib/event/event-fields";
import { type Actor, assertCan, isStaff } from "../../lib/permissions";
import { findCityBySlug } from "../cities/queries.server";
import { assertOwnFiles, withStoredPicture } from "../media/own-files.server";
import { settingsOf } from "../settings/platform-settings.server";
import { assertDraft } from "./check-values.server";
import type { EventInput } from "./schema";

/** Maximum number of drafts per account; keeps a script from filling the database. */
const DRAFTS_MAX = 200;

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
  if ((drafts?.count ?? 0) >= DRAFTS_MAX)
    throw new AppError("conflict", [
      { path: "", message: "errors:issue.tooManyDrafts", values: { max: DRAFTS_MAX } },
    ]);
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
