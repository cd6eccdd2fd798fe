import type { ReactNode } from "react";
import classes from "./check-group.module.css";
import { Checkbox } from "./checkbox";
import { Field, type FieldBase } from "./field";
import { Fold } from "./fold";
import { useFieldState } from "./form-context";

interface CheckGroupProps extends Omit<FieldBase, "need" | "isLabelHidden"> {
  options: readonly { value: string; label: ReactNode }[];
  chosen: readonly string[];
  /** Collapsed unless something is checked, and scrollable. For long lists. */
  isFolded?: boolean;
  /** One option per line, for labels with several parts. */
  isStacked?: boolean;
}

/** Checkboxes submitted under one name. */
export function CheckGroup({
  name,
  label,
  id: ownId,
  help,
  error: ownError,
  options,
  chosen,
  isFolded,
  isStacked,
}: CheckGroupProps) {
  const { id, error } = useFieldState(name, ownId, ownError);
  const boxes = (
    <div
      className={classes.boxes}
      data-long={isFolded || undefined}
      data-stacked={isStacked || undefined}
    >
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
