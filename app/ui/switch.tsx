import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Switch as MantineSwitch } from "@mantine/core";
import type { InputHTMLAttributes, ReactNode } from "react";
import { describedBy } from "./field";
import { useFieldState } from "./form-context";
import { Icon } from "./icon";
import classes from "./tick.module.css";

interface SwitchProps extends Pick<InputHTMLAttributes<HTMLInputElement>, "disabled" | "onChange" | "form" | "aria-labelledby"> {
  name: string;
  label: ReactNode;
  id?: string;
  help?: ReactNode;
  error?: string;
  defaultChecked?: boolean | undefined;
}

/** On or off, on Mantine's Switch: a checkbox, so it is sent with its form and needs no script. */
export function Switch({ name, id: ownId, help, error: ownError, defaultChecked, label, ...input }: SwitchProps) {
  const { id, error, submitted, isRejected } = useFieldState(name, ownId, ownError);
  const isOn = isRejected ? submitted !== undefined : defaultChecked;
  return (
    <MantineSwitch
      {...input}
      id={id}
      key={`${isOn}`}
      name={name}
      value="1"
      defaultChecked={isOn ?? false}
      label={label}
      withThumbIndicator={false}
      description={help && <span id={`${id}-help`}>{help}</span>}
      error={
        error && (
          <span id={`${id}-issue`} className={classes.error}>
            <Icon name="alert-circle" size="s" />
            {error}
          </span>
        )
      }
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy(id, help, error)}
      classNames={{
        root: classes.root,
        body: classes.body,
        track: classes.track,
        thumb: classes.thumb,
        labelWrapper: classes.words,
        label: classes.label,
        description: classes.help,
      }}
    />
  );
}
