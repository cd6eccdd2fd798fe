import { and, asc, desc, eq, sql } from "drizzle-orm";
import { emailTemplates, emailTemplateVersions, type TemplateSelection, users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { Locale } from "../../lib/locale";
import { translatorFor } from "../../lib/messages.server";
import { type Actor, assertCan } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { listCities } from "../cities/queries.server";
import { templateIssues } from "./check-template.server";
import { isNewsKind, NEWS_KINDS, type NewsKind } from "./kinds";
import type { TemplateInput, TemplateUpdate } from "./schema.server";
import { SHIPPED_TEMPLATES, type TemplateBody } from "./shipped/shipped-templates";
import { bodiesOf, forgetTemplates } from "./templates.server";

type Row = typeof emailTemplates.$inferSelect;
type Read = Pick<Deps, "db">;
type Write = Pick<Deps, "db" | "memo" | "clock" | "ids" | "siteUrl">;

const PERMISSION = "email-template:manage";
/** Versions that are listed. */
const VERSIONS = 20;

/** A template as staff see it. */
export interface TemplateState {
  key: string;
  name: string;
  description: string;
  kind: NewsKind;
  bodies: Readonly<Record<Locale, TemplateBody>>;
  selection: TemplateSelection;
  isActive: boolean;
  /** Whether there is a shipped one under the key. */
  isShipped: boolean;
  /** 0 while a shipped one is as it was shipped. */
  version: number;
  /** UTC ms; null for what is as it was shipped. */
  updatedAt: number | null;
  updatedBy: { id: string; displayName: string } | null;
}

const untouched = (kind: NewsKind, locale: Locale): TemplateState => ({
  key: kind,
  name: translatorFor(locale)(`admin-templates:kind.${kind}`),
  description: "",
  kind,
  bodies: SHIPPED_TEMPLATES[kind].bodies,
  selection: SHIPPED_TEMPLATES[kind].selection,
  isActive: true,
  isShipped: true,
  version: 0,
  updatedAt: null,
  updatedBy: null,
});

const stateOf = ({ template, by }: { template: Row; by: string | null }): TemplateState => ({
  key: template.key,
  name: template.name,
  description: template.description,
  kind: isNewsKind(template.kind) ? template.kind : "event-approved",
  bodies: bodiesOf(template),
  selection: template.selection,
  isActive: template.isActive,
  isShipped: isNewsKind(template.key),
  version: template.version,
  updatedAt: template.updatedAt,
  updatedBy: template.updatedBy === null ? null : { id: template.updatedBy, displayName: by ?? "" },
});

const select = ({ db }: Read) =>
  db
    .select({ template: emailTemplates, by: users.displayName })
    .from(emailTemplates)
    .leftJoin(users, eq(users.id, emailTemplates.updatedBy));

/** All templates: the kinds in their order, then what staff have made. @throws AppError("forbidden") */
export async function listTemplates(deps: Read, actor: Actor | null, locale: Locale): Promise<TemplateState[]> {
  assertCan(actor, PERMISSION);
  const stored = new Map((await select(deps).orderBy(asc(emailTemplates.key))).map((row) => [row.template.key, stateOf(row)]));
  const shipped = NEWS_KINDS.map((kind) => stored.get(kind) ?? untouched(kind, locale));
  return [...shipped, ...[...stored.values()].filter(({ isShipped }) => !isShipped)];
}

/** @throws AppError("forbidden"), AppError("not-found") */
export async function getTemplate(deps: Read, actor: Actor | null, key: string, locale: Locale): Promise<TemplateState> {
  assertCan(actor, PERMISSION);
  const row = await select(deps).where(eq(emailTemplates.key, key)).get();
  if (row) return stateOf(row);
  if (isNewsKind(key)) return untouched(key, locale);
  throw new AppError("not-found");
}

/** Versions of a template that have been saved, the newest first. @throws AppError("forbidden") */
export async function listVersions({ db }: Read, actor: Actor | null, key: string) {
  assertCan(actor, PERMISSION);
  return db
    .select({ version: emailTemplateVersions.version, createdAt: emailTemplateVersions.createdAt, by: users.displayName })
    .from(emailTemplateVersions)
    .leftJoin(users, eq(users.id, emailTemplateVersions.savedBy))
    .where(eq(emailTemplateVersions.key, key))
    .orderBy(desc(emailTemplateVersions.version))
    .limit(VERSIONS);
}

/** What of a template is kept with each version. */
interface Kept extends Record<string, unknown> {
  name: string;
  description: string;
  kind: NewsKind;
  subject: Record<Locale, string>;
  html: Record<Locale, string>;
  text: Record<Locale, string>;
  selection: TemplateSelection;
  isActive: boolean;
}

const keptOf = ({ name, description, kind, bodies, selection, isActive }: TemplateState): Kept => ({
  name,
  description,
  kind,
  subject: { en: bodies.en.subject, fa: bodies.fa.subject },
  html: { en: bodies.en.html, fa: bodies.fa.html },
  text: { en: bodies.en.text, fa: bodies.fa.text },
  selection,
  isActive,
});

const bodiesIn = ({ subject, html, text }: Pick<Kept, "subject" | "html" | "text">): Record<Locale, TemplateBody> => ({
  en: { subject: subject.en, html: html.en, text: text.en },
  fa: { subject: subject.fa, html: html.fa, text: text.fa },
});

/** @throws AppError("invalid") with an issue a part */
async function assertSound(deps: Write, key: string, kept: Kept): Promise<void> {
  const issues = await templateIssues(deps, kept.kind, bodiesIn(kept));
  if (isNewsKind(key) && kept.kind !== key) issues.push({ path: "kind", message: "errors:issue.shippedKind" });
  if (kept.selection.cities !== "reader") {
    const known = new Set((await listCities(deps)).map(({ slug }) => slug));
    if (kept.selection.cities.some((slug) => !known.has(slug))) issues.push({ path: "selection", message: "errors:issue.city" });
  }
  if (issues.length > 0) throw new AppError("invalid", issues);
}

const failsAt = (error: unknown, where: string): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause.message.includes(where)) return true;
  return false;
};

