import { and, desc, eq } from "drizzle-orm";
import { ingestionWizards } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { readText } from "./ingestion-texts.server";
import type { Wizard, WizardValues } from "./wizard";

/** Maximum number of wizards listed. */
const KEPT = 20;

/** A wizard of the actor. @throws not-found */
export async function readWizard(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  id: string,
): Promise<Wizard> {
  assertCan(actor, "ingestion:manage");
  const row = await db
    .select()
    .from(ingestionWizards)
    .where(and(eq(ingestionWizards.id, id), eq(ingestionWizards.userId, actor.id)))
    .get();
  if (!row) throw new AppError("not-found");
  return {
    id: row.id,
    values: row.values as unknown as WizardValues,
    version: row.version,
    updatedAt: row.updatedAt,
  };
}

/** The actor's wizards without a run, latest change first. */
export async function unfinishedWizards(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
): Promise<Wizard[]> {
  assertCan(actor, "ingestion:manage");
  const rows = await db
    .select()
    .from(ingestionWizards)
    .where(eq(ingestionWizards.userId, actor.id))
    .orderBy(desc(ingestionWizards.updatedAt))
    .limit(KEPT);
  return rows
    .map(({ id, values, version, updatedAt }) => ({
      id,
      values: values as unknown as WizardValues,
      version,
      updatedAt,
    }))
    .filter(({ values }) => values.runId === null);
}

/** The raw answer; empty if there is none. */
export async function answerOf(deps: Pick<Deps, "db">, wizard: Wizard): Promise<string> {
  return wizard.values.length === null ? "" : readText(deps, wizard.id);
}
