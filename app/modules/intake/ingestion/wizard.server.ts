import { and, desc, eq, sql } from "drizzle-orm";
import { type CandidateFinding, ingestionTexts, ingestionWizards } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import type { City } from "../../cities/queries.server";
import { runGuarded } from "../../store/run-guarded.server";
import { parseAnswer } from "../entries/parse-answer.server";
import { FIELDS, type ParsedEvent } from "../entries/parsed-event";
import { assessCandidates } from "./assess-candidates.server";
import { candidateContext } from "./candidate-context.server";
import { candidateValuesOf } from "./candidate-values";
import { correctedEvents } from "./corrected-events.server";
import { gradeOfFinding } from "./finding-table";
import { readText, textStatements } from "./ingestion-texts.server";
import { answerContext } from "./parse-response.server";
import type { Wizard, WizardChoice, WizardValues } from "./wizard";

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

/** Deletes a wizard with its answer. Idempotent. */
export async function discardWizard(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  id: string,
): Promise<void> {
  assertCan(actor, "ingestion:manage");
  const own = and(eq(ingestionWizards.id, id), eq(ingestionWizards.userId, actor.id));
  await db.batch([
    db
      .delete(ingestionTexts)
      .where(
        sql`owner_id IN (SELECT id FROM ingestion_wizards WHERE id = ${id} AND user_id = ${actor.id})`,
      ),
    db.delete(ingestionWizards).where(own),
  ]);
}

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

/** An entry of the answer, as parsed and as corrected. */
export interface WizardEntry {
  original: ParsedEvent;
  event: ParsedEvent;
  isTaken: boolean;
  isCorrected: boolean;
}

/**
 * Entries of a wizard's answer with their corrections. Parses the answer at each step: it is the
 * single source. @returns null if the answer is unreadable, which `saveAnswer` records
 */
export function entriesOf(
  deps: Pick<Deps, "clock">,
  { values }: Pick<Wizard, "values">,
  city: City,
  text: string,
) {
  const context = answerContext(deps, city, values.month);
  const answer = parseAnswer(text, context);
  if (!answer.ok) return null;
  const correctedPlaces = answer.events.flatMap((event) =>
    values.corrections[event.index] ? [event.index] : [],
  );
  const given = correctedPlaces.map((index) =>
    sentEvent(answer.events[index], values.corrections[index]),
  );
  const read = new Map(
    correctedEvents(given, answer.events, context).map((event, place) => [
      correctedPlaces[place],
      event,
    ]),
  );
  const corrected = answer.events.map((original): WizardEntry => {
    const event = read.get(original.index);
    return {
      original,
      event: event
        ? { ...event, index: original.index, duplicateOf: original.duplicateOf }
        : original,
      isTaken: !values.leftOut.includes(original.index),
      isCorrected: event !== undefined,
    };
  });
  return { context, corrected };
}

/** An entry in the API's input format: values with corrections, and its index in the answer. */
export function sentEvent(
  event: ParsedEvent | undefined,
  correction: Wizard["values"]["corrections"][string] = {},
) {
  return {
    ...Object.fromEntries(FIELDS.map((field) => [field, event?.[field] ?? null])),
    ...correction,
    index: event?.index,
  };
}

/** Sorts after all run ids: wizard entries are compared with candidates of all runs. */
const AFTER_ALL_RUNS = "~";

/**
 * Assesses the entries of a wizard like a run does, so that the preview matches the result.
 * @returns findings by index, and `doubtful`: indexes that need review
 */
export async function assessEntries(
  deps: Pick<Deps, "db" | "memo" | "clock">,
  city: City,
  entries: readonly WizardEntry[],
) {
  const context = await candidateContext(deps, city);
  const compared = entries.map(({ event }) => ({
    id: String(event.index),
    runId: AFTER_ALL_RUNS,
    position: event.index,
    values: candidateValuesOf(event),
    venueId: null,
  }));
  const { processed } = await assessCandidates(deps, context, compared);
  const findings = new Map(processed.map((one) => [Number(one.id), one.findings]));
  const isDoubt = ({ code }: CandidateFinding) => gradeOfFinding(code) !== "note";
  const doubtful = new Set(
    entries.flatMap(({ original, event }) =>
      original.duplicateOf !== null || findings.get(event.index)?.some(isDoubt)
        ? [event.index]
        : [],
    ),
  );
  return { findings, doubtful };
}
