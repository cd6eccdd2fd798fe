import type { IconName } from "../lib/icon-names";
import { useFieldState } from "./form-context";
import { Icon } from "./icon";
import { Link } from "./link";
import classes from "./segmented.module.css";

interface SegmentedLinksProps {
  /** Accessible name of the group. */
  label: string;
  /** With an icon, phones hide the label from sight. */
  options: readonly { value: string; label: string; href: string; icon?: IconName }[];
  current: string;
}

/** Links to a few views of the same data, with the current one marked. */
export function SegmentedLinks({ label, options, current }: SegmentedLinksProps) {
  return (
    <nav className={classes.segments} aria-label={label}>
      {options.map((option) => (
        <Link
          key={option.value}
          to={option.href}
          aria-current={option.value === current ? "true" : undefined}
          preventScrollReset
        >
          {option.icon && <Icon name={option.icon} size="s" />}
          <span>{option.label}</span>
        </Link>
      ))}
    </nav>
  );
}

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
