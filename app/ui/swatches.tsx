import type { ReactNode } from "react";
import { Field, type FieldBase } from "./field";
import { useFieldState } from "./form-context";
import classes from "./swatches.module.css";

interface SwatchesProps extends FieldBase {
  /** A colour or icon, with the label as its accessible name and tooltip. */
  options: readonly { value: string; label: string; drawing: ReactNode }[];
  defaultValue?: string | undefined;
}

/** Choice of a colour or icon: native radio buttons over the drawings. */
export function Swatches({
  name,
  label,
  id: ownId,
  error: ownError,
  options,
  defaultValue,
  ...field
}: SwatchesProps) {
  const { id, error, submitted } = useFieldState(name, ownId, ownError);
  const chosen = submitted ?? defaultValue;
  return (
    <Field {...field} id={id} label={label} error={error} isGroup>
      <div key={chosen} className={`${classes.swatches} rd-row`}>
        {options.map((option) => (
          <label key={option.value} title={option.label}>
            <input
              className="rd-over-label"
              type="radio"
              name={name}
              value={option.value}
              aria-label={option.label}
              defaultChecked={option.value === chosen}
            />
            {option.drawing}
          </label>
        ))}
      </div>
    </Field>
  );
}
