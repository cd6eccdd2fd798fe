/** Key of session storage: fields of submitted forms, until the tab is closed. */
const KEY = "rooydad.typed";

/**
 * Fired on a form before its fields are restored, with the kept fields; a form that restores itself
 * prevents the default.
 */
export const RESTORE_EVENT = "rd-restore";

interface KeptForm {
  /** Index in `document.forms`. */
  at: number;
  fields: [name: string, value: string][];
}

interface StoredInput {
  /** Path and query of the page, as the address bar had them. */
  page: string;
  forms: KeptForm[];
  /** Whether the server did not save it, since the session had ended. */
  isLost: boolean;
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Never stores passwords, codes, files and controls without text. */
const isPrivate = (control: Control): boolean =>
  control instanceof HTMLInputElement &&
  (["password", "file", "submit", "button"].includes(control.type) ||
    /password|one-time-code|cc-/.test(control.autocomplete) ||
    /password|secret|token|^code$/i.test(control.name) ||
    control.readOnly);

/**
 * Hidden fields belong to the page; only a form that restores itself (`data-restores`) needs them,
 * and those that hold what is typed beside them (`data-typed`).
 */
const isKept = (control: Control, form: HTMLFormElement): boolean =>
  control.name !== "" &&
  !isPrivate(control) &&
  (control.type !== "hidden" ||
    form.dataset.restores !== undefined ||
    control.dataset.typed !== undefined);

const controlsOf = (form: HTMLFormElement): Control[] =>
  ([...form.elements] as unknown[]).filter(
    (control): control is Control =>
      (control instanceof HTMLInputElement ||
        control instanceof HTMLTextAreaElement ||
        control instanceof HTMLSelectElement) &&
      isKept(control, form),
  );

const isTicked = (control: Control) =>
  control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type);

/** The fields of a form that may be kept, by name. */
export function fieldsOf(form: HTMLFormElement): KeptForm["fields"] {
  return controlsOf(form).flatMap((control): KeptForm["fields"] => {
    if (isTicked(control))
      return (control as HTMLInputElement).checked ? [[control.name, control.value]] : [];
    return control instanceof HTMLSelectElement
      ? [...control.selectedOptions].map(({ value }) => [control.name, value])
      : [[control.name, control.value]];
  });
}

/** Returns null where session storage is forbidden or full. */
export function attempt<T>(act: (storage: Storage) => T): T | null {
  try {
    return act(sessionStorage);
  } catch {
    return null;
  }
}

const pageNow = () => location.pathname + location.search;

/** Keeps the fields of forms with `method="post"`, for the page in the address bar. */
export function storeInput(
  forms: HTMLFormElement[],
  { isLost }: Pick<StoredInput, "isLost">,
): void {
  const all = [...document.forms];
  const kept = forms
    .filter(({ method }) => method === "post")
    .map((form) => ({ at: all.indexOf(form), fields: fieldsOf(form) }))
    .filter(({ fields }) => fields.some(([, value]) => value.trim() !== ""));
  if (kept.length > 0)
    attempt((storage) =>
      storage.setItem(
        KEY,
        JSON.stringify({ page: pageNow(), forms: kept, isLost } satisfies StoredInput),
      ),
    );
}

function read(): StoredInput | null {
  try {
    return JSON.parse(attempt((storage) => storage.getItem(KEY)) ?? "null");
  } catch {
    return null;
  }
}

/** Forgets the kept fields. */
export const clearStoredInput = (): void => void attempt((storage) => storage.removeItem(KEY));

/** Marks the kept fields as not saved: the login page of an ended session calls it. */
export function markInputUnsaved(): void {
  const kept = read();
  if (kept) attempt((storage) => storage.setItem(KEY, JSON.stringify({ ...kept, isLost: true })));
}

/** Whether fields of the page in the address bar were kept and not saved. */
export function hasUnsavedInput(): boolean {
  const kept = read();
  return kept?.isLost === true && kept.page === pageNow();
}

/** Forgets fields that the server has saved. */
export function clearSavedInput(): void {
  if (read()?.isLost === false) clearStoredInput();
}

/** Sets the value and fires the event that React listens to. */
function type(control: Control, value: string): void {
  if (control.value === value) return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(
    control,
    value,
  );
  control.dispatchEvent(
    new Event(control instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }),
  );
}

/**
 * The form with the most field names in common; the nearest in the page where several have as many
 * (a banner may have come or gone).
 */
function findForm({ at, fields }: KeptForm): HTMLFormElement | undefined {
  const names = new Set(fields.map(([name]) => name));
  return [...document.forms]
    .map((form, index) => ({
      form,
      common: [...new Set(controlsOf(form).map(({ name }) => name))].filter((name) =>
        names.has(name),
      ).length,
      distance: Math.abs(index - at),
    }))
    .filter(({ form, common }) => form.method === "post" && common > 0)
    .sort((one, other) => other.common - one.common || one.distance - other.distance)[0]?.form;
}

/** Puts the kept fields back into the forms of the page, and forgets them. */
export function restoreInput(): void {
  for (const kept of read()?.forms ?? []) {
    const form = findForm(kept);
    if (!form) continue;
    if (
      !form.dispatchEvent(new CustomEvent(RESTORE_EVENT, { cancelable: true, detail: kept.fields }))
    )
      continue;
    fillForm(form, kept.fields);
  }
  clearStoredInput();
}

/** Whether any field differs from its server-rendered value. */
export const isFormChanged = (form: HTMLFormElement): boolean =>
  [...form.elements].some((field) => {
    if (field instanceof HTMLSelectElement)
      return (
        field.selectedIndex !==
        Math.max(
          [...field.options].findIndex(({ defaultSelected }) => defaultSelected),
          0,
        )
      );
    if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
    if (!(field instanceof HTMLInputElement) || field.type === "hidden" || field.type === "file")
      return false;
    return ["checkbox", "radio"].includes(field.type)
      ? field.checked !== field.defaultChecked
      : field.value !== field.defaultValue;
  });

/** Types kept fields into a form. */
export function fillForm(form: HTMLFormElement, fields: KeptForm["fields"]): void {
  const left = [...fields];
  for (const control of controlsOf(form)) {
    const found = left.findIndex(
      ([name, value]) => name === control.name && (!isTicked(control) || value === control.value),
    );
    if (isTicked(control)) {
      if ((control as HTMLInputElement).checked !== found >= 0) control.click();
    } else if (found >= 0) type(control, left[found]?.[1] ?? "");
    if (found >= 0) left.splice(found, 1);
  }
}
