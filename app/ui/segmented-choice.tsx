import { useFieldState } from "./form-context";
import classes from "./segmented.module.css";

interface SegmentedProps {
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
  defaultValue: string;
  id?: string;
  onChange?: (value: string) => void;
}

/** Choice of a few short options: native radio buttons in a row. */
export function Segmented({
  name,
  label,
  options,
  defaultValue,
  id: ownId,
  onChange,
}: SegmentedProps) {
  const { id, submitted } = useFieldState(name, ownId, undefined);
  const chosen = submitted ?? defaultValue;
  return (
    <fieldset key={chosen} className={classes.segments}>
      <legend className="rd-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            className="rd-over-label"
            id={`${id}-${option.value}`}
            name={name}
            value={option.value}
            defaultChecked={option.value === chosen}
            onChange={onChange && (() => onChange(option.value))}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
