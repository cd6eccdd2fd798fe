import type { Deps } from "../../lib/deps";
import type { Actor } from "../../lib/permissions";
import { withOwnFiles } from "../media/own-files.server";
import { createDraft } from "./create-draft.server";
import { getOwnEvent, valuesOf } from "./find-own-event.server";

/**
 * Makes a new draft of what an event says, without its dates, nor files that somebody else has sent. @returns the draft's id
 * @throws AppError("not-found"), AppError("conflict") with too many drafts
 */
export async function duplicateEvent(deps: Deps, actor: Actor, id: string): Promise<string> {
  const values = valuesOf(await getOwnEvent(deps, actor, id));
  const own = await withOwnFiles(deps, actor, values);
  return createDraft(deps, actor, { ...own, startsAt: null, endsAt: null } as Parameters<typeof createDraft>[2]);
}
