import type { Deps } from "../../../lib/deps";
import { AppError, isRefusal } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { createDraft } from "../../authoring/draft-commands.server";
import { listCities } from "../../cities/queries.server";
import { withStoredPicture } from "../../media/own-files.server";
import { settingsOf } from "../../settings/platform-settings.server";
import { type FoundEvent, withoutBrokenLetters } from "../entries/found-event";
import { readCalendarFile } from "../entries/read-calendar-file.server";
import { readEventPage } from "../entries/read-website.server";
import { draftOfFound, type FoundDraft } from "./draft-of-found.server";
import { baseOf, type ImportMaterial } from "./import-material.server";

export interface Imported {
  /** The draft that its author now reviews. */
  id: string;
  notes: FoundDraft["notes"];
}

/**
 * Creates a draft of the one event of a material, for review by its author; of several, the next.
 * Values that do not fit are cut or dropped, with a notice.
 * @throws AppError("invalid") with an issue at `url` or `file`
 */
export async function importOne(
  deps: Deps,
  actor: Actor,
  { kind, url, text }: ImportMaterial,
): Promise<Imported> {
  assertCan(actor, "event:create");
  const now = deps.clock.now();
  const described =
    kind === "calendar"
      ? readCalendarFile(text, now)
      : await readEventPage(text, baseOf({ url }), now);
  const whole = withoutBrokenLetters(described);
  const found = whole.title === null ? whole : await withPicture(deps, actor, whole);
  const [cities, { content }] = await Promise.all([listCities(deps), settingsOf(deps)]);
  const draft = draftOfFound(found, cities, content, now);
  if (!draft)
    throw new AppError("invalid", [
      { path: url === null ? "file" : "url", message: "errors:issue.noEvent" },
    ]);
  return { id: await createDraft(deps, actor, draft.input), notes: draft.notes };
}

/** With its picture stored here; drops one that cannot be fetched, with a notice. */
async function withPicture(deps: Deps, actor: Actor, found: FoundEvent): Promise<FoundEvent> {
  try {
    return await withStoredPicture(deps, actor, found);
  } catch (error) {
    if (!isRefusal(error, "invalid")) throw error;
    return { ...found, imageUrl: null, notes: [...found.notes, "noPicture"] };
  }
}
