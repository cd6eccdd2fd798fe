import { createContext, type ReactNode, useContext } from "react";
import type { EventFormState } from "~/lib/event/event-form-fields";
import { FormContext } from "~/ui/form-context";
import type { EventFormView } from "./event-form.server";
import type { FormPartsView } from "./event-form-parts.server";

interface EventFormValue {
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

const EventFormContext = createContext<EventFormValue | null>(null);

/** Prefix of the field ids. */
export const FORM = "event";

export function FormProvider({ value, children }: { value: EventFormValue; children: ReactNode }) {
  const failure = { message: "", issues: value.issues, values: {} };
  return (
    <EventFormContext.Provider value={value}>
      <FormContext.Provider value={{ name: FORM, failure, isLive: true }}>
        {children}
      </FormContext.Provider>
    </EventFormContext.Provider>
  );
}

/** Returns the form of a field. @throws Error outside FormProvider */
export function useEventForm(): EventFormValue {
  const value = useContext(EventFormContext);
  if (!value) throw new Error("useEventForm needs a FormProvider above it.");
  return value;
}
