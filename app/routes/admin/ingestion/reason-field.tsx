import { useEffect } from "react";
import { useText } from "~/ui/text";
import { TextArea } from "~/ui/text-area";

interface ReasonFieldProps {
  id: string;
  max: number;
  initial: string;
  issue: string | undefined;
}

/** Why something is rejected, with what is left of its length. */
export function ReasonField({ id, max, initial, issue }: ReasonFieldProps) {
  const { t } = useText();
  useEffect(() => {
    if (issue) document.getElementById(id)?.focus();
  }, [id, issue]);
  return (
    <TextArea
      id={id}
      name="reason"
      label={t("ingestion:candidate.reason")}
      rows={2}
      maxLength={max}
      counter={{ max }}
      defaultValue={initial}
      error={issue}
    />
  );
}
