import { and, eq, sql } from "drizzle-orm";
import { ingestionTexts, ingestionWizards } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { runGuarded } from "../../store/run-guarded.server";
import { textStatements } from "./ingestion-texts.server";
import type { Wizard, WizardValues } from "./wizard";

const changed = ({ db, clock }: Pick<Deps, "db" | "clock">, wizard: Wizard, values: WizardValues) =>
  db
    .update(ingestionWizards)
    .set({ values: { ...values }, version: wizard.version + 1, updatedAt: clock.now() })
    .where(and(eq(ingestionWizards.id, wizard.id), eq(ingestionWizards.version, wizard.version)))
    .returning({ id: ingestionWizards.id });

/** Saves choices or corrections. @throws conflict if another window saved first */
export async function saveWizard(
  deps: Pick<Deps, "db" | "clock">,
  wizard: Wizard,
  change: Partial<WizardValues>,
): Promise<void> {
  const saved = await changed(deps, wizard, { ...wizard.values, ...change });
  if (saved.length === 0) throw new AppError("conflict");
}

/** Saves the raw answer; drops corrections of the previous one. @throws conflict as `saveWizard` */
export async function saveAnswer(
  deps: Pick<Deps, "db" | "clock">,
  wizard: Wizard,
  text: string,
  isRead: boolean,
): Promise<void> {
  const answer = wizard.values.answer + 1;
  const values: WizardValues = {
    ...wizard.values,
    answer,
    length: text.length,
    isRead,
    corrections: {},
    leftOut: [],
  };
  // Guard: null fails the batch if another window saved first.
  const owner = sql`(SELECT id FROM ingestion_wizards WHERE id = ${wizard.id} AND version = ${wizard.version})`;
  await runGuarded(deps, [
    deps.db.delete(ingestionTexts).where(eq(ingestionTexts.ownerId, wizard.id)),
    ...textStatements(deps, owner, text),
    changed(deps, wizard, values),
  ]);
}
