import { type ChangeEvent, useState } from "react";
import classes from "./color-field.module.css";
import { useFieldState } from "./form-context";
import { TextField, type TextFieldProps } from "./text-field";

const COLOR = /^#[0-9A-Fa-f]{6}$/;

interface ColorFieldProps
  extends Omit<TextFieldProps, "type" | "dir" | "value" | "end" | "counter" | "onChange"> {
  defaultValue: string;
  /** Accessible name of the colour picker. */
  chooseLabel: string;
}

/** Field for a colour as #RRGGBB. With JavaScript, the browser's colour picker is next to it. */
export function ColorField({ defaultValue, chooseLabel, ...field }: ColorFieldProps) {
  const { submitted } = useFieldState(field.name, field.id, field.error);
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
