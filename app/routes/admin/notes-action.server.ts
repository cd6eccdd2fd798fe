import { AppError, orNull } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting, fieldMessages } from "~/lib/http/form-answer.server";
import { fieldOf } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { isUuid } from "~/lib/runtime/ids";
import { deleteNote, writeNote } from "~/modules/review/notes/notes.server";

/** A rejected note: messages and the typed text. */
export interface NoteFailure {
  event: string;
  issue: string;
  body: string;
}

/**
 * Adds or deletes a staff note.
 * @param back returns the path of the page that shows the event
 * @returns null for another intent, or the validation errors
 * @throws Response the redirect back; AppError("bad-request") for an invalid form
 */
export async function notesAction(
  { deps, signedIn, locale }: Pick<RequestContext, "deps" | "signedIn" | "locale">,
  request: Request,
  form: FormData,
  back: (event: string) => string,
): Promise<NoteFailure | null> {
  const intent = fieldOf(form, "intent");
  if (intent !== "note" && intent !== "delete-note") return null;
  const event = fieldOf(form, "event");
  if (!isUuid(event)) throw new AppError("bad-request");
  if (intent === "delete-note") {
    // An already deleted note is no error.
    await orNull(deleteNote(deps, signedIn, fieldOf(form, "note")));
    throw redirectWithToast(request, back(event), {
      kind: "success",
      text: "moderation:notes.deleted",
    });
  }
  const body = fieldOf(form, "body");
  const refused = ({ issues }: AppError) => ({
    event,
    issue: fieldMessages(issues, locale).body ?? "",
    body,
  });
  return expecting({ invalid: refused }, async () => {
    const { notified: told } = await writeNote(deps, signedIn, event, body);
    throw redirectWithToast(
      request,
      back(event),
      told === 0
        ? { kind: "success", text: "moderation:notes.saved" }
        : { kind: "success", text: "moderation:notes.told", values: { count: told } },
    );
  });
}
