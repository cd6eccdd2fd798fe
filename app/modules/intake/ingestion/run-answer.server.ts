import { and, eq, ne } from "drizzle-orm";
import { ingestionRuns, ingestionTexts } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { readText } from "./ingestion-texts.server";

/**
 * Whether a run's raw answer is still stored. Texts of wizards belong to their owners alone and do
 * not count.
 */
export async function hasAnswer(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  runId: string,
): Promise<boolean> {
  assertCan(actor, "ingestion:manage");
  const part = await db
    .select({ part: ingestionTexts.part })
    .from(ingestionTexts)
    .innerJoin(ingestionRuns, eq(ingestionRuns.id, ingestionTexts.ownerId))
    .where(and(eq(ingestionTexts.ownerId, runId), ne(ingestionTexts.body, "")))
    .limit(1)
    .get();
  return part !== undefined;
}

/**
 * A run's raw answer as a download, never as a page, since its content is unchecked.
 * @throws not-found if there is no such run, it had no answer, or the answer was purged
 */
export async function runAnswerFile(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
  runId: string,
): Promise<Response> {
  assertCan(actor, "ingestion:manage");
  const text = (await hasAnswer(deps, actor, runId)) ? await readText(deps, runId) : "";
  if (text === "") throw new AppError("not-found");
  return new Response(text, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": `attachment; filename="ingestion-${runId}-answer.txt"`,
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
