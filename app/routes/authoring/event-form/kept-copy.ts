import type { EventFormState } from "~/lib/event/event-form-fields";

/** What was typed and not saved, as this device keeps it. */
export interface KeptCopy {
  fields: EventFormState;
  /**
   * Whether it continues the page: typed in this tab over the version that the page shows. Another
   * one is offered, never put in its place.
   */
  isContinued: boolean;
}

interface StoredCopy {
  fields: Record<string, unknown>;
  version: number;
  tab: string;
}

const TAB = "rooydad.tab";
const keyOf = (id: string | null) => `rooydad.event-form.${id ?? "new"}`;

/** Random id of this tab, which lasts until the tab is closed. */
function tabId(): string {
  const known = sessionStorage.getItem(TAB);
  if (known) return known;
  const id = crypto.randomUUID();
  sessionStorage.setItem(TAB, id);
  return id;
}

/** Keeps a copy of unsaved values. Does nothing if storage is unavailable. */
export function keepCopy(
  { id, version }: { id: string | null; version: number },
  fields: EventFormState,
): void {
  try {
    const copy: StoredCopy = { fields, version, tab: tabId() };
    localStorage.setItem(keyOf(id), JSON.stringify(copy));
  } catch {
    // Storage is full or forbidden.
  }
}

/** The copy of a form, or null if there is none or it does not match the form. */
export function keptCopy(page: {
  id: string | null;
  version: number;
  fields: EventFormState;
}): KeptCopy | null {
  try {
    const kept = JSON.parse(
      localStorage.getItem(keyOf(page.id)) ?? "null",
    ) as Partial<StoredCopy> | null;
    const { fields, version, tab } = kept ?? {};
    if (!fields) return null;
    const fits = Object.entries(page.fields).every(
      ([name, value]) => typeof fields[name] === typeof value,
    );
    return fits
      ? {
          fields: fields as EventFormState,
          isContinued: tab === tabId() && version === page.version,
        }
      : null;
  } catch {
    return null;
  }
}

/** Forgets the copy of a form. */
export function dropCopy(id: string | null): void {
  try {
    localStorage.removeItem(keyOf(id));
  } catch {
    // Storage is unavailable.
  }
}
