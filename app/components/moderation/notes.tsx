import { Button } from "@mantine/core";
import { useActionData } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Icon } from "../../ui/icon";
import { Form } from "../../ui/link";
import { useText } from "../../ui/text";
import form from "./decision-form.module.css";
import classes from "./notes.module.css";
import type { NoteFailureView, NotesView } from "./queue-view";

interface NotesProps {
  notes: NotesView;
  eventId: string;
  /** The page on which the event is open. */
  action: string;
}

/** What staff say to each other of an event. */
export function Notes({ notes, eventId, action }: NotesProps) {
  const { t } = useText();
  const answer = useActionData<{ note?: NoteFailureView | null }>()?.note;
  const failure = answer?.event === eventId ? answer : null;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (failure) field.current?.focus();
  }, [failure]);
  const { entries, handles } = notes;
  return (
    <section className={classes.notes} aria-labelledby="notes-title">
      <h3 id="notes-title">{t("moderation:notes.title")}</h3>
      <p className={classes.quiet}>{t("moderation:notes.lead")}</p>
      {entries.length > 0 && (
        <ol>
          {entries.map((note) => (
            <li key={note.id}>
              <div className={classes.quiet}>
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
                      type="submit"
                      name="intent"
                      value="delete-note"
                      variant="default"
                      size="compact-sm"
                      aria-label={t("moderation:notes.deleteOf", { when: note.when })}
                    >
                      {t("moderation:notes.delete")}
                    </Button>
                  </Form>
                )}
              </div>
              <p className={classes.body} dir="auto">
                {note.body}
              </p>
            </li>
          ))}
        </ol>
      )}
      <Form method="post" action={action} className={classes.form} preventScrollReset>
        <input type="hidden" name="event" value={eventId} />
        <label htmlFor="note-body">{t("moderation:notes.label")}</label>
        <div className={form.input} data-wrong={failure ? true : undefined}>
          <textarea
            // Empty again once what was written is among them.
            key={entries.at(-1)?.id ?? "first"}
            ref={field}
            id="note-body"
            name="body"
            rows={2}
            dir="auto"
            defaultValue={failure?.body ?? ""}
            maxLength={notes.max}
            aria-invalid={failure ? true : undefined}
            aria-describedby={failure ? "note-issue note-help" : "note-help"}
          />
        </div>
        {failure && (
          <p id="note-issue" className={form.issue}>
            <Icon name="alert-circle" size="s" />
            {failure.issue}
          </p>
        )}
        <p id="note-help" className={classes.quiet}>
          {handles.length === 0
            ? t("moderation:notes.helpAlone")
            : t("moderation:notes.help", { handles: handles.map((handle) => `\u2068${handle}\u2069`).join(" ") })}
        </p>
        <Button type="submit" name="intent" value="note" variant="default" size="sm">
          {t("moderation:notes.save")}
        </Button>
      </Form>
    </section>
  );
}
