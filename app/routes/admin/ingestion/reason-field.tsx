import { useEffect, useRef, useState } from "react";
import { useText } from "~/ui/text";
import { StepIssue } from "./step-parts";
import wizard from "./wizard.module.css";

interface ReasonFieldProps {
  id: string;
  max: number;
  initial: string;
  issue: string | undefined;
}

/** Why something is rejected, with what is left of its length. */
export function ReasonField({ id, max, initial, issue }: ReasonFieldProps) {
  const { t } = useText();
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState(initial);
  useEffect(() => {
    if (issue) field.current?.focus();
  }, [issue]);
  return (
    <div className={wizard.field}>
      <label htmlFor={id}>{t("ingestion:candidate.reason")}</label>
      <textarea
        ref={field}
        id={id}
        name="reason"
        rows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={max}
        dir="auto"
        aria-invalid={issue ? true : undefined}
        aria-describedby={issue ? `${id}-issue ${id}-count` : `${id}-count`}
      />
      <small id={`${id}-count`} className={wizard.quiet}>
        {t("ingestion:candidate.count", { count: reason.length, max })}
      </small>
      <StepIssue id={`${id}-issue`} text={issue} />
    </div>
  );
}
