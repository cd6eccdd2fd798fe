import { Input } from "@mantine/core";
import { type ReactNode, type TextareaHTMLAttributes, useRef, useState } from "react";
import { Field, type FieldBase, useField } from "./field";
import classes from "./input.module.css";

interface TextAreaProps
  extends FieldBase,
    Pick<
      TextareaHTMLAttributes<HTMLTextAreaElement>,
      | "dir"
      | "lang"
      | "maxLength"
      | "placeholder"
      | "disabled"
      | "readOnly"
      | "spellCheck"
      | "autoComplete"
      | "onInput"
      | "onBlur"
      | "onChange"
    > {
  rows: number;
  defaultValue?: string | undefined;
  /** Controlled value. */
  value?: string;
  /** Character limits of the counter. */
  counter?: { min?: number; max: number };
  /** Monospaced and without spell checking, for code and templates. */
  isCode?: boolean;
  /**
   * Content below, such as suggestions. A function receives an editor of the text (needs
   * JavaScript).
   */
  below?: ReactNode | ((edit: (change: (text: string) => string) => void) => ReactNode);
}

/**
 * Multi-line text field with the appearance of Mantine's Input. A rejected form keeps its value.
 */
export function TextArea(props: TextAreaProps) {
  const { name, submitted, isLive, frame, marks, rest } = useField(props);
  const { counter, below, defaultValue, value, dir = "auto", ...others } = rest;
  const { isCode, isChecked, onInput, ...input } = others;
  const shown = isChecked ? defaultValue : (submitted ?? defaultValue);
  const area = useRef<HTMLTextAreaElement>(null);
  const [length, setLength] = useState(lengthOf(shown));
  const count = () => setLength(lengthOf(area.current?.value));
  const edit = (change: (text: string) => string) => {
    if (!area.current) return;
    area.current.value = change(area.current.value);
    area.current.focus();
    area.current.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <Field
      {...frame}
      counter={counter && { length: value === undefined ? length : lengthOf(value), ...counter }}
      below={typeof below === "function" ? below(edit) : below}
    >
      <Input<"textarea">
        {...input}
        {...marks}
        component="textarea"
        multiline
        size="md"
        ref={area}
        key={value === undefined && !isChecked && !isLive ? shown : undefined}
        name={name}
        dir={isCode ? "ltr" : dir}
        spellCheck={isCode ? false : input.spellCheck}
        {...(value === undefined ? { defaultValue: shown } : { value })}
        onInput={(event: React.FormEvent<HTMLTextAreaElement>) => {
          count();
          onInput?.(event);
        }}
        classNames={{
          wrapper: classes.wrapper,
          input: isCode ? `${classes.input} ${classes.code}` : classes.input,
        }}
      />
    </Field>
  );
}

const lengthOf = (text = "") => [...text.trim()].length;
