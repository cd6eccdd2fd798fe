import { asc, desc, eq, inArray } from "drizzle-orm";
import { emailTemplates, emailTemplateVersions, type TemplateSelection, users } from "../../../db/schema";
import type { Locale } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { isMailedKind, MAILED_KINDS, type MailedKind } from "../notifications/news-kinds";
import { SHIPPED_TEMPLATES, type TemplateBody } from "./shipped/shipped-templates";
import { bodiesOf } from "./templates.server";

type Row = typeof emailTemplates.$inferSelect;
type Read = Pick<Deps, "db">;

const PERMISSION = "email-template:manage";
/** Versions that are listed. */
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
  /** Whether there is a shipped one under the key. */
  isShipped: boolean;
  /** 0 while a shipped one is as it was shipped. */
  version: number;
  /** UTC ms; null for what is as it was shipped. */
  updatedAt: number | null;
  updatedBy: { id: string; displayName: string } | null;
}

const untouched = (kind: MailedKind, locale: Locale): TemplateState => ({
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

/** @throws AppError("not-found") for a kind of which there are no mails (any more): it must not pass for another */
function stateOf({ template, by }: { template: Row; by: string | null }): TemplateState {
  const { key, name, description, kind, selection, isActive, version, updatedAt, updatedBy } = template;
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

/** All templates: the kinds in their order, then what staff have made. @throws AppError("forbidden") */
export async function listTemplates(deps: Read, actor: Actor | null, locale: Locale): Promise<TemplateState[]> {
  assertCan(actor, PERMISSION);
  const rows = await select(deps)
    .where(inArray(emailTemplates.kind, [...MAILED_KINDS]))
    .orderBy(asc(emailTemplates.key));
  const stored = new Map(rows.map((row) => [row.template.key, stateOf(row)]));
  const shipped = MAILED_KINDS.map((kind) => stored.get(kind) ?? untouched(kind, locale));
  return [...shipped, ...[...stored.values()].filter(({ isShipped }) => !isShipped)];
}

/** @throws AppError("forbidden"), AppError("not-found") where there is none, or none of a kind that is mailed */
export async function getTemplate(deps: Read, actor: Actor | null, key: string, locale: Locale): Promise<TemplateState> {
  assertCan(actor, PERMISSION);
  const row = await select(deps).where(eq(emailTemplates.key, key)).get();
  if (row) return stateOf(row);
  if (isMailedKind(key)) return untouched(key, locale);
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
