import type { Deps } from "../../lib/deps";
import type { Actor } from "../../lib/permissions";
import { EMPTY_EVENT_VALUES, EVENT_FIELD_NAMES, eventField, pickFields } from "../events/event-fields";
import { withOwnFiles } from "../media/own-files.server";
import { createDraft } from "./create-draft.server";
import { getOwnEvent, ownEventValues } from "./find-own-event.server";

const NOT_COPIED = EVENT_FIELD_NAMES.filter((name) => eventField(name).duplicate === false);

/**
 * Copies an event into a new draft, without dates and without files of other accounts. @returns id of the draft
 * @throws not-found; conflict with too many drafts
 */
export async function duplicateEvent(deps: Deps, actor: Actor, id: string): Promise<string> {
  const values = ownEventValues(await getOwnEvent(deps, actor, id));
  const own = await withOwnFiles(deps, actor, values);
  return createDraft(deps, actor, { ...own, ...pickFields(EMPTY_EVENT_VALUES, NOT_COPIED) } as Parameters<typeof createDraft>[2]);
}
