import { useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { KEEPS_SHELL } from "../../lib/pages/after-forms";
import { Alert } from "../../ui/alert";
import { Button, LinkButton } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Form, Link } from "../../ui/link";
import { useText } from "../../ui/text";
import { TextArea } from "../../ui/text-area";
import type { CaseKind, CaseView, DecisionFailureView } from "./case-view";
import classes from "./decision-form.module.css";
import { keepBothForm } from "./duplicates";
import { OtherEvents } from "./other-events";
import queue from "./queue.module.css";

interface DecisionFormProps {
  review: Pick<
    CaseView,
    | "id"
    | "kind"
    | "version"
    | "title"
    | "presets"
    | "creator"
    | "hostLanguage"
    | "hide"
    | "blocked"
    | "edit"
    | "reason"
    | "reasonMax"
  >;
  action: string;
  nextId: string | null;
  failure: DecisionFailureView | null;
}

const ACCEPT = {
  new: "moderation:queue.approve",
  edit: "moderation:queue.accept",
  report: "moderation:flagged.approve",
  reported: "moderation:reports.clear",
  candidate: "moderation:queue.approve",
  source: "moderation:inbox.accept",
  plan: "moderation:inbox.accept",
} as const;
/** Remaining characters below which the counter is shown. */
const FEW_LEFT = 50;
/** Decided without a reason. */
const SILENT: readonly CaseKind[] = ["source", "reported"];

/** Form to approve, or to reject with a reason for the organizer. */
export function DecisionForm({ review, action, nextId, failure }: DecisionFormProps) {
  const { t } = useText();
  const { state } = useNavigation();
  const [reason, setReason] = useState(failure?.reason ?? review.reason);
  const issue = failure?.issues.reason;
  const others = Object.entries(failure?.issues ?? {}).filter(([path]) => path !== "reason");
  useEffect(() => {
    if (issue) document.getElementById("reason")?.focus();
  }, [issue]);
  const left = review.reasonMax - reason.length;
  const isOfSource = review.kind === "source" || review.kind === "plan";
  const isBlocked = review.blocked.length > 0;
  const isAsked = failure?.confirm?.intent === "approve";
  return (
    <Form
      method="post"
      action={action}
      className={classes.form}
      data-bottom-bar
      data-decision={review.kind}
      preventScrollReset
      onSubmit={(event) => {
        // Blocks repeated submissions. After a rejected decision the form accepts another one while
        // the page revalidates.
        if (state === "submitting" || (state === "loading" && !failure)) event.preventDefault();
      }}
    >
      <input type="hidden" name="event" value={review.id} />
      <input type="hidden" name="version" value={review.version} />
      <input type="hidden" name="title" value={review.title} />
      {nextId && <input type="hidden" name="next" value={nextId} />}
      {isAsked && <input type="hidden" name="confirmed" value={failure.confirm?.others} />}
      {failure?.claim && <input type="hidden" name="despite" value={failure.claim} />}
      <input type="hidden" name={KEEPS_SHELL} value="1" />
      {failure && (failure.message || others.length > 0) && (
        <Alert tone="bad" live="alert">
          {failure.message}
          {failure.confirm && <OtherEvents others={failure.confirm.shown} />}
          {failure.confirm?.intent === "keep-both" && (
            // Of the form beside the duplicate, which may be off the screen.
            <Button
              form={keepBothForm(failure.confirm.others)}
              intent="keep-both"
              variant="default"
              size="sm"
            >
              {t("moderation:inbox.confirm.keepBoth")}
            </Button>
          )}
          {others.length > 0 && (
            <ul>
              {others.map(([path, sentence]) => (
                <li key={path}>{sentence}</li>
              ))}
            </ul>
          )}
        </Alert>
      )}
      {!isOfSource && review.kind !== "reported" && (
        <div className={`${classes.presets} rd-row rd-quiet`}>
          <span>{t("moderation:queue.why")}</span>
          {review.presets.map(({ name, label, text, href }) => (
            <Link
              key={name}
              to={href}
              preventScrollReset
              onClick={(event) => {
                event.preventDefault();
                setReason(text);
                document.getElementById("reason")?.focus();
              }}
            >
              {label}
            </Link>
          ))}
          {review.hostLanguage && <small>{review.hostLanguage}</small>}
        </div>
      )}
      {isBlocked && (
        <p id="blocked" className={classes.blocked}>
          <Icon name="lock" size="s" />
          <span>
            <strong>{t("moderation:inbox.blocked")}</strong>{" "}
            {review.blocked.map(({ path, text }, place) => (
              <Link
                key={path}
                className="rd-link"
                to={review.edit}
                data-missing={place === 0 || undefined}
              >
                {text}
              </Link>
            ))}{" "}
            <span className="rd-needs-script">{t("moderation:inbox.blockedKey")}</span>
          </span>
        </p>
      )}
      <div className={classes.bottom}>
        {!SILENT.includes(review.kind) && (
          <div className={classes.field}>
            <TextArea
              id="reason"
              name="reason"
              label={t(
                review.kind === "plan" ? "moderation:inbox.plan.to" : "moderation:queue.reason",
              )}
              isLabelHidden={review.kind !== "plan"}
              rows={reason.length > 60 ? 3 : 1}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
              placeholder={review.creator ? t("moderation:queue.placeholder") : undefined}
              maxLength={review.reasonMax}
              counter={{ max: review.reasonMax }}
              error={issue}
            />
            <span role="status" className="rd-hidden">
              {left <= FEW_LEFT ? t("moderation:queue.left", { count: left }) : ""}
            </span>
          </div>
        )}
        {review.hide ? (
          <LinkButton to={review.hide} variant="default">
            {t("moderation:reports.hide")}
          </LinkButton>
        ) : (
          <Button
            intent="reject"
            variant="default"
            color={isOfSource ? undefined : "red"}
            leftSection={<Icon name={isOfSource ? "lock" : "x"} size="s" />}
          >
            {t(isOfSource ? "moderation:inbox.keepOurs" : "moderation:queue.reject")}
            <span className={`${queue.key} rd-needs-script`} aria-hidden="true">
              R
            </span>
          </Button>
        )}
        <Button
          intent="approve"
          aria-keyshortcuts="A"
          aria-describedby={isBlocked ? "blocked" : undefined}
          disabled={isBlocked}
          leftSection={<Icon name="check" size="s" />}
        >
          {t(isAsked ? "moderation:inbox.confirm.press" : ACCEPT[review.kind])}
          <span className={`${queue.key} rd-needs-script`} aria-hidden="true">
            A
          </span>
        </Button>
      </div>
    </Form>
  );
}
