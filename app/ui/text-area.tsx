import { Input } from "@mantine/core";
import { type ReactNode, type TextareaHTMLAttributes, useRef, useState } from "react";
import { Field, type FieldBase, invalidity } from "./field";
import { useFieldState } from "./form-context";
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
  const {
    name,
    label,
    id: ownId,
    help,
    error: ownError,
    need,
    isLabelHidden,
    counter,
    below,
    ...rest
  } = props;
  const { defaultValue, value, dir = "auto", isCode, isChecked, onInput, ...input } = rest;
  const { id, error, submitted, isLive } = useFieldState(name, ownId, ownError);
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
      id={id}
      label={label}
      help={help}
      error={error}
      need={need}
      isLabelHidden={isLabelHidden}
      counter={counter && { length: value === undefined ? length : lengthOf(value), ...counter }}
      below={typeof below === "function" ? below(edit) : below}
    >
      <Input<"textarea">
        {...input}
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
        error={Boolean(error)}
        attributes={invalidity(error)}
        aria-required={need === "required" || undefined}
        classNames={{
          wrapper: classes.wrapper,
          input: isCode ? `${classes.input} ${classes.code}` : classes.input,
        }}
      />
    </Field>
  );
}

const lengthOf = (text = "") => [...text.trim()].length;
