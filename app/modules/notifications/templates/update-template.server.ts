import type { Locale } from "../../../i18n/locale";
import { type Actor, assertCan } from "../../../lib/permissions";
import { applyUpdate } from "../../store/shipped-store.server";
import { getTemplate } from "./queries.server";
import type { TemplateUpdate } from "./schema.server";
import {
  assertValidTemplate,
  storedValuesOf,
  type TemplateDeps,
  writeTemplate,
} from "./write-template.server";

/**
 * Updates the given fields of a template. A shipped template is stored on its first change.
 * @throws forbidden; not-found; invalid; conflict if it changed meanwhile
 */
export async function updateTemplate(
  deps: TemplateDeps,
  actor: Actor | null,
  key: string,
  update: TemplateUpdate,
  locale: Locale,
  action: "changed" | "restored" = "changed",
): Promise<void> {
  assertCan(actor, "email-template:manage");
  const before = await getTemplate(deps, actor, key, locale);
  const after = applyUpdate(before, storedValuesOf(before), update);
  await assertValidTemplate(deps, key, after);
  await writeTemplate(deps, actor, key, before, after, action);
}