/** Of whole texts the audit log keeps how long they are; they stand in the versions. */
const recorded = (kept: Kept | null, version: number) =>
  kept && {
    version,
    name: kept.name,
    kind: kept.kind,
    isActive: kept.isActive,
    selection: kept.selection,
    letters: Object.fromEntries(
      (["subject", "html", "text"] as const).map((part) => [part, `${kept[part].en.length} / ${kept[part].fa.length}`]),
    ),
  };

/** Writes a template and its version. @throws AppError("conflict") where somebody was faster */
async function write(deps: Write, actor: Actor, key: string, before: TemplateState | null, after: Kept, action: string): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  const stored = before !== null && before.version > 0;
  const last = await db
    .select({ version: emailTemplateVersions.version })
    .from(emailTemplateVersions)
    .where(eq(emailTemplateVersions.key, key))
    .orderBy(desc(emailTemplateVersions.version))
    .limit(1)
    .get();
  const version = Math.max(last?.version ?? 0, before?.version ?? 0) + 1;
  const values = {
    name: after.name,
    description: after.description,
    kind: after.kind,
    subjectEn: after.subject.en,
    subjectFa: after.subject.fa,
    htmlEn: after.html.en,
    htmlFa: after.html.fa,
    textEn: after.text.en,
    textFa: after.text.fa,
    selection: after.selection,
    isActive: after.isActive,
    version,
    updatedBy: actor.id,
    updatedAt: now,
  };
  // Where it is not as it was found there is no row to copy the key from, and the statement fails with its batch.
  const asFound = sql`(${db
    .select({ key: emailTemplates.key })
    .from(emailTemplates)
    .where(and(eq(emailTemplates.key, key), eq(emailTemplates.version, before?.version ?? 0)))})`;
  const insert = db.insert(emailTemplates);
  try {
    await db.batch([
      stored
        ? insert.values({ ...values, key: asFound, createdAt: now }).onConflictDoUpdate({ target: emailTemplates.key, set: values })
        : insert.values({ ...values, key, createdAt: now }),
      db.insert(emailTemplateVersions).values({ key, version, values: after, savedBy: actor.id, createdAt: now }),
      auditEntry(deps, {
        actorId: actor.id,
        action: `email-template.${action}`,
        entity: "email-template",
        entityId: key,
        metadata: { before: before && recorded(keptOf(before), before.version), after: recorded(after, version) },
        sessionId: actor.sessionId,
      }),
    ]);
  } catch (error) {
    if (!failsAt(error, "constraint failed: email_template")) throw error;
    throw new AppError("conflict", [before ? STALE : { path: "key", message: "errors:issue.templateTaken" }]);
  }
  forgetTemplates(deps.memo);
}

