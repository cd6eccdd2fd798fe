import { useEffect } from "react";
import { useText } from "~/ui/text";
import { TextArea } from "~/ui/text-area";

interface ReasonFieldProps {
  id: string;
  max: number;
  initial: string;
  issue: string | undefined;
}

/** Field for the reason of a rejection, with a character counter. */
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
