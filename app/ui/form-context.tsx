import { createContext, useContext } from "react";
import type { FormFailure } from "../lib/http/form-failure";

interface FormScope {
  /** Prefix of the field ids. A page may have several forms. */
  name?: string | undefined;
  failure?: FormFailure | undefined;
  /**
   * Whether the form saves itself: fields keep what is typed when their `defaultValue` changes, and
   * take no submitted values.
   */
  isLive?: boolean;
}

/**
 * Form around a field, provided by `Form`. Fields outside of a form need their own id and error.
 */
export const FormContext = createContext<FormScope>({});

interface FieldState {
  id: string;
  error: string | undefined;
  /** Submitted value of a rejected form. */
  submitted: string | undefined;
  isRejected: boolean;
  isLive: boolean;
}

/** Id of a field. A dot in its name becomes a hyphen. */
export const fieldIdOf = (form: string | undefined, name: string): string =>
  `${form ? `${form}-` : ""}${name}`.replaceAll(".", "-");

/** Id, error and submitted value of a field, by its name in the form. */
export function useFieldState(
  name: string,
  id: string | undefined,
  error: string | null | undefined,
): FieldState {
  const form = useContext(FormContext);
  return {
    id: id ?? fieldIdOf(form.name, name),
    error: error === undefined ? form.failure?.issues[name] : (error ?? undefined),
    submitted: form.isLive ? undefined : form.failure?.values[name],
    isRejected: form.failure !== undefined && !form.isLive,
    isLive: form.isLive ?? false,
  };
}
