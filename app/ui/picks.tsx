import type { IconName } from "../lib/icon-names";
import { Icon } from "./icon";
import classes from "./picks.module.css";

interface PicksProps {
  name: string;
  label: string;
  options: readonly { value: string; label: string; icon: IconName }[];
  chosen: readonly string[];
}

/** Several of a few things with icons: native boxes under cards. */
export function Picks({ name, label, options, chosen }: PicksProps) {
  return (
    <fieldset className={classes.picks}>
      <legend className="rd-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            className="rd-over-label"
            type="checkbox"
            name={name}
            value={option.value}
            defaultChecked={chosen.includes(option.value)}
          />
          <Icon name={option.icon} />
          {option.label}
          <span className={classes.tick}>
            <Icon name="check" size="s" />
          </span>
        </label>
      ))}
    </fieldset>
  );
}
