import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { isMailedKind } from "../notification-kinds";
import { getTemplate } from "./queries.server";
import { removeTemplate, type TemplateDeps } from "./write-template.server";

/**
 * Deletes a custom template; its versions stay.
 * @param expectedVersion version that the editor saw; null skips the check
 * @throws forbidden; not-found; conflict if the template changed meanwhile or is a shipped one
 * (which can be reset or deactivated)
 */
export async function deleteTemplate(
  deps: TemplateDeps,
  actor: Actor | null,
  key: string,
  expectedVersion: number | null,
): Promise<void> {
  assertCan(actor, "email-template:manage");
  if (isMailedKind(key)) throw new AppError("conflict");
  await removeTemplate(deps, actor, await getTemplate(deps, actor, key, "en"), expectedVersion);
}
