import { Button } from "@mantine/core";
import { useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import classes from "~/components/moderation/decision-form.module.css";
import type { CaseView, DecisionFailureView } from "~/components/moderation/queue-view";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";

interface DecisionFormProps {
  review: Pick<CaseView, "id" | "kind" | "version" | "title" | "presets" | "creator" | "hostLanguage" | "reason" | "reasonMax">;
  action: string;
  nextId: string | null;
  failure: DecisionFailureView | null;
}

/** So few characters left are worth a word. */
const FEW_LEFT = 50;

/** Approve, or reject with a reason that the host reads. */
export function DecisionForm({ review, action, nextId, failure }: DecisionFormProps) {
  const { t } = useText();
  const { state } = useNavigation();
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState(failure?.reason ?? review.reason);
  const issue = failure?.issues.reason;
  const others = Object.entries(failure?.issues ?? {}).filter(([path]) => path !== "reason");
  useEffect(() => {
    if (issue) field.current?.focus();
  }, [issue]);
  const left = review.reasonMax - reason.length;
  return (
    <Form
      method="post"
      action={action}
      className={classes.form}
      data-decision
      preventScrollReset
      onSubmit={(event) => {
        // A second press while the first is on its way; one that was refused is answered before the page has been read anew.
        if (state === "submitting" || (state === "loading" && !failure)) event.preventDefault();
      }}
    >
      <input type="hidden" name="event" value={review.id} />
      <input type="hidden" name="version" value={review.version} />
      <input type="hidden" name="title" value={review.title} />
      {nextId && <input type="hidden" name="next" value={nextId} />}
      {failure && (failure.message || others.length > 0) && (
        <div role="alert" className={classes.alert}>
          <Icon name="alert-circle" />
          <div>
            {failure.message}
            {others.length > 0 && (
              <ul>
                {others.map(([path, sentence]) => (
                  <li key={path}>{sentence}</li>
                ))}
              </ul>
            )}
          </div>
        </div>
      )}
      <div className={classes.presets}>
        <span>{t("moderation:queue.why")}</span>
        {review.presets.map(({ name, label, text, href }) => (
          <Link
            key={name}
            to={href}
            preventScrollReset
            onClick={(event) => {
              event.preventDefault();
              setReason(text);
              field.current?.focus();
            }}
          >
            {label}
          </Link>
        ))}
        {review.hostLanguage && <small>{review.hostLanguage}</small>}
      </div>
      <div className={classes.bottom}>
        <div className={classes.field}>
          <div className={classes.input} data-wrong={issue ? true : undefined}>
            <label className="rd-hidden" htmlFor="reason">
              {t("moderation:queue.reason")}
            </label>
            <textarea
              ref={field}
              id="reason"
              name="reason"
              rows={reason.length > 60 ? 3 : 1}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
              placeholder={review.creator ? t("moderation:queue.placeholder") : undefined}
              maxLength={review.reasonMax}
              aria-invalid={issue ? true : undefined}
              aria-describedby={issue ? "reason-issue reason-limit" : "reason-limit"}
              dir={reason ? "auto" : undefined}
            />
            <span aria-hidden="true">{t("moderation:queue.count", { count: reason.length, max: review.reasonMax })}</span>
            <span id="reason-limit" className="rd-hidden">
              {t("moderation:queue.limit", { max: review.reasonMax })}
            </span>
            <span role="status" className="rd-hidden">
              {left <= FEW_LEFT ? t("moderation:queue.left", { count: left }) : ""}
            </span>
          </div>
          {issue && (
            <p id="reason-issue" className={classes.issue}>
              <Icon name="alert-circle" size="s" />
              {issue}
            </p>
          )}
        </div>
        <Button
          type="submit"
          name="intent"
          value="reject"
          variant="default"
          className={classes.reject}
          leftSection={<Icon name="x" size="s" />}
        >
          {t("moderation:queue.reject")}
          <span className={`${classes.key} rd-needs-script`} aria-hidden="true">
            R
          </span>
        </Button>
        <Button type="submit" name="intent" value="approve" aria-keyshortcuts="A" leftSection={<Icon name="check" size="s" />}>
          {t(review.kind === "edit" ? "moderation:queue.accept" : "moderation:queue.approve")}
          <span className={`${classes.key} rd-needs-script`} aria-hidden="true">
            A
          </span>
        </Button>
      </div>
    </Form>
  );
}
