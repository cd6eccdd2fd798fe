import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { isMailedKind } from "../notification-kinds";
import { getTemplate } from "./queries.server";
import { removeTemplate, type TemplateDeps } from "./write-template.server";

/**
 * Resets a shipped template; its versions stay.
 * @param expectedVersion version that the editor saw; null skips the check
 * @throws forbidden; not-found if it is unchanged or not a shipped one; conflict if it changed
 * meanwhile
 */
export async function resetTemplate(
  deps: TemplateDeps,
  actor: Actor | null,
  key: string,
  expectedVersion: number | null,
): Promise<void> {
  assertCan(actor, "email-template:manage");
  const before = isMailedKind(key) ? await getTemplate(deps, actor, key, "en") : null;
  if (!before || before.version === 0) throw new AppError("not-found");
  await removeTemplate(deps, actor, before, expectedVersion);
}
