import { createContext, useContext } from "react";
import type { FormFailure } from "../lib/http/form-failure";

interface FormScope {
  /** Prefix of the field ids. A page may have several forms. */
  name?: string | undefined;
  failure?: FormFailure | undefined;
}

/** Form around a field, provided by `Form`. Fields outside of a form need their own id and error. */
export const FormContext = createContext<FormScope>({});

interface FieldState {
  id: string;
  error: string | undefined;
  /** Submitted value of a rejected form. */
  submitted: string | undefined;
  isRejected: boolean;
}

/** Id, error and submitted value of a field, by its name in the form. */
export function useFieldState(name: string, id: string | undefined, error: string | null | undefined): FieldState {
  const form = useContext(FormContext);
  return {
    id: id ?? (form.name ? `${form.name}-${name}` : name),
    error: error === undefined ? form.failure?.issues[name] : (error ?? undefined),
    submitted: form.failure?.values[name],
    isRejected: form.failure !== undefined,
  };
}
