import { Input } from "@mantine/core";
import type { ReactNode, SelectHTMLAttributes } from "react";
import { Field, type FieldBase, useField } from "./field";
import { Icon } from "./icon";
import classes from "./input.module.css";

export interface SelectOption {
  value: string;
  label: string;
  /** Language of the label, if it differs from the page's. */
  lang?: string;
  isDisabled?: boolean;
}

interface SelectProps
  extends FieldBase,
    Pick<SelectHTMLAttributes<HTMLSelectElement>, "disabled" | "onChange" | "dir"> {
  /** Options or groups of options. */
  options: readonly (SelectOption | { group: string; options: readonly SelectOption[] })[];
  /** Label of the empty option, whose value is "". */
  empty?: string | undefined;
  defaultValue?: string | undefined;
  value?: string;
  size?: "sm" | "md";
  below?: ReactNode;
}

/** Native select with the appearance of Mantine's Input. Works without JavaScript. */
export function Select(props: SelectProps) {
  const { name, submitted, isLive, frame, marks, rest } = useField(props);
  const { options, empty, defaultValue, value, size = "md", isChecked, below, ...select } = rest;
  const chosen = (isChecked ? defaultValue : (submitted ?? defaultValue)) ?? "";
  return (
    <Field {...frame} below={below}>
      <Input<"select">
        {...select}
        {...marks}
        component="select"
        key={isChecked || isLive ? undefined : chosen}
        name={name}
        {...(value === undefined ? { defaultValue: chosen } : { value })}
        size={size}
        pointer
        rightSection={<Icon name="chevron-down" size="s" />}
        rightSectionPointerEvents="none"
        classNames={{ wrapper: classes.wrapper, input: classes.input }}
      >
        {empty !== undefined && <option value="">{empty}</option>}
        {options.map((option) =>
          "group" in option ? (
            <optgroup key={option.group} label={option.group}>
              {option.options.map(drawOption)}
            </optgroup>
          ) : (
            drawOption(option)
          ),
        )}
      </Input>
    </Field>
  );
}

const drawOption = ({ value, label, lang, isDisabled }: SelectOption) => (
  <option key={value} value={value} lang={lang} disabled={isDisabled}>
    {label}
  </option>
);
