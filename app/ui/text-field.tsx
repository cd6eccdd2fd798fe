import { Input } from "@mantine/core";
import { type InputHTMLAttributes, type ReactNode, type Ref, useState } from "react";
import { Field, type FieldBase, useField } from "./field";
import { FileFace } from "./file-face";
import classes from "./input.module.css";

type InputAttributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | "autoComplete"
  | "inputMode"
  | "dir"
  | "lang"
  | "list"
  | "maxLength"
  | "minLength"
  | "min"
  | "max"
  | "step"
  | "placeholder"
  | "accept"
  | "multiple"
  | "disabled"
  | "readOnly"
  | "autoFocus"
  | "spellCheck"
  | "onChange"
  | "onInput"
  | "onFocus"
  | "onBlur"
  | "onKeyDown"
>;

export interface TextFieldProps extends FieldBase, InputAttributes {
  type?:
    | "text"
    | "search"
    | "email"
    | "url"
    | "tel"
    | "password"
    | "number"
    | "date"
    | "time"
    | "datetime-local"
    | "file"
    | "color";
  /** Initial value. The submitted value of a rejected form takes precedence. */
  defaultValue?: string | undefined;
  /** Controlled value. */
  value?: string;
  /** `sm` for toolbars. */
  size?: "sm" | "md";
  /** Icon at the start, button or unit at the end. */
  start?: ReactNode;
  end?: ReactNode;
  /** Counts characters against this or `maxLength`. */
  counter?: { min?: number; max: number } | undefined;
  /** Unit at the end, such as "minutes". */
  unit?: string | undefined;
  below?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
  /** Whether the value is being processed. */
  isBusy?: boolean;
}

/**
 * Single-line text field with the appearance of Mantine's Input. A rejected form keeps its value.
 */
export function TextField(props: TextFieldProps) {
  const { name, submitted, isLive, frame, marks, rest } = useField(props);
  const {
    counter,
    below,
    defaultValue,
    value,
    size = "md",
    start,
    end,
    type = "text",
    unit,
    isChecked,
    inputRef,
    isBusy,
    onInput,
    ...input
  } = rest;
  const shown =
    type === "password" || type === "file"
      ? undefined
      : isChecked
        ? defaultValue
        : (submitted ?? defaultValue);
  const [length, setLength] = useState([...(value ?? shown ?? "")].length);
  const field = (
    <Input
      {...input}
      {...marks}
      // Remounts when the server's value changes, except in live forms and in checked ones, where
      // it changes with each key.
      key={isChecked || isLive ? undefined : shown}
      ref={inputRef}
      name={name}
      type={type}
      {...(value === undefined ? { defaultValue: shown } : { value })}
      onInput={(event) => {
        if (counter) setLength([...event.currentTarget.value].length);
        onInput?.(event);
      }}
      aria-busy={isBusy || undefined}
      size={size}
      leftSection={start}
      rightSection={unit ? <span className={classes.unit}>{unit}</span> : end}
      rightSectionWidth={unit && `${unit.length / 2 + 1.5}rem`}
      leftSectionPointerEvents="none"
      rightSectionPointerEvents="all"
      classNames={{ wrapper: classes.wrapper, input: classes.input }}
    />
  );
  return (
    <Field {...frame} counter={counter && { length, ...counter }} below={below}>
      {type === "file" ? <FileFace>{field}</FileFace> : field}
    </Field>
  );
}
