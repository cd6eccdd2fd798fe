import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import form from "~/components/moderation/decision-form.module.css";
import type { DetailsView } from "~/components/moderation/details-view";
import type { DecisionFailureView } from "~/components/moderation/queue-view";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./flagged-events.module.css";

interface RejectFormProps {
  details: DetailsView;
  /** Whether its host hears of it, and reads the reason. */
  notifiesOrganizer: boolean;
  action: string;
  closeHref: string;
  failure: DecisionFailureView | null;
}

/** Asks for the reason with which a flagged event is rejected. */
export function RejectForm({ details, notifiesOrganizer, action, closeHref, failure }: RejectFormProps) {
  const { t } = useText();
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState(failure?.reason ?? "");
  const issue = failure?.issues.reason;
  // Once the dialog has taken the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refused form brings the focus back
  useEffect(() => field.current?.focus(), [issue]);
  return (
    <Form method="post" action={action} className={classes.rejection} preventScrollReset>
      <input type="hidden" name="event" value={details.id} />
      <input type="hidden" name="version" value={details.version} />
      <input type="hidden" name="title" value={details.title} />
      <p dir="auto" lang={details.titleLang}>
        <b>{details.title}</b>
      </p>
      <p className={classes.facts}>{t(notifiesOrganizer ? "moderation:flagged.rejectText" : "moderation:flagged.rejectTextUntold")}</p>
      <label htmlFor="reason">{t("moderation:queue.reason")}</label>
      <div className={form.input} data-wrong={issue ? true : undefined}>
        <textarea
          ref={field}
          id="reason"
          name="reason"
          rows={4}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          placeholder={notifiesOrganizer ? t("moderation:queue.placeholder") : undefined}
          maxLength={details.reasonMax}
          aria-invalid={issue ? true : undefined}
          aria-describedby={issue ? "reason-issue" : undefined}
          dir={reason ? "auto" : undefined}
        />
        <span aria-hidden="true">{t("moderation:queue.count", { count: reason.length, max: details.reasonMax })}</span>
      </div>
      {issue && (
        <p id="reason-issue" className={form.issue}>
          <Icon name="alert-circle" size="s" />
          {issue}
        </p>
      )}
      <div className={classes.actions}>
        <Button type="submit" name="intent" value="reject" color="red" size="sm">
          {t("moderation:queue.reject")}
        </Button>
        <Button component={Link} to={closeHref} variant="default" size="sm" preventScrollReset>
          {t("moderation:cancel")}
        </Button>
      </div>
    </Form>
  );
}
