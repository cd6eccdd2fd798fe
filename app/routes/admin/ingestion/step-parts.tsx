import { useEffect, useRef } from "react";
import { Alert } from "~/ui/alert";
import type { WizardRefusalView, WizardView } from "./ingestion-view";

/** What each step of the wizard draws. */
export interface StepProps {
  view: WizardView;
  refusal: WizardRefusalView | null;
}

/** Why a step was refused as a whole; read out, and brought to view. */
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
