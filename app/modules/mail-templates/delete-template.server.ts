import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { isMailedKind } from "../notifications/news-kinds";
import { getTemplate } from "./queries.server";
import { removeStored } from "./remove-stored.server";
import type { TemplateDeps } from "./write-template.server";

/**
 * Deletes a template that staff have made; its versions stay.
 * @param seen the version that somebody has looked at; null where they do not say
 * @throws AppError("forbidden"), AppError("not-found"), AppError("conflict") where somebody was faster, and for a shipped
 * one, which can be reset or switched off
 */
export async function deleteTemplate(deps: TemplateDeps, actor: Actor | null, key: string, seen: number | null): Promise<void> {
  assertCan(actor, "email-template:manage");
  if (isMailedKind(key)) throw new AppError("conflict");
  await removeStored(deps, actor, await getTemplate(deps, actor, key, "en"), seen);
}
