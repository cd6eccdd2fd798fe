import "@mantine/core/styles/Input.layer.css";
import { Input } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./field.module.css";
import { Icon } from "./icon";
import { useText } from "./text";

export interface FieldBase {
  /** In the form that is sent. */
  name: string;
  label: ReactNode;
  /** Without one, from the form's name and the field's. */
  id?: string;
  help?: ReactNode;
  /** Without one, the form's issue of this name; null for none. */
  error?: string | null | undefined;
  /** Of a checked form (useCheckedForm), which keeps the value and its key itself. */
  isChecked?: boolean;
  need?: "required" | "recommended" | "optional" | undefined;
  /** Only for assistive technology, for fields whose place says what they are for. */
  isLabelHidden?: boolean;
}

interface FieldProps extends Omit<FieldBase, "name" | "id" | "error" | "isChecked"> {
  id: string;
  error?: string | undefined;
  /** Several controls under one label: a `fieldset` names them. */
  isGroup?: boolean;
  /** Characters, so far and at most; shown where a script counts. */
  counter?: { length: number; min?: number | undefined; max: number } | undefined;
  /** Below the control, such as suggestions. */
  below?: ReactNode;
  children: ReactNode;
}

/**
 * Label above, help, counter and error below, on Mantine's Input.Wrapper, which names and describes the Input within it.
 * Every field of the kit stands in one; custom controls may too.
 */
export function Field({ id, label, help, error, need, isLabelHidden, isGroup, counter, below, children }: FieldProps) {
  const { t } = useText();
  const isOver = counter && (counter.length > counter.max || (counter.length > 0 && counter.length < (counter.min ?? 0)));
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
      {...(isGroup && { role: "group", "aria-labelledby": `${id}-label`, "aria-describedby": describedBy(id, help, error) })}
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

/** The ids that describe a control which is not Mantine's Input. */
export const describedBy = (id: string, help: ReactNode, error: string | undefined) =>
  [help && `${id}-help`, error && `${id}-issue`].filter(Boolean).join(" ") || undefined;

/** Mantine writes aria-invalid="false" on every Input; an input that holds has no such attribute. */
export const invalidity = (error: string | undefined) => ({ input: { "aria-invalid": error ? (true as const) : undefined } });
