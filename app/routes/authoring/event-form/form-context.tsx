import { createContext, type ReactNode, useContext } from "react";
import type { EventFormState } from "~/modules/events/event-form-fields";
import type { EventFormView, FormPartsView } from "./event-form-view";

interface EventFormContext {
  page: EventFormView;
  /** Initial values, or the submitted ones of a rejected form. */
  fields: EventFormState;
  issues: Record<string, string>;
  parts: FormPartsView;
  /** Selected picture before its upload, as a data URL. */
  chosenPicture: string | null;
  choosePicture(url: string | null): void;
  /** Reports a change that fires no native event. */
  changed(): void;
}

const FormContext = createContext<EventFormContext | null>(null);

export function FormProvider({ value, children }: { value: EventFormContext; children: ReactNode }) {
  return <FormContext.Provider value={value}>{children}</FormContext.Provider>;
}

/** Returns the form of a field. @throws Error outside FormProvider */
export function useEventForm(): EventFormContext {
  const value = useContext(FormContext);
  if (!value) throw new Error("useEventForm needs a FormProvider above it.");
  return value;
}

/** Id of a field. Replaces the dot in its name. */
export const fieldIdOf = (name: string): string => `event-${name.replace(".", "-")}`;
