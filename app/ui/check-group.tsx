import type { ReactNode } from "react";
import classes from "./check-group.module.css";
import { Checkbox } from "./checkbox";
import { Field, type FieldBase, useField } from "./field";
import { Fold } from "./fold";

interface CheckGroupProps extends Omit<FieldBase, "need" | "isLabelHidden"> {
  options: readonly { value: string; label: ReactNode }[];
  chosen: readonly string[];
  /** Collapsed unless something is checked, and scrollable. For long lists. */
  isFolded?: boolean;
  /** One option per line, for labels with several parts. */
  isStacked?: boolean;
}

/** Checkboxes submitted under one name. */
export function CheckGroup(props: CheckGroupProps) {
  const { name, id, frame, rest } = useField(props);
  const { options, chosen, isFolded, isStacked } = rest;
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
    <Fold title={frame.label} id={id} open={chosen.length > 0} isFramed>
      {boxes}
    </Fold>
  ) : (
    <Field {...frame} isGroup>
      {boxes}
    </Field>
  );
}