const STALE = { path: "version", message: "errors:issue.stale" };

/** @throws AppError("forbidden"), AppError("invalid"), AppError("conflict") where there is one of that key */
export async function createTemplate(deps: Write, actor: Actor | null, { key, ...input }: TemplateInput): Promise<void> {
  assertCan(actor, PERMISSION);
  if (isNewsKind(key)) throw new AppError("conflict", [{ path: "key", message: "errors:issue.templateTaken" }]);
  await assertSound(deps, key, input);
  await write(deps, actor, key, null, input, "created");
}

/**
 * Changes what is given of a template; a shipped one is stored then, and takes the place of what was shipped.
 * @throws AppError("forbidden"), AppError("not-found"), AppError("invalid"), AppError("conflict") where somebody was faster
 */
export async function saveTemplate(
  deps: Write,
  actor: Actor | null,
  key: string,
  { version, ...changes }: TemplateUpdate,
  locale: Locale,
  action: "changed" | "restored" = "changed",
): Promise<void> {
  assertCan(actor, PERMISSION);
  const before = await getTemplate(deps, actor, key, locale);
  if (version !== undefined && version !== before.version) throw new AppError("conflict", [STALE]);
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const after: Kept = { ...keptOf(before), ...given };
  await assertSound(deps, key, after);
  await write(deps, actor, key, before, after, action);
}

/**
 * Brings an older version back, as a new one. @param seen the version that somebody has looked at
 * @throws AppError("forbidden"), AppError("not-found"), AppError("conflict"), AppError("invalid") where what was allowed then is no longer
 */
export async function restoreTemplate(
  deps: Write,
  actor: Actor | null,
  key: string,
  older: number,
  seen: number,
  locale: Locale,
): Promise<void> {
  assertCan(actor, PERMISSION);
  const row = await deps.db
    .select({ values: emailTemplateVersions.values })
    .from(emailTemplateVersions)
    .where(and(eq(emailTemplateVersions.key, key), eq(emailTemplateVersions.version, older)))
    .get();
  if (!row) throw new AppError("not-found");
  await saveTemplate(deps, actor, key, { ...(row.values as TemplateUpdate), version: seen }, locale, "restored");
}

/**
 * Deletes a template that staff have made, or brings a shipped one back as it was shipped; its versions stay.
 * @throws AppError("forbidden"), AppError("not-found") where there is nothing to take away
 */
export async function removeTemplate(deps: Write, actor: Actor | null, key: string, locale: Locale): Promise<void> {
  assertCan(actor, PERMISSION);
  const before = await getTemplate(deps, actor, key, locale);
  if (before.version === 0) throw new AppError("not-found");
  await deps.db.batch([
    deps.db.delete(emailTemplates).where(eq(emailTemplates.key, key)),
    auditEntry(deps, {
      actorId: actor.id,
      action: before.isShipped ? "email-template.reset" : "email-template.deleted",
      entity: "email-template",
      entityId: key,
      metadata: { before: recorded(keptOf(before), before.version), after: null },
      sessionId: actor.sessionId,
    }),
  ]);
  forgetTemplates(deps.memo);
}
