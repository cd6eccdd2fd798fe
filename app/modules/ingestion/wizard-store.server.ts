import { and, desc, eq, sql } from "drizzle-orm";
import { type AiProvider, ingestionTexts, ingestionWizards } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import type { CategoryName } from "../events/categories";
import { runDecision } from "../moderation/decision.server";
import { readText, textStatements } from "./ingestion-texts.server";
import type { Field } from "./parser/parsed-event";

/** What an editor has mended of an entry, by its place in the answer. */
export type Correction = Partial<Record<Field, string | number | boolean | readonly string[] | null>>;

/** What the first step asks for. */
export interface WizardChoice {
  /** Slug. */
  city: string;
  /** YYYY-MM. */
  month: string;
  /** Empty: all. */
  categories: CategoryName[];
  provider: AiProvider;
}

/** What was chosen and mended so far. */
export interface WizardValues extends WizardChoice {
  /** Rises with each answer that is pasted: corrections are of one answer alone. */
  answer: number;
  /** Letters of the answer; null where there is none. */
  length: number | null;
  /** Whether events were found in it. */
  isRead: boolean;
  corrections: Record<string, Correction>;
  leftOut: number[];
  /** The run that it has become. */
  runId: string | null;
}

export interface Wizard {
  id: string;
  values: WizardValues;
  version: number;
  updatedAt: number;
}

/** More than these are nobody's work in progress. */
const KEPT = 20;

type StoreDeps = Pick<Deps, "db" | "ids" | "clock">;

/** Begins a wizard. @returns its id */
export async function createWizard(deps: StoreDeps, actor: Actor | null, choice: WizardChoice): Promise<string> {
  assertCan(actor, "ingestion:manage");
  const { db, ids, clock } = deps;
  const id = ids.next();
  const now = clock.now();
  const values: WizardValues = { ...choice, answer: 0, length: null, isRead: false, corrections: {}, leftOut: [], runId: null };
  await db.insert(ingestionWizards).values({ id, userId: actor.id, values: { ...values }, createdAt: now, updatedAt: now });
  return id;
}

/** A wizard of somebody's own. @throws AppError("not-found") */
export async function readWizard({ db }: Pick<Deps, "db">, actor: Actor | null, id: string): Promise<Wizard> {
  assertCan(actor, "ingestion:manage");
  const row = await db
    .select()
    .from(ingestionWizards)
    .where(and(eq(ingestionWizards.id, id), eq(ingestionWizards.userId, actor.id)))
    .get();
  if (!row) throw new AppError("not-found");
  return { id: row.id, values: row.values as unknown as WizardValues, version: row.version, updatedAt: row.updatedAt };
}

/** Those of somebody's own that are not started yet, the last one first. */
export async function unfinishedWizards({ db }: Pick<Deps, "db">, actor: Actor | null): Promise<Wizard[]> {
  assertCan(actor, "ingestion:manage");
  const rows = await db
    .select()
    .from(ingestionWizards)
    .where(eq(ingestionWizards.userId, actor.id))
    .orderBy(desc(ingestionWizards.updatedAt))
    .limit(KEPT);
  return rows
    .map(({ id, values, version, updatedAt }) => ({ id, values: values as unknown as WizardValues, version, updatedAt }))
    .filter(({ values }) => values.runId === null);
}

const changed = ({ db, clock }: Pick<Deps, "db" | "clock">, wizard: Wizard, values: WizardValues) =>
  db
    .update(ingestionWizards)
    .set({ values: { ...values }, version: wizard.version + 1, updatedAt: clock.now() })
    .where(and(eq(ingestionWizards.id, wizard.id), eq(ingestionWizards.version, wizard.version)))
    .returning({ id: ingestionWizards.id });

/** Keeps what was chosen or mended. @throws AppError("conflict") where another window was faster */
export async function saveWizard(deps: Pick<Deps, "db" | "clock">, wizard: Wizard, change: Partial<WizardValues>): Promise<void> {
  const saved = await changed(deps, wizard, { ...wizard.values, ...change });
  if (saved.length === 0) throw new AppError("conflict");
}

/** Keeps an answer as it was pasted. What was mended of another one goes. @throws AppError("conflict") as `saveWizard` */
export async function saveAnswer(deps: Pick<Deps, "db" | "clock">, wizard: Wizard, text: string, isRead: boolean): Promise<void> {
  const answer = wizard.values.answer + 1;
  const values: WizardValues = { ...wizard.values, answer, length: text.length, isRead, corrections: {}, leftOut: [] };
  // No owner, and with it no batch, where another window was faster.
  const owner = sql`(SELECT id FROM ingestion_wizards WHERE id = ${wizard.id} AND version = ${wizard.version})`;
  await runDecision(deps, [
    deps.db.delete(ingestionTexts).where(eq(ingestionTexts.ownerId, wizard.id)),
    ...textStatements(deps, owner, text),
    changed(deps, wizard, values),
  ]);
}

/** The answer as it was pasted; empty where there is none. */
export async function answerOf(deps: Pick<Deps, "db">, wizard: Wizard): Promise<string> {
  return wizard.values.length === null ? "" : readText(deps, wizard.id);
}

/** Throws a wizard away, with its answer. One that is gone already is none the worse. */
export async function discardWizard({ db }: Pick<Deps, "db">, actor: Actor | null, id: string): Promise<void> {
  assertCan(actor, "ingestion:manage");
  const own = and(eq(ingestionWizards.id, id), eq(ingestionWizards.userId, actor.id));
  await db.batch([
    db.delete(ingestionTexts).where(sql`owner_id IN (SELECT id FROM ingestion_wizards WHERE id = ${id} AND user_id = ${actor.id})`),
    db.delete(ingestionWizards).where(own),
  ]);
}
