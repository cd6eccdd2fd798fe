import { type ReactNode, useState } from "react";
import type { IconName } from "../lib/icon-names";
import box from "./box.module.css";
import { Icon } from "./icon";
import classes from "./pills.module.css";

interface PillsProps {
  name: string;
  /** `family` is the colour family of a category, which its icon takes. */
  options: readonly { value: string; label: string; icon?: IconName; family?: string }[];
  /** Initially checked values. */
  chosen: readonly string[];
  /** Caption of a subset of the options. */
  legend?: ReactNode;
  /**
   * Disables the other options once the maximum number is checked, with a text (needs JavaScript).
   */
  limit?: { max: number; text: string };
}

/** Checkboxes as pills, of a few short options. For use in a `Field` with `isGroup`. */
export function Pills({ name, options, chosen: initial, legend, limit }: PillsProps) {
  const [chosen, setChosen] = useState(initial);
  const isFull = limit !== undefined && chosen.length >= limit.max;
  const pills = options.map(({ value, label, icon, family }) => {
    const isChecked = chosen.includes(value);
    return (
      <label key={value} data-family={family}>
        <input
          type="checkbox"
          className={box.box}
          name={name}
          value={value}
          // Uncontrolled inputs keep what was ticked before the script loaded.
          {...(!limit
            ? { defaultChecked: isChecked }
            : {
                checked: isChecked,
                disabled: isFull && !isChecked,
                onChange: ({ target }) =>
                  setChosen(
                    target.checked ? [...chosen, value] : chosen.filter((other) => other !== value),
                  ),
              })}
        />
        {icon && <Icon name={icon} size="s" />}
        {label}
      </label>
    );
  });
  return (
    <>
      {legend ? (
        <fieldset className={`${classes.pills} rd-row`}>
          <legend className="rd-note">{legend}</legend>
          {pills}
        </fieldset>
      ) : (
        <div className={`${classes.pills} rd-row`}>{pills}</div>
      )}
      {limit && (
        <p className="rd-note" role="status">
          {isFull && limit.text}
        </p>
      )}
    </>
  );
}
