import type { Locale } from "../../i18n/locale";
import { staleError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { getTemplate } from "./queries.server";
import type { TemplateUpdate } from "./schema.server";
import { assertSound, type StoredTemplateValues, storedValuesOf, type TemplateDeps, writeTemplate } from "./write-template.server";

/**
 * Updates the given fields of a template. A shipped template is stored on its first change.
 * @throws forbidden; not-found; invalid; conflict if it changed meanwhile
 */
export async function updateTemplate(
  deps: TemplateDeps,
  actor: Actor | null,
  key: string,
  { version, ...changes }: TemplateUpdate,
  locale: Locale,
  action: "changed" | "restored" = "changed",
): Promise<void> {
  assertCan(actor, "email-template:manage");
  const before = await getTemplate(deps, actor, key, locale);
  if (version !== undefined && version !== before.version) throw staleError();
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const after: StoredTemplateValues = { ...storedValuesOf(before), ...given };
  await assertSound(deps, key, after);
  await writeTemplate(deps, actor, key, before, after, action);
}
