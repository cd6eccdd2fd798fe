import { useEffect, useRef } from "react";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { useAddress } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./event-form.module.css";
import type { EventFormAnswerView, EventFormView, FormPartsView } from "./event-form-view";
import { fieldIdOf } from "./form-context";

/** Reason given by the reviewer (look.md "States": rejected). */
export function ReasonNotice({ reason }: Pick<EventFormView, "reason">) {
  const { t } = useText();
  if (!reason) return null;
  return (
    <div className={classes.reason}>
      <Icon name="message-2" />
      <p>
        <b>{t(`authoring:reason.${reason.of}`)}</b>
        <bdi>{reason.text}</bdi>
        <small>{t("authoring:reason.fix")}</small>
      </p>
    </div>
  );
}

/** Notes of an import, for the author to check. */
export function ImportNotice({ notes }: { notes: EventFormView["imported"] }) {
  const { t } = useText();
  if (!notes) return null;
  return (
    <div className={classes.notice} role="status">
      <p>{t("authoring:import.done")}</p>
      {notes.length > 0 && (
        <ul>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Errors that prevented saving, with links to their fields. */
export function FailureNotice({ answer }: { answer: EventFormAnswerView | undefined }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answer?.message) notice.current?.focus();
  }, [answer]);
  if (!answer?.message) return null;
  return (
    <div ref={notice} className={classes.failure} role="alert" tabIndex={-1}>
      <Icon name="alert-circle" />
      <div>
        <p>{answer.message}</p>
        <ul>
          {Object.entries(answer.issues).map(([name, issue]) => (
            <li key={name}>
              <a href={`#${fieldIdOf(name)}`}>{issue}</a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Conflict with a concurrent save: shows both versions. */
export function NewerNotice({ id, newer }: { id: string | null; newer: EventFormAnswerView["newer"] }) {
  const { t } = useText();
  const address = useAddress();
  if (!newer || id === null) return null;
  return (
    <section className={classes.notice} aria-labelledby="newer-title">
      <h2 id="newer-title">{t("authoring:newer.title")}</h2>
      <p>{t("authoring:newer.text")}</p>
      <dl>
        {newer.map(({ name, label, text }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd dir="auto">{text || t("authoring:newer.empty")}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a className="rd-link" href={address(paths.editEvent(id))} target="_blank" rel="noreferrer">
          {t("authoring:newer.open")}
        </a>
      </p>
    </section>
  );
}

/** Possible duplicates. A hint that never blocks submission (decisions.md §3). */
export function DuplicateNotice({ duplicates }: Pick<FormPartsView, "duplicates">) {
  const { t } = useText();
  const address = useAddress();
  return (
    <div role="status">
      {duplicates.length > 0 && (
        <div className={classes.notice} data-kind="hint">
          <p>
            <b>{t("authoring:duplicate.title")}</b>
          </p>
          <p>{t("authoring:duplicate.text")}</p>
          <ul>
            {duplicates.map(({ id, href, title, date }) => (
              <li key={id}>
                <a className="rd-link" href={address(href)} target="_blank" rel="noreferrer">
                  {t("authoring:duplicate.other", { title: `\u2068${title}\u2069`, date })}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** Offers to restore a local copy that was never saved to the server. */
export function CopyNotice({ onRestore, onDiscard }: { onRestore: () => void; onDiscard: () => void }) {
  const { t } = useText();
  return (
    <div className={classes.notice} data-kind="hint" role="status">
      <p>{t("authoring:auto.local")}</p>
      <p className={classes.row}>
        <Button size="sm" onClick={onRestore}>
          {t("authoring:auto.restore")}
        </Button>
        <Button size="sm" variant="default" onClick={onDiscard}>
          {t("authoring:auto.discard")}
        </Button>
      </p>
    </div>
  );
}
