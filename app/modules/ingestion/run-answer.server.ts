import { and, eq, ne } from "drizzle-orm";
import { ingestionRuns, ingestionTexts } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { readText } from "./ingestion-texts.server";

/** Whether a run's answer is still there as it was pasted. Texts of wizards, which are their owners' alone, are none. */
export async function hasAnswer({ db }: Pick<Deps, "db">, actor: Actor | null, runId: string): Promise<boolean> {
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
 * A run's answer as it was pasted, as a file: never as a page, since nobody has looked at what it holds.
 * @throws AppError("not-found") where there is no such run, it came without an answer, or the answer is kept no longer
 */
export async function runAnswerFile(deps: Pick<Deps, "db">, actor: Actor | null, runId: string): Promise<Response> {
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
