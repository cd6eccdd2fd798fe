import { type ChangeEvent, type ReactNode, useState } from "react";
import { Field, type FieldBase, useField } from "./field";
import classes from "./swatches.module.css";
import { TextField, type TextFieldProps } from "./text-field";

interface SwatchesProps extends FieldBase {
  /** A colour or icon, with the label as its accessible name and tooltip. */
  options: readonly { value: string; label: string; drawing: ReactNode }[];
  defaultValue?: string | undefined;
}

/** Choice of a colour or icon: native radio buttons over the drawings. */
export function Swatches(props: SwatchesProps) {
  const { name, submitted, frame, rest } = useField(props);
  const { options, defaultValue } = rest;
  const chosen = submitted ?? defaultValue;
  return (
    <Field {...frame} isGroup>
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

const COLOR = /^#[0-9A-Fa-f]{6}$/;

interface ColorFieldProps
  extends Omit<TextFieldProps, "type" | "dir" | "value" | "end" | "counter" | "onChange"> {
  defaultValue: string;
  /** Accessible name of the colour picker. */
  chooseLabel: string;
}

/** Field for a colour as #RRGGBB. With JavaScript, the browser's colour picker is next to it. */
export function ColorField({ defaultValue, chooseLabel, ...field }: ColorFieldProps) {
  const { submitted } = useField(field);
  const [color, setColor] = useState(submitted ?? defaultValue);
  const take = (event: ChangeEvent<HTMLInputElement>) =>
    setColor(event.currentTarget.value.toUpperCase());
  return (
    <TextField
      {...field}
      value={color}
      onChange={take}
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      end={
        <input
          type="color"
          className={`${classes.swatch} rd-needs-script`}
          // Keeps the default while the typed text is not a colour.
          value={COLOR.test(color) ? color : defaultValue}
          onChange={take}
          aria-label={chooseLabel}
        />
      }
    />
  );
}
