import { type UseFormReturnType, useForm } from "@mantine/form";
import { type FocusEvent, useEffect, useMemo, useRef } from "react";
import type { GenericSchema } from "valibot";
import * as v from "valibot";

/** The default message of an invalid value. */
const ANY = "errors:issue.value";

/**
 * A schema as the `validate` of @mantine/form: the first issue of each field as a message.
 * @param messages messages by key, in the reader's language, the same as the server's
 */
export function valibotResolver(
  schema: v.GenericSchema,
  messages: Readonly<Record<string, string>>,
) {
  return (values: unknown): Record<string, string> => {
    const { issues = [] } = v.safeParse(schema, values);
    const errors: Record<string, string> = {};
    for (const issue of issues)
      errors[v.getDotPath(issue) ?? ""] ??= messages[issue.message] ?? messages[ANY] ?? ANY;
    return errors;
  };
}

/** Rules for checking form fields on blur. */
export interface FieldChecks {
  /** Schema of the server, for the typed values. */
  schema: GenericSchema;
  /** Localized messages by issue key. */
  messages: Readonly<Record<string, string>>;
}

interface CheckedForm<Values> extends FieldChecks {
  values: Values;
  /** The rejected submission, with errors of the server. */
  failure: { issues: Record<string, string>; values: Partial<Values> } | undefined;
}

/**
 * Adds checks on blur to a native form, by the server's schema. The form submits natively and the
 * server validates it again.
 */
export function useCheckedForm<Values extends Record<string, string>>({
  values,
  failure,
  schema,
  messages,
}: CheckedForm<Values>): UseFormReturnType<Values> {
  const validate = useMemo(() => valibotResolver(schema, messages), [schema, messages]);
  const form = useForm<Values>({
    mode: "uncontrolled",
    initialValues: { ...values, ...failure?.values },
    initialErrors: failure?.issues,
    validate,
    enhanceGetInputProps: ({ inputProps, field, form: checked }) => ({
      name: field,
      isChecked: true,
      // Null if valid, because the surrounding form may still hold an error of the server.
      error: inputProps.error ?? null,
      onBlur: ({ currentTarget: { value } }: FocusEvent<HTMLInputElement>) => {
        // Takes over a value typed before the script had loaded.
        checked.setFieldValue(field, value as Parameters<typeof checked.setFieldValue>[1], {
          forceUpdate: false,
        });
        checked.validateField(field);
      },
    }),
  });
  const shown = useRef(failure);
  const { setValues, setErrors } = form;
  useEffect(() => {
    if (shown.current === failure) return;
    shown.current = failure;
    if (failure) setValues(failure.values);
    setErrors(failure?.issues ?? {});
  }, [failure, setValues, setErrors]);
  return form;
}
