import { useEffect, useRef } from "react";
import { Icon } from "~/ui/icon";
import type { WizardRefusalView, WizardView } from "./ingestion-view";
import classes from "./wizard.module.css";

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
    <div ref={alert} role="alert" className={classes.alert} tabIndex={-1}>
      <Icon name="alert-circle" />
      <p>{refusal.message}</p>
    </div>
  );
}

export function StepIssue({ id, text }: { id: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <p id={id} className={classes.issue}>
      <Icon name="alert-circle" size="s" />
      {text}
    </p>
  );
}
