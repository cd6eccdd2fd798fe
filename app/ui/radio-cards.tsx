import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Radio.layer.css";
import { Radio } from "@mantine/core";
import type { ReactNode } from "react";
import type { IconName } from "../lib/icon-names";
import { Field, type FieldBase, useField } from "./field";
import { Icon } from "./icon";
import classes from "./tick.module.css";

interface RadioCardsProps extends FieldBase {
  options: readonly {
    value: string;
    label: ReactNode;
    help?: ReactNode;
    /** Icon in place of the radio button. */
    icon?: IconName;
    /** Shown once selected. */
    warning?: ReactNode;
    isDisabled?: boolean;
  }[];
  defaultValue?: string | undefined;
  onChange?: (value: string) => void;
  /** Arranges the cards side by side where they fit. */
  isRow?: boolean;
}

/** Radio group with explanations, based on Mantine's Radio. The label covers the whole card. */
export function RadioCards(props: RadioCardsProps) {
  const { name, id, submitted, frame, rest } = useField(props);
  const { options, defaultValue, onChange, isRow } = rest;
  const chosen = submitted ?? defaultValue;
  return (
    <Field {...frame} isGroup>
      <div
        key={chosen}
        className={`${classes.cards} rd-stack rd-gap-xs`}
        data-row={isRow || undefined}
      >
        {options.map(({ value, label: words, help, icon, warning, isDisabled }) => (
          <Radio
            key={value}
            id={`${id}-${value}`}
            name={name}
            value={value}
            defaultChecked={value === chosen}
            disabled={isDisabled}
            onChange={onChange && (() => onChange(value))}
            label={
              icon ? (
                <>
                  <span className={classes.picture}>
                    <Icon name={icon} />
                  </span>
                  {words}
                </>
              ) : (
                words
              )
            }
            description={
              (help || warning) && (
                <span id={`${id}-${value}-about`}>
                  {help}
                  {warning && <span className={classes.warning}>{warning}</span>}
                </span>
              )
            }
            aria-describedby={help || warning ? `${id}-${value}-about` : undefined}
            classNames={{
              root: classes.card,
              body: classes.body,
              inner: classes.inner,
              radio: classes.box,
              icon: classes.icon,
              labelWrapper: classes.words,
              label: classes.label,
              description: classes.help,
            }}
          />
        ))}
      </div>
    </Field>
  );
}
