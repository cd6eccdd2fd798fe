import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { isMailedKind } from "../notification-kinds";
import type { TemplateInput } from "./schema.server";
import { assertValidTemplate, type TemplateDeps, writeTemplate } from "./write-template.server";

/** Creates a template. @throws forbidden; invalid; conflict if the key exists */
export async function createTemplate(
  deps: TemplateDeps,
  actor: Actor | null,
  { key, ...input }: TemplateInput,
): Promise<void> {
  assertCan(actor, "email-template:manage");
  if (isMailedKind(key))
    throw new AppError("conflict", [{ path: "key", message: "errors:issue.templateTaken" }]);
  await assertValidTemplate(deps, key, input);
  await writeTemplate(deps, actor, key, null, input, "created");
}
