import { ingestionWizards } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { type Actor, assertCan } from "../../../lib/permissions";
import type { WizardChoice, WizardValues } from "./wizard";

/** Starts a wizard. @returns its id */
export async function createWizard(
  deps: Pick<Deps, "db" | "ids" | "clock">,
  actor: Actor | null,
  choice: WizardChoice,
): Promise<string> {
  assertCan(actor, "ingestion:manage");
  const { db, ids, clock } = deps;
  const id = ids.next();
  const now = clock.now();
  const values: WizardValues = {
    ...choice,
    answer: 0,
    length: null,
    isRead: false,
    corrections: {},
    leftOut: [],
    runId: null,
  };
  await db
    .insert(ingestionWizards)
    .values({ id, userId: actor.id, values: { ...values }, createdAt: now, updatedAt: now });
  return id;
}
