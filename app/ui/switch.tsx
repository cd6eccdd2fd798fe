import type { InputHTMLAttributes, ReactNode } from "react";
import { describedBy } from "./field";
import { useFieldState } from "./form-context";
import { Icon } from "./icon";
import classes from "./switch.module.css";

interface SwitchProps
  extends Pick<InputHTMLAttributes<HTMLInputElement>, "disabled" | "onChange" | "form"> {
  name: string;
  label: ReactNode;
  id?: string;
  help?: ReactNode;
  error?: string;
  defaultChecked?: boolean | undefined;
}

/**
 * Switch based on a native checkbox, so it works without JavaScript. Mantine's Switch renders a
 * `div` in its label, which is invalid HTML.
 */
export function Switch({
  name,
  id: ownId,
  help,
  error: ownError,
  defaultChecked,
  label,
  ...input
}: SwitchProps) {
  const { id, error, submitted, isRejected } = useFieldState(name, ownId, ownError);
  const isOn = isRejected ? submitted !== undefined : defaultChecked;
  return (
    <div className={classes.root}>
      <input
        {...input}
        key={`${isOn}`}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its state
        role="switch"
        className={classes.switch}
        id={id}
        name={name}
        value="1"
        defaultChecked={isOn ?? false}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, help, error)}
      />
      <label htmlFor={id}>{label}</label>
      {help && (
        <p id={`${id}-help`} className="rd-quiet">
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-issue`} className={classes.error}>
          <Icon name="alert-circle" size="s" />
          {error}
        </p>
      )}
    </div>
  );
}
