import { type InputHTMLAttributes, type ReactNode, useRef, useState } from "react";
import type { FormFailure } from "../lib/http/form-failure";
import classes from "./fields.module.css";
import { Icon } from "./icon";

interface FieldShellProps {
  id: string;
  label: string;
  help?: string;
  issue: string | undefined;
  /** Beside the help. */
  end?: ReactNode;
  beside?: ReactNode;
  children: ReactNode;
}

const describedBy = (id: string, help: string | undefined, issue: string | undefined) =>
  [help && `${id}-help`, issue && `${id}-issue`].filter(Boolean).join(" ") || undefined;

/** Label above, help or issue below. */
function FieldShell({ id, label, help, issue, end, beside, children }: FieldShellProps) {
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <div className={classes.input} data-invalid={issue ? true : undefined}>
        {children}
      </div>
      {help && (
        <p id={`${id}-help`} className={classes.help}>
          {help}
        </p>
      )}
      {end}
      {beside}
      {issue && (
        <p id={`${id}-issue`} className={classes.issue}>
          <Icon name="alert-circle" size="s" />
          {issue}
        </p>
      )}
    </div>
  );
}

/** What a form that keeps its own values and issues says of a field; then the server's come through it. */
interface KeptField {
  defaultValue?: string;
  error?: string;
}

export interface FieldProps
  extends KeptField,
    Pick<
      InputHTMLAttributes<HTMLInputElement>,
      "type" | "autoComplete" | "inputMode" | "dir" | "maxLength" | "placeholder" | "accept" | "onChange" | "onFocus" | "onBlur"
    > {
  form: string;
  name: string;
  label: string;
  help?: string;
  failure?: FormFailure | undefined;
  /** The initial value. */
  value?: string;
  end?: ReactNode;
}

/** A field; what was typed comes back with its issue. */
export function Field({ form, name, label, help, failure, value, defaultValue, error, end, ...input }: FieldProps) {
  const id = `${form}-${name}`;
  const issue = error ?? failure?.issues[name];
  const shown = failure?.values[name] ?? value;
  return (
    <FieldShell id={id} label={label} help={help} issue={issue}>
      <input
        {...input}
        id={id}
        name={name}
        {...(input.type !== "file" && (defaultValue === undefined ? { defaultValue: shown, key: shown } : { defaultValue }))}
        aria-invalid={issue ? true : undefined}
        aria-describedby={describedBy(id, help, issue)}
      />
      {end}
    </FieldShell>
  );
}

interface TextAreaFieldProps extends Pick<FieldProps, "form" | "name" | "label" | "help" | "failure" | "value" | "error"> {
  rows: number;
  /** Characters. */
  limits: { min: number; max: number };
  /** The sentence of the counter, which needs a script. */
  counted: (length: number) => string;
  /** Below the input, such as suggestions; gets what sets the text. */
  beside?: (edit: (change: (text: string) => string) => void) => ReactNode;
}

/** A field of several lines. */
export function TextAreaField({ form, name, label, help, failure, value = "", error, rows, limits, counted, beside }: TextAreaFieldProps) {
  const id = `${form}-${name}`;
  const issue = error ?? failure?.issues[name];
  const shown = failure?.values[name] ?? value;
  const input = useRef<HTMLTextAreaElement>(null);
  const [length, setLength] = useState([...shown.trim()].length);
  const count = () => setLength([...(input.current?.value.trim() ?? "")].length);
  const edit = (change: (text: string) => string) => {
    if (!input.current) return;
    input.current.value = change(input.current.value);
    input.current.focus();
    count();
  };
  return (
    <FieldShell
      id={id}
      label={label}
      help={help}
      issue={issue}
      end={
        <small
          className={`${classes.count} rd-needs-script`}
          data-over={length > limits.max || (length > 0 && length < limits.min) || undefined}
        >
          {counted(length)}
        </small>
      }
      beside={beside?.(edit)}
    >
      <textarea
        ref={input}
        id={id}
        name={name}
        rows={rows}
        dir="auto"
        defaultValue={shown}
        onInput={count}
        aria-required
        aria-invalid={issue ? true : undefined}
        aria-describedby={describedBy(id, help, issue)}
      />
    </FieldShell>
  );
}
