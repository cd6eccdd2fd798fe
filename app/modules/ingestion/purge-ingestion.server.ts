import { lt, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { ingestionRuns, ingestionTexts, ingestionWizards } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { DAY } from "../../lib/durations";

const MONTH = 30.5 * DAY;
/** A wizard that nobody goes on with. */
const WIZARD = 30 * DAY;
/** Days of answers as they were pasted: they are long, and looked up only while their candidates are new. */
const ANSWER_DAYS = 90;
/** Runs of one night: their candidates and logs go with them. */
const RUNS = 200;

/** For how many days an answer is kept. */
export const answerDays = (retentionMonths: number): number => Math.min(ANSWER_DAYS, Math.floor((retentionMonths * MONTH) / DAY));

/**
 * Nightly: forgets wizards that were left, answers as they were pasted, and runs with their candidates and logs once they
 * are older than the operator says (decisions.md §15). Events that came of them stay.
 */
export async function purgeIngestion({ db, clock }: Pick<Deps, "db" | "clock">, retentionMonths: number) {
  const now = clock.now();
  const cutoff = now - retentionMonths * MONTH;
  const old = db.select({ id: ingestionRuns.id }).from(ingestionRuns).where(lt(ingestionRuns.createdAt, cutoff)).limit(RUNS);
  const statements = [
    db
      .delete(ingestionRuns)
      .where(sql`${ingestionRuns.id} IN (${old}) AND ${ingestionRuns.status} NOT IN ('pending', 'running')`)
      .returning({ id: ingestionRuns.id }),
    db.delete(ingestionTexts).where(lt(ingestionTexts.createdAt, now - answerDays(retentionMonths) * DAY)),
    db.delete(ingestionWizards).where(lt(ingestionWizards.updatedAt, now - WIZARD)),
  ] as const satisfies readonly BatchItem<"sqlite">[];
  const [runs, texts, wizards] = await db.batch(statements);
  return { runs: runs.length, texts: texts.meta.changes, wizards: wizards.meta.changes };
}
