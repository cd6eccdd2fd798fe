import { createContext, type ReactNode, useContext } from "react";
import type { EventFormState } from "~/modules/events/event-form-fields";
import type { EventFormView, FormPartsView } from "./event-form-view";

interface EventFormContext {
  page: EventFormView;
  /** What the fields start with: what was typed, once the form has come back. */
  fields: EventFormState;
  issues: Record<string, string>;
  parts: FormPartsView;
  /** The picture that was chosen and is not sent yet, as a data URL. */
  chosenPicture: string | null;
  choosePicture(url: string | null): void;
  /** Tells the form of a change that no native event tells of. */
  changed(): void;
}

const FormContext = createContext<EventFormContext | null>(null);

export function FormProvider({ value, children }: { value: EventFormContext; children: ReactNode }) {
  return <FormContext.Provider value={value}>{children}</FormContext.Provider>;
}

/** The form that a field belongs to. @throws Error outside FormProvider */
export function useEventForm(): EventFormContext {
  const value = useContext(FormContext);
  if (!value) throw new Error("useEventForm needs a FormProvider above it.");
  return value;
}

/** The id of a field: of its name, which may have a dot. */
export const fieldIdOf = (name: string): string => `event-${name.replace(".", "-")}`;
