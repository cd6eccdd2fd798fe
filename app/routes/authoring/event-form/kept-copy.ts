import type { EventFormState } from "~/modules/events/event-form-fields";

const keyOf = (id: string | null) => `rooydad.event-form.${id ?? "new"}`;

/** Keeps what was typed on this device, while the network is away. Nobody may have room for it: then it is not kept. */
export function keepCopy(id: string | null, fields: EventFormState): void {
  try {
    localStorage.setItem(keyOf(id), JSON.stringify(fields));
  } catch {
    // A full or forbidden storage: the page itself still has the text.
  }
}

/** What this device has kept; null where it has nothing that fits the form. */
export function keptCopy(id: string | null, pattern: EventFormState): EventFormState | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(id)) ?? "null");
    if (typeof kept !== "object" || kept === null) return null;
    const fits = Object.entries(pattern).every(([name, value]) => typeof (kept as Record<string, unknown>)[name] === typeof value);
    return fits ? (kept as EventFormState) : null;
  } catch {
    return null;
  }
}

export function dropCopy(id: string | null): void {
  try {
    localStorage.removeItem(keyOf(id));
  } catch {
    // What cannot be reached is not there.
  }
}
