import { asc, eq } from "drizzle-orm";
import { primaryOf } from "../../../../db/client";
import { emailTemplates, type TemplateSelection } from "../../../../db/schema";
import type { Locale } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import type { Deps } from "../../../lib/deps";
import { isMailedKind, MAILED_KINDS, type MailedKind } from "../choose-channels";
import { SHIPPED_TEMPLATES, type TemplateBody } from "./shipped/shipped-templates";

const KEY = "email-templates";
/** Maximum staleness of the cache in another isolate, ms. */
const TTL = 5_000;

/** A template for rendering. */
export interface MailTemplate {
  key: string;
  kind: MailedKind;
  selection: TemplateSelection;
  bodies: Readonly<Record<Locale, TemplateBody>>;
}

type Row = typeof emailTemplates.$inferSelect;

/** Both languages of a stored template. */
export const bodiesOf = (
  row: Pick<Row, "subjectEn" | "subjectFa" | "htmlEn" | "htmlFa" | "textEn" | "textFa">,
): MailTemplate["bodies"] => ({
  en: { subject: row.subjectEn, html: row.htmlEn, text: row.textEn },
  fa: { subject: row.subjectFa, html: row.htmlFa, text: row.textFa },
});

/** Active stored templates by key, at most 5 s stale. */
async function storedTemplates({
  db,
  memo,
}: Pick<Deps, "db" | "memo">): Promise<ReadonlyMap<string, MailTemplate>> {
  return memo.get(KEY, TTL, async () => {
    const rows = await primaryOf(db)
      .select()
      .from(emailTemplates)
      .where(eq(emailTemplates.isActive, true))
      .orderBy(asc(emailTemplates.key));
    const templates = rows.flatMap((row) =>
      isMailedKind(row.kind)
        ? [{ key: row.key, kind: row.kind, selection: row.selection, bodies: bodiesOf(row) }]
        : [],
    );
    return new Map(templates.map((template) => [template.key, template]));
  });
}

/** Clears the cache after a change. */
export const invalidateTemplates = (memo: Deps["memo"]): void => memo.forget(KEY);

/**
 * The template for a mail: the one that the rule names, if it is active and of that kind, else the
 * stored template of the kind, else the shipped one.
 */
export async function templateFor(
  deps: Pick<Deps, "db" | "memo">,
  templateKey: string | null,
  kind: MailedKind,
): Promise<MailTemplate> {
  const stored = await storedTemplates(deps);
  const named = templateKey === null ? undefined : stored.get(templateKey);
  return (named?.kind === kind ? named : undefined) ?? stored.get(kind) ?? SHIPPED_TEMPLATES[kind];
}

/** The criteria for events of a digest, from its template. */
export async function selectionFor(
  deps: Pick<Deps, "db" | "memo">,
  templateKey: string | null,
  kind: MailedKind,
): Promise<TemplateSelection> {
  return (await templateFor(deps, templateKey, kind)).selection;
}

/** Whether a template has the key, active or not. Each kind is also the key of a shipped one. */
export async function hasTemplate({ db }: Pick<Deps, "db">, key: string): Promise<boolean> {
  if (isMailedKind(key)) return true;
  return (
    (await db
      .select({ key: emailTemplates.key })
      .from(emailTemplates)
      .where(eq(emailTemplates.key, key))
      .get()) !== undefined
  );
}

/** Names of all templates by key; shipped ones in the reader's language. */
export async function listTemplateNames(
  { db }: Pick<Deps, "db">,
  locale: Locale,
): Promise<Map<string, string>> {
  const t = translatorFor(locale);
  const stored = await db
    .select({ key: emailTemplates.key, name: emailTemplates.name })
    .from(emailTemplates)
    .orderBy(asc(emailTemplates.key));
  return new Map([
    ...MAILED_KINDS.map((kind) => [kind, t(`admin-templates:kind.${kind}`)] as const),
    ...stored.map(({ key, name }) => [key, name] as const),
  ]);
}
