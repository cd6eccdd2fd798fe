import { eq, sql } from "drizzle-orm";
import { type EventValues, eventDrafts } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan, isStaff } from "../../lib/permissions";
import { findCityBySlug } from "../cities/queries.server";
import { assertOwnFiles, withStoredPicture } from "../media/own-files.server";
import { settingsOf } from "../settings/platform-settings.server";
import { assertDraft } from "./check-values.server";
import type { EventInput } from "./schema";

/** More drafts than this nobody works on: it keeps a script from filling the database. */
const DRAFTS_MAX = 200;

/** @throws AppError("forbidden") while the settings take no new events, staff aside (product.md §3, enableEventSubmission) */
export async function assertSubmissionOpen(deps: Pick<Deps, "db" | "memo">, actor: Actor): Promise<void> {
  if (!isStaff(actor) && !(await settingsOf(deps)).features.enableEventSubmission) throw new AppError("forbidden");
}

/** What values of a draft or an event are checked against. */
export async function checkedAgainst(deps: Pick<Deps, "db" | "memo" | "clock">, values: EventValues) {
  const [{ content }, city] = await Promise.all([settingsOf(deps), values.city === null ? undefined : findCityBySlug(deps, values.city)]);
  return { limits: content, city, now: deps.clock.now() };
}

/**
 * Keeps what somebody has written of a new event. @param id for what may come a second time after a machine has died in
 * the middle: a draft of that id is there once @returns its id
 * @throws AppError("invalid") for what can never be right, AppError("conflict") with too many drafts
 */
export async function createDraft(deps: Deps, actor: Actor, input: EventInput, id: string = deps.ids.next()): Promise<string> {
  assertCan(actor, "event:create");
  await assertSubmissionOpen(deps, actor);
  assertDraft(input, await checkedAgainst(deps, input));
  await assertOwnFiles(deps, actor, input);
  const drafts = await deps.db.select({ count: sql<number>`count(*)` }).from(eventDrafts).where(eq(eventDrafts.creatorId, actor.id)).get();
  if ((drafts?.count ?? 0) >= DRAFTS_MAX)
    throw new AppError("conflict", [{ path: "", message: "errors:issue.tooManyDrafts", values: { max: DRAFTS_MAX } }]);
  await deps.budget.take("draft", actor.id);
  const values = await withStoredPicture(deps, actor, input);
  const now = deps.clock.now();
  await deps.db
    .insert(eventDrafts)
    .values({ id, creatorId: actor.id, titleEn: input.title.en ?? "", values, createdAt: now, updatedAt: now })
    .onConflictDoNothing();
  return id;
}
