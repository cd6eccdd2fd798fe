import type { EventFormState } from "~/lib/event/event-form-fields";

const keyOf = (id: string | null) => `rooydad.event-form.${id ?? "new"}`;

/** Keeps a local copy of unsaved values. Does nothing if storage is unavailable. */
export function keepCopy(id: string | null, fields: EventFormState): void {
  try {
    localStorage.setItem(keyOf(id), JSON.stringify(fields));
  } catch {
    // Storage is full or forbidden.
  }
}

/** The local copy, or null if there is none or it does not match the form. */
export function keptCopy(id: string | null, pattern: EventFormState): EventFormState | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(id)) ?? "null");
    if (typeof kept !== "object" || kept === null) return null;
    const fits = Object.entries(pattern).every(
      ([name, value]) => typeof (kept as Record<string, unknown>)[name] === typeof value,
    );
    return fits ? (kept as EventFormState) : null;
  } catch {
    return null;
  }
}

export function dropCopy(id: string | null): void {
  try {
    localStorage.removeItem(keyOf(id));
  } catch {
    // Storage is unavailable.
  }
}
