import type { ReactNode } from "react";
import classes from "./field.module.css";
import "@mantine/core/styles/Input.layer.css";
import { Input } from "@mantine/core";
import { useFieldState } from "./form-context";
import { Icon } from "./icon";
import { useText } from "./text";

interface FieldSetProps {
  /** Legend of the group. */
  legend: string;
  /** Hides the legend visually, if a heading repeats it. */
  isLegendHidden?: boolean;
  /** Shows the fields read-only. */
  isDisabled?: boolean;
  /** Arranges the fields in as many columns as fit. */
  isGrid?: boolean;
  children: ReactNode;
}

/** Group of related fields. */
export function FieldSet({ legend, isLegendHidden, isDisabled, isGrid, children }: FieldSetProps) {
  return (
    <fieldset className={classes.set} disabled={isDisabled} data-grid={isGrid || undefined}>
      <legend className={isLegendHidden ? "rd-hidden" : undefined}>{legend}</legend>
      {children}
    </fieldset>
  );
}

export interface FieldBase {
  /** Name in the submitted form. */
  name: string;
  label: ReactNode;
  /** Default: the form's and the field's name. */
  id?: string;
  help?: ReactNode;
  /** Default: the form's error for this name. Null for none. */
  error?: string | null | undefined;
  /** Whether useCheckedForm controls the value. */
  isChecked?: boolean;
  need?: "required" | "recommended" | "optional" | undefined;
  /** Hides the label visually, for fields whose position explains them. */
  isLabelHidden?: boolean;
}

interface FieldProps extends Omit<FieldBase, "name" | "id" | "error" | "isChecked"> {
  id: string;
  error?: string | undefined;
  /** Several controls under one label, in a `fieldset`. */
  isGroup?: boolean;
  /** Character count and limits. Needs JavaScript. */
  counter?: { length: number; min?: number | undefined; max: number } | undefined;
  /** Content below the control, such as suggestions. */
  below?: ReactNode;
  children: ReactNode;
}

/**
 * Label, help, counter and error around a control, based on Mantine's Input.Wrapper, which sets the
 * ARIA attributes of the Input. All fields of the kit use it; custom controls may too.
 */
export function Field({
  id,
  label,
  help,
  error,
  need,
  isLabelHidden,
  isGroup,
  counter,
  below,
  children,
}: FieldProps) {
  const { t } = useText();
  const isOver =
    counter &&
    (counter.length > counter.max || (counter.length > 0 && counter.length < (counter.min ?? 0)));
  return (
    <Input.Wrapper
      id={id}
      label={
        <>
          {label}
          {need && (
            <small className={classes.need} data-need={need}>
              {t(`kit:${need}`)}
            </small>
          )}
        </>
      }
      labelElement={isGroup ? "div" : "label"}
      description={help}
      error={
        error && (
          <>
            <Icon name="alert-circle" size="s" />
            <span>{error}</span>
          </>
        )
      }
      inputWrapperOrder={["label", "input", "description", "error"]}
      labelProps={{ id: `${id}-label` }}
      descriptionProps={{ id: `${id}-help` }}
      errorProps={{ id: `${id}-issue` }}
      classNames={{
        root: classes.field,
        label: isLabelHidden ? "rd-hidden" : classes.label,
        description: classes.help,
        error: classes.error,
      }}
      {...(isGroup && {
        role: "group",
        tabIndex: -1,
        // A prop `id` of the wrapper is that of its input.
        attributes: { root: { id } },
        "aria-labelledby": `${id}-label`,
        "aria-describedby": describedBy(id, help, error),
      })}
      inputContainer={(input) => (
        <>
          {input}
          {counter && (
            <small className={`${classes.counter} rd-needs-script`} data-over={isOver || undefined}>
              {t("kit:count", { length: counter.length, max: counter.max })}
            </small>
          )}
          {below}
        </>
      )}
    >
      {children}
    </Input.Wrapper>
  );
}

/**
 * State of a field in its form, with the props of its frame (`Field`), the marks of an error for
 * Mantine's Input, and what is left of its own props.
 */
export function useField<Props extends FieldBase>({
  name,
  label,
  id: ownId,
  help,
  error: ownError,
  need,
  isLabelHidden,
  ...rest
}: Props) {
  const state = useFieldState(name, ownId, ownError);
  const { id, error } = state;
  return {
    ...state,
    name,
    rest,
    frame: { id, label, help, error, need, isLabelHidden },
    marks: {
      error: Boolean(error),
      // Not `aria-invalid="false"`, which Mantine sets on valid inputs.
      attributes: { input: { "aria-invalid": error ? (true as const) : undefined } },
      "aria-required": need === "required" || undefined,
    },
  };
}

/** Value of `aria-describedby` for a control other than Mantine's Input. */
export const describedBy = (id: string, help: ReactNode, error: string | undefined) =>
  [help && `${id}-help`, error && `${id}-issue`].filter(Boolean).join(" ") || undefined;
