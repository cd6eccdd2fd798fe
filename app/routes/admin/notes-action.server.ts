import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { fieldMessages } from "~/lib/http/form-answer.server";
import { fieldOf } from "~/lib/http/read-form.server";
import type { PageContext } from "~/lib/pages/page-context";
import { isUuid } from "~/lib/runtime/ids";
import { deleteNote } from "~/modules/staff-notes/delete-note.server";
import { writeNote } from "~/modules/staff-notes/write-note.server";

/** What a refused note says, and what was typed. */
export interface NoteFailure {
  event: string;
  issue: string;
  body: string;
}

/**
 * Writes a note or takes one away, where a form of the staff's pages says so.
 * @param back the page on which the event is open
 * @returns null where the form is about something else; what is wrong with the note
 * @throws the redirect that leads back, AppError("bad-request") for a form that is not ours
 */
export async function answerNotes(
  { deps, signedIn, locale }: Pick<PageContext, "deps" | "signedIn" | "locale">,
  request: Request,
  form: FormData,
  back: (event: string) => string,
): Promise<NoteFailure | null> {
  const intent = fieldOf(form, "intent");
  if (intent !== "note" && intent !== "delete-note") return null;
  const event = fieldOf(form, "event");
  if (!isUuid(event)) throw new AppError("bad-request");
  if (intent === "delete-note") {
    // What is gone already is no failure: it is not there, as was asked.
    await deleteNote(deps, signedIn, fieldOf(form, "note")).catch((error) => {
      if (!(error instanceof AppError && error.code === "not-found")) throw error;
    });
    throw redirectWithToast(request, back(event), { kind: "success", text: "moderation:notes.deleted" });
  }
  const body = fieldOf(form, "body");
  try {
    const { told } = await writeNote(deps, signedIn, event, body);
    throw redirectWithToast(
      request,
      back(event),
      told === 0
        ? { kind: "success", text: "moderation:notes.saved" }
        : { kind: "success", text: "moderation:notes.told", values: { count: told } },
    );
  } catch (error) {
    if (!(error instanceof AppError && error.code === "invalid")) throw error;
    return { event, issue: fieldMessages(error.issues, locale).body ?? "", body };
  }
}
