import type { ReactNode } from "react";
import classes from "./field-set.module.css";

interface FieldSetProps {
  /** Legend of the group. */
  legend: string;
  /** Hides the legend visually, if a heading repeats it. */
  isLegendHidden?: boolean;
  /** Shows the fields read-only. */
  isDisabled?: boolean;
  /** Arranges the fields in as many columns as fit. */
  isGrid?: boolean;
  children: ReactNode;
}

/** Group of related fields. */
export function FieldSet({ legend, isLegendHidden, isDisabled, isGrid, children }: FieldSetProps) {
  return (
    <fieldset className={classes.set} disabled={isDisabled} data-grid={isGrid || undefined}>
      <legend className={isLegendHidden ? "rd-hidden" : undefined}>{legend}</legend>
      {children}
    </fieldset>
  );
}
