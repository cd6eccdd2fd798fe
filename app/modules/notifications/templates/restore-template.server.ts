import { and, eq } from "drizzle-orm";
import { emailTemplateVersions } from "../../../../db/schema";
import type { Locale } from "../../../i18n/locale";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import type { TemplateUpdate } from "./schema.server";
import { updateTemplate } from "./update-template.server";
import type { TemplateDeps } from "./write-template.server";

/**
 * Restores an older version as a new one. @param expectedVersion version that the editor saw
 * @throws forbidden; not-found; conflict; invalid if the version breaks today's rules
 */
export async function restoreTemplate(
  deps: TemplateDeps,
  actor: Actor | null,
  key: string,
  older: number,
  expectedVersion: number,
  locale: Locale,
): Promise<void> {
  assertCan(actor, "email-template:manage");
  const row = await deps.db
    .select({ values: emailTemplateVersions.values })
    .from(emailTemplateVersions)
    .where(and(eq(emailTemplateVersions.key, key), eq(emailTemplateVersions.version, older)))
    .get();
  if (!row) throw new AppError("not-found");
  await updateTemplate(
    deps,
    actor,
    key,
    { ...(row.values as TemplateUpdate), version: expectedVersion },
    locale,
    "restored",
  );
}
