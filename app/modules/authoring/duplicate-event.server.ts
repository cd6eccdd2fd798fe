import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import {
  EMPTY_EVENT_VALUES,
  EVENT_FIELD_NAMES,
  eventField,
  pickFields,
} from "../../lib/event/event-fields";
import type { Actor } from "../../lib/permissions";
import { withOwnFiles } from "../media/own-files.server";
import { createDraft } from "./create-draft.server";
import {
  getOwnEvent,
  isPersianFirst,
  ownEventMarks,
  ownEventValues,
} from "./find-own-event.server";

const NOT_COPIED = EVENT_FIELD_NAMES.filter((name) => eventField(name).duplicate === false);

/**
 * Copies an event into a new draft, without dates and without files of other accounts. @returns id
 * of the draft
 * @throws not-found; conflict with too many drafts
 */
export async function duplicateEvent(deps: Deps, actor: Actor, id: string): Promise<string> {
  const own = await getOwnEvent(deps, actor, id);
  if (own.draft && own.draft.creatorId !== actor.id) throw new AppError("not-found");
  const values = await withOwnFiles(deps, actor, ownEventValues(own));
  const copy = { ...values, ...pickFields(EMPTY_EVENT_VALUES, NOT_COPIED) } as Parameters<
    typeof createDraft
  >[2];
  const machineTranslated = ownEventMarks(own);
  return createDraft(deps, actor, copy, undefined, {
    isPersianFirst: own.draft !== null && isPersianFirst(own.draft),
    machineTranslated,
  });
}
