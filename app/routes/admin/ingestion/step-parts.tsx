import { useEffect, useRef } from "react";
import type { WizardRefusal } from "~/routes/admin/ingestion/wizard/wizard-action.server";
import { Alert } from "~/ui/alert";
import type { WizardView } from "./wizard.server";

/** Props of each step of the wizard. */
export interface StepProps {
  view: WizardView;
  refusal: WizardRefusal | null;
}

/** Error of a whole step. Takes the focus, which scrolls to it and announces it. */
export function StepRefusal({ refusal }: Pick<StepProps, "refusal">) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusal?.message) alert.current?.focus();
  }, [refusal]);
  if (!refusal?.message) return null;
  return (
    <Alert ref={alert} tone="bad" live="alert" isFocusable>
      {refusal.message}
    </Alert>
  );
}
