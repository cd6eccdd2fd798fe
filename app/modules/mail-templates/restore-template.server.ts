import { and, eq } from "drizzle-orm";
import { emailTemplateVersions } from "../../../db/schema";
import type { Locale } from "../../i18n/locale";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import type { TemplateUpdate } from "./schema.server";
import { updateTemplate } from "./update-template.server";
import type { TemplateDeps } from "./write-template.server";

/**
 * Brings an older version back, as a new one. @param seen the version that somebody has looked at
 * @throws AppError("forbidden"), AppError("not-found"), AppError("conflict"), AppError("invalid") where what was allowed then is no longer
 */
export async function restoreTemplate(
  deps: TemplateDeps,
  actor: Actor | null,
  key: string,
  older: number,
  seen: number,
  locale: Locale,
): Promise<void> {
  assertCan(actor, "email-template:manage");
  const row = await deps.db
    .select({ values: emailTemplateVersions.values })
    .from(emailTemplateVersions)
    .where(and(eq(emailTemplateVersions.key, key), eq(emailTemplateVersions.version, older)))
    .get();
  if (!row) throw new AppError("not-found");
  await updateTemplate(deps, actor, key, { ...(row.values as TemplateUpdate), version: seen }, locale, "restored");
}
