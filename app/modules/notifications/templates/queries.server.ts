import { asc, desc, eq, inArray } from "drizzle-orm";
import {
  emailTemplates,
  emailTemplateVersions,
  type TemplateSelection,
  users,
} from "../../../../db/schema";
import type { Locale } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { isMailedKind, MAILED_KINDS, type MailedKind } from "../choose-channels";
import type { TemplateJson } from "./schema.server";
import { bodiesOf, SHIPPED_TEMPLATES, type TemplateBody, variablesOf } from "./templates.server";

type Row = typeof emailTemplates.$inferSelect;
type Read = Pick<Deps, "db">;

const PERMISSION = "email-template:manage";
/** Maximum number of listed versions. */
const VERSIONS = 20;

/** A template as staff see it. */
export interface TemplateState {
  key: string;
  name: string;
  description: string;
  kind: MailedKind;
  bodies: Readonly<Record<Locale, TemplateBody>>;
  selection: TemplateSelection;
  isActive: boolean;
  /** Whether the key is that of a shipped template. */
  isShipped: boolean;
  /** 0 if a shipped template was never changed. */
  version: number;
  /** UTC epoch ms; null if never changed. */
  updatedAt: number | null;
  updatedBy: { id: string; displayName: string } | null;
}

const shippedState = (kind: MailedKind, locale: Locale): TemplateState => ({
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

/** @throws not-found if mails of the stored kind no longer exist */
function stateOf({ template, by }: { template: Row; by: string | null }): TemplateState {
  const { key, name, description, kind, selection, isActive, version, updatedAt, updatedBy } =
    template;
  if (!isMailedKind(kind)) throw new AppError("not-found");
  return {
    key,
    name,
    description,
    kind,
    bodies: bodiesOf(template),
    selection,
    isActive,
    isShipped: isMailedKind(key),
    version,
    updatedAt,
    updatedBy: updatedBy === null ? null : { id: updatedBy, displayName: by ?? "" },
  };
}

const select = ({ db }: Read) =>
  db
    .select({ template: emailTemplates, by: users.displayName })
    .from(emailTemplates)
    .leftJoin(users, eq(users.id, emailTemplates.updatedBy));

/** All templates: shipped kinds in their order, then custom ones by key. @throws forbidden */
export async function listTemplates(
  deps: Read,
  actor: Actor | null,
  locale: Locale,
): Promise<TemplateState[]> {
  assertCan(actor, PERMISSION);
  const rows = await select(deps)
    .where(inArray(emailTemplates.kind, [...MAILED_KINDS]))
    .orderBy(asc(emailTemplates.key));
  const stored = new Map(rows.map((row) => [row.template.key, stateOf(row)]));
  const shipped = MAILED_KINDS.map((kind) => stored.get(kind) ?? shippedState(kind, locale));
  return [...shipped, ...[...stored.values()].filter(({ isShipped }) => !isShipped)];
}

/** @throws forbidden; not-found if no template has the key or its kind no longer exists */
export async function getTemplate(
  deps: Read,
  actor: Actor | null,
  key: string,
  locale: Locale,
): Promise<TemplateState> {
  assertCan(actor, PERMISSION);
  const row = await select(deps).where(eq(emailTemplates.key, key)).get();
  if (row) return stateOf(row);
  if (isMailedKind(key)) return shippedState(key, locale);
  throw new AppError("not-found");
}

/** Saved versions of a template, newest first. @throws forbidden */
export async function listVersions({ db }: Read, actor: Actor | null, key: string) {
  assertCan(actor, PERMISSION);
  return db
    .select({
      version: emailTemplateVersions.version,
      createdAt: emailTemplateVersions.createdAt,
      by: users.displayName,
    })
    .from(emailTemplateVersions)
    .leftJoin(users, eq(users.id, emailTemplateVersions.savedBy))
    .where(eq(emailTemplateVersions.key, key))
    .orderBy(desc(emailTemplateVersions.version))
    .limit(VERSIONS);
}

/** A template in the API's format. */
export const templateJson = ({ bodies, updatedAt, ...template }: TemplateState): TemplateJson => ({
  ...template,
  subject: { en: bodies.en.subject, fa: bodies.fa.subject },
  html: { en: bodies.en.html, fa: bodies.fa.html },
  text: { en: bodies.en.text, fa: bodies.fa.text },
  variables: [...variablesOf(template.kind)],
  updatedAt: updatedAt === null ? null : new Date(updatedAt).toISOString(),
});
