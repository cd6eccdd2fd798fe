import { type InputHTMLAttributes, type ReactNode, useRef, useState } from "react";
import type { FormFailure } from "../lib/http/form-failure";
import classes from "./fields.module.css";
import { Icon } from "./icon";

interface FieldShellProps {
  id: string;
  label: string;
  help?: string;
  issue: string | undefined;
  /** Content next to the help. */
  end?: ReactNode;
  beside?: ReactNode;
  children: ReactNode;
}

const describedBy = (id: string, help: string | undefined, issue: string | undefined) =>
  [help && `${id}-help`, issue && `${id}-issue`].filter(Boolean).join(" ") || undefined;

/** Label above, help or error below. */
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

/** Props of a field whose form controls values and errors, including those of the server. */
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
  /** Initial value. */
  value?: string;
  end?: ReactNode;
}

/** Input with label, help and error. A rejected form keeps its value. */
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
  /** Limits of the length, characters. */
  limits: { min: number; max: number };
  /** Localized text of the counter, which needs JavaScript. */
  counted: (length: number) => string;
  /** Content below the input, such as suggestions. Receives a function that edits the text. */
  beside?: (edit: (change: (text: string) => string) => void) => ReactNode;
}

/** Multi-line text field. */
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
