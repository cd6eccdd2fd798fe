import type { ReactNode } from "react";
import classes from "./field-set.module.css";

interface FieldSetProps {
  /** Its name. */
  legend: string;
  /** Where a heading beside it says the same. */
  isLegendHidden?: boolean;
  /** Shown, but not to be changed. */
  isDisabled?: boolean;
  /** As many beside each other as there is room for. */
  isGrid?: boolean;
  children: ReactNode;
}

/** Fields that belong together, below or beside each other. */
export function FieldSet({ legend, isLegendHidden, isDisabled, isGrid, children }: FieldSetProps) {
  return (
    <fieldset className={classes.set} disabled={isDisabled} data-grid={isGrid || undefined}>
      <legend className={isLegendHidden ? "rd-hidden" : undefined}>{legend}</legend>
      {children}
    </fieldset>
  );
}
