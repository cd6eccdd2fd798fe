import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Fact, Facts } from "~/ui/facts";
import { useAddress } from "~/ui/link";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import classes from "./event-form.module.css";
import type { EventFormView } from "./event-form.server";
import type { EventFormAnswer } from "./event-form-action.server";
import type { FormPartsView } from "./event-form-parts.server";

/** Reason given by the reviewer (look.md "States": rejected). */
export function ReasonNotice({ reason }: Pick<EventFormView, "reason">) {
  const { t } = useText();
  if (!reason) return null;
  return (
    <Alert tone="bad" icon="message-2" title={t(`authoring:reason.${reason.of}`)}>
      <p className={classes.reason}>
        <bdi>{reason.text}</bdi>
      </p>
      <small>{t("authoring:reason.fix")}</small>
    </Alert>
  );
}

/** A draft that editors complete: for its author, who may take it back, and for the editor. */
export function HandedOverNotice({ handedOver }: Pick<EventFormView, "handedOver">) {
  const { t } = useText();
  if (!handedOver) return null;
  const { language, host } = handedOver;
  return (
    <Alert
      icon="language"
      action={
        host === null && (
          <SubmitButton intent="take-back" variant="default" size="sm">
            {t("authoring:handOver.takeBack")}
          </SubmitButton>
        )
      }
    >
      {host === null
        ? t(`authoring:handOver.waits.${language}`)
        : t(`authoring:handOver.editor.${language}`, { name: `\u2068${host}\u2069` })}
    </Alert>
  );
}

/** Notes of an import, for the author to check. */
export function ImportNotice({ notes }: { notes: EventFormView["imported"] }) {
  const { t } = useText();
  if (!notes) return null;
  return (
    <Alert live="status">
      <p>{t("authoring:import.done")}</p>
      {notes.length > 0 && (
        <ul>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </Alert>
  );
}

/** Conflict with a concurrent save: shows both versions. */
export function NewerNotice({ id, newer }: { id: string | null; newer: EventFormAnswer["newer"] }) {
  const { t } = useText();
  const address = useAddress();
  if (!newer || id === null) return null;
  return (
    <Alert title={t("authoring:newer.title")}>
      <p>{t("authoring:newer.text")}</p>
      <Facts>
        {newer.map(({ name, label, text }) => (
          <Fact key={name} term={label}>
            <span className={classes.newer} dir="auto">
              {text || t("authoring:newer.empty")}
            </span>
          </Fact>
        ))}
      </Facts>
      <p>
        <a className="rd-link" href={address(paths.editEvent(id))} target="_blank" rel="noreferrer">
          {t("authoring:newer.open")}
        </a>
      </p>
    </Alert>
  );
}

/** Possible duplicates. A hint that never blocks submission (decisions.md §3). */
export function DuplicateNotice({ duplicates }: Pick<FormPartsView, "duplicates">) {
  const { t } = useText();
  const address = useAddress();
  return (
    <div role="status">
      {duplicates.length > 0 && (
        <Alert tone="waiting" title={t("authoring:duplicate.title")}>
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
        </Alert>
      )}
    </div>
  );
}

/** A local copy that was never saved to the server: restored already, or offered. */
export function CopyNotice({
  isRestored,
  onRestore,
  onDiscard,
}: {
  isRestored: boolean;
  onRestore: () => void;
  onDiscard: () => void;
}) {
  const { t } = useText();
  return (
    <Alert
      tone={isRestored ? "info" : "waiting"}
      live="status"
      action={
        <>
          {!isRestored && (
            <Button size="sm" onClick={onRestore}>
              {t("authoring:auto.restore")}
            </Button>
          )}
          <Button size="sm" variant="default" onClick={onDiscard}>
            {t("authoring:auto.discard")}
          </Button>
        </>
      }
    >
      {t(isRestored ? "authoring:auto.restored" : "authoring:auto.local")}
    </Alert>
  );
}
