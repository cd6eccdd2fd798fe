import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { eventDrafts, events } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { assertDraft } from "../../authoring/check-values.server";
import {
  assertSubmissionOpen,
  checkedAgainst,
  DRAFTS_MAX,
  tooManyDrafts,
} from "../../authoring/draft-commands.server";
import type { EventInput } from "../../authoring/schema";
import { insertSelect, runGuarded } from "../../store/run-guarded.server";
import { rowParts } from "../ingestion/start-run.server";

/** Drafts that one command makes, at most. */
export const DRAFTS_AT_ONCE = 100;

type Statement = BatchItem<"sqlite">;

/**
 * Creates the drafts of an import in one batch: all or none. Ids that a draft or an event has
 * already are passed over, so a command that is sent twice makes no second set.
 * @param drafts with ids that no other account can have
 * @throws invalid for none, too many or impossible values; conflict beyond an account's drafts
 */
export async function createDrafts(
  deps: Deps,
  actor: Actor,
  drafts: readonly { id: string; input: EventInput }[],
): Promise<void> {
  assertCan(actor, "event:create");
  await assertSubmissionOpen(deps, actor);
  if (drafts.length === 0 || drafts.length > DRAFTS_AT_ONCE)
    throw new AppError("invalid", [
      {
        path: "take",
        message: drafts.length === 0 ? "errors:issue.noneChosen" : "errors:issue.tooManyChosen",
        values: { max: DRAFTS_AT_ONCE },
      },
    ]);
  for (const { input } of drafts) assertDraft(input, await checkedAgainst(deps, input));
  await deps.budget.take("import", actor.id);
  const { db, clock } = deps;
  const now = clock.now();
  const ids = JSON.stringify(drafts.map(({ id }) => id));
  // Comes out null, and so fails the batch, where the account would have too many.
  const creatorId = sql<string>`(SELECT ${actor.id} WHERE (SELECT count(*) FROM ${eventDrafts}
    WHERE creator_id = ${actor.id} AND id NOT IN (SELECT value FROM json_each(${ids}))) + ${drafts.length} <= ${DRAFTS_MAX})`;
  const rows = drafts.map(({ id, input }) =>
    JSON.stringify({ id, titleEn: input.title.en ?? "", values: input }),
  );
  const statements = rowParts(rows).map((part) =>
    insertSelect(
      db,
      eventDrafts,
      {
        id: sql`value ->> 'id'`,
        creatorId,
        titleEn: sql`value ->> 'titleEn'`,
        values: sql`value -> 'values'`,
        version: 1,
        machineTranslated: [],
        needsLanguage: null,
        handedOverAt: null,
        createdAt: now,
        updatedAt: now,
      },
      sql`FROM json_each(${`[${part.join(",")}]`})
        WHERE value ->> 'id' NOT IN (SELECT id FROM ${events}) AND value ->> 'id' NOT IN (SELECT id FROM ${eventDrafts})`,
    ),
  );
  await runGuarded(deps, statements as unknown as [Statement, ...Statement[]], {
    "event_drafts.creator_id": tooManyDrafts,
  });
}
