import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { Checkbox as MantineCheckbox } from "@mantine/core";
import type { InputHTMLAttributes, ReactNode } from "react";
import { describedBy } from "./field";
import { useFieldState } from "./form-context";
import { Icon } from "./icon";
import classes from "./tick.module.css";

interface CheckboxProps
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    "disabled" | "onChange" | "form" | "checked"
  > {
  /** Without a name it is not submitted, for example a checkbox that selects others. */
  name?: string;
  /** Visible label. In tables, use `aria-label` instead. */
  label?: ReactNode;
  "aria-label"?: string;
  value?: string;
  id?: string;
  help?: ReactNode;
  error?: string;
  defaultChecked?: boolean | undefined;
}

/** Checkbox, based on Mantine's. A rejected form keeps its state. */
export function Checkbox(props: CheckboxProps) {
  const {
    name,
    value = "1",
    id: ownId,
    help,
    error: ownError,
    defaultChecked,
    label,
    checked,
    ...input
  } = props;
  const { id, error, submitted, isRejected, isLive } = useFieldState(
    name ?? "",
    ownId ?? (value === "1" ? undefined : `${name}-${value}`),
    ownError,
  );
  const isTicked = isRejected && value === "1" ? submitted !== undefined : defaultChecked;
  return (
    <MantineCheckbox
      {...input}
      id={id}
      key={isLive ? undefined : `${isTicked}`}
      name={name}
      value={value}
      {...(checked === undefined ? { defaultChecked: isTicked ?? false } : { checked })}
      label={label}
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
        inner: classes.inner,
        input: classes.box,
        icon: classes.icon,
        labelWrapper: classes.words,
        label: classes.label,
        description: classes.help,
      }}
    />
  );
}
