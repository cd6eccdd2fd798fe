import type { ReactNode } from "react";
import classes from "./check-group.module.css";
import { Checkbox } from "./checkbox";
import { Field, type FieldBase } from "./field";
import { Fold } from "./fold";
import { useFieldState } from "./form-context";

interface CheckGroupProps extends Omit<FieldBase, "need" | "isLabelHidden"> {
  options: readonly { value: string; label: ReactNode }[];
  chosen: readonly string[];
  /** Long ones: folded while none is ticked, and scrolling within themselves. */
  isFolded?: boolean;
  /** Below each other, for labels of several parts. */
  isStacked?: boolean;
}

/** Several of a list, as boxes to tick that are sent under one name. */
export function CheckGroup({ name, label, id: ownId, help, error: ownError, options, chosen, isFolded, isStacked }: CheckGroupProps) {
  const { id, error } = useFieldState(name, ownId, ownError);
  const boxes = (
    <div className={classes.boxes} data-long={isFolded || undefined} data-stacked={isStacked || undefined}>
      {options.map((option, index) => (
        <Checkbox
          key={option.value}
          name={name}
          id={`${id}-${index}`}
          value={option.value}
          label={option.label}
          defaultChecked={chosen.includes(option.value)}
        />
      ))}
    </div>
  );
  return isFolded ? (
    <Fold title={label} id={id} open={chosen.length > 0} isFramed>
      {boxes}
    </Fold>
  ) : (
    <Field id={id} label={label} help={help} error={error} isGroup>
      {boxes}
    </Field>
  );
}
