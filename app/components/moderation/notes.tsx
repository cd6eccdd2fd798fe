import { useActionData } from "@remix-run/react";
import { useEffect } from "react";
import { Button } from "../../ui/button";
import { Form } from "../../ui/link";
import { Section } from "../../ui/section";
import { useText } from "../../ui/text";
import { TextArea } from "../../ui/text-area";
import type { NoteFailureView, NotesView } from "./case-view";
import classes from "./notes.module.css";

interface NotesProps {
  notes: NotesView;
  eventId: string;
  /** URL of the page that shows the event. */
  action: string;
}

/** Staff notes of an event. */
export function Notes({ notes, eventId, action }: NotesProps) {
  const { t } = useText();
  const answer = useActionData<{ note?: NoteFailureView | null }>()?.note;
  const failure = answer?.event === eventId ? answer : null;
  useEffect(() => {
    if (failure) document.getElementById("note-body")?.focus();
  }, [failure]);
  const { entries, handles } = notes;
  return (
    <Section title={t("moderation:notes.title")} lead={t("moderation:notes.lead")} level={3}>
      {entries.length > 0 && (
        <ol className={classes.notes}>
          {entries.map((note) => (
            <li key={note.id}>
              <div className={`${classes.head} rd-row`}>
                <b>
                  <bdi>{note.author}</bdi>
                </b>
                <time dateTime={note.at} title={note.when}>
                  {note.ago}
                </time>
                {note.isOwn && (
                  <Form method="post" action={action} preventScrollReset>
                    <input type="hidden" name="event" value={eventId} />
                    <input type="hidden" name="note" value={note.id} />
                    <Button
                      intent="delete-note"
                      variant="default"
                      size="compact-sm"
                      aria-label={t("moderation:notes.deleteOf", { when: note.when })}
                    >
                      {t("moderation:notes.delete")}
                    </Button>
                  </Form>
                )}
              </div>
              <p className="rd-lines" dir="auto">
                {note.body}
              </p>
            </li>
          ))}
        </ol>
      )}
      <Form method="post" action={action} className={classes.form} preventScrollReset>
        <input type="hidden" name="event" value={eventId} />
        <TextArea
          // Remounts the field once the note is listed, which empties it.
          key={entries.at(-1)?.id ?? "first"}
          id="note-body"
          name="body"
          label={t("moderation:notes.label")}
          help={
            handles.length === 0
              ? t("moderation:notes.helpAlone")
              : t("moderation:notes.help", {
                  handles: handles.map((handle) => `\u2068${handle}\u2069`).join(" "),
                })
          }
          rows={2}
          defaultValue={failure?.body ?? ""}
          maxLength={notes.max}
          error={failure?.issue}
        />
        <Button intent="note" variant="default" size="sm">
          {t("moderation:notes.save")}
        </Button>
      </Form>
    </Section>
  );
}
