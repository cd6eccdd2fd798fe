import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { isMailedKind } from "../notifications/news-kinds";
import { getTemplate } from "./queries.server";
import { removeStored } from "./remove-stored.server";
import type { TemplateDeps } from "./write-template.server";

/**
 * Brings a shipped template back as it was shipped; its versions stay.
 * @param seen the version that somebody has looked at; null where they do not say
 * @throws AppError("forbidden"), AppError("not-found") where it is so, or is none, AppError("conflict") where somebody was faster
 */
export async function resetTemplate(deps: TemplateDeps, actor: Actor | null, key: string, seen: number | null): Promise<void> {
  assertCan(actor, "email-template:manage");
  const before = isMailedKind(key) ? await getTemplate(deps, actor, key, "en") : null;
  if (!before || before.version === 0) throw new AppError("not-found");
  await removeStored(deps, actor, before, seen);
}
