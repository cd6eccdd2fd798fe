import { type UseFormReturnType, useForm } from "@mantine/form";
import { type FocusEvent, useEffect, useMemo, useRef } from "react";
import type { GenericSchema } from "valibot";
import { valibotResolver } from "../../lib/pages/valibot-resolver";

/** What a form's fields are checked against when somebody leaves them. */
export interface FieldChecks {
  /** That of the server, for the fields as they are typed. */
  schema: GenericSchema;
  /** Its sentences by their keys, in the reader's language. */
  says: Readonly<Record<string, string>>;
}

interface CheckedForm<Values> extends FieldChecks {
  values: Values;
  /** What the server had to say. */
  failure: { issues: Record<string, string>; values: Partial<Values> } | undefined;
}

/**
 * A form that tells on leaving a field what the server would tell. It stays the browser's own: it is sent as it stands, and
 * the server judges it.
 */
export function useCheckedForm<Values extends Record<string, string>>({
  values,
  failure,
  schema,
  says,
}: CheckedForm<Values>): UseFormReturnType<Values> {
  const validate = useMemo(() => valibotResolver(schema, says), [schema, says]);
  const form = useForm<Values>({
    mode: "uncontrolled",
    initialValues: { ...values, ...failure?.values },
    initialErrors: failure?.issues,
    validate,
    enhanceGetInputProps: ({ inputProps, field, form: checked }) => ({
      name: field,
      isChecked: true,
      // Null where it holds: the form around may still know the server's issue.
      error: inputProps.error ?? null,
      onBlur: ({ currentTarget: { value } }: FocusEvent<HTMLInputElement>) => {
        // Typed before the script had come, it has never been told.
        checked.setFieldValue(field, value as Parameters<typeof checked.setFieldValue>[1], { forceUpdate: false });
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
