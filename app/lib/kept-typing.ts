/** In the browser, for as long as the tab is open: what was typed when a session ended. */
const KEY = "rooydad.typed";

interface KeptForm {
  /** Its place among the forms of its page. */
  at: number;
  fields: [name: string, value: string][];
}

interface Kept {
  /** Path and query of the page. */
  page: string;
  forms: KeptForm[];
  /** Whether it did not arrive, since the session had ended. */
  isLost: boolean;
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What is never kept: secrets, files, and what the page itself puts into a form. */
const isPrivate = (control: Control): boolean =>
  control instanceof HTMLInputElement &&
  (["password", "file", "hidden", "submit", "button"].includes(control.type) || /password|one-time-code|cc-/.test(control.autocomplete));

const controlsOf = (form: HTMLFormElement): Control[] =>
  ([...form.elements] as unknown[]).filter(
    (control): control is Control =>
      (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement) &&
      control.name !== "" &&
      !isPrivate(control),
  );

const isTicked = (control: Control) => control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type);

function fieldsOf(form: HTMLFormElement): KeptForm["fields"] {
  return controlsOf(form).flatMap((control): KeptForm["fields"] => {
    if (isTicked(control)) return (control as HTMLInputElement).checked ? [[control.name, control.value]] : [];
    return control instanceof HTMLSelectElement
      ? [...control.selectedOptions].map(({ value }) => [control.name, value])
      : [[control.name, control.value]];
  });
}

/** Storage may be forbidden or full: then nothing is kept, and the page goes on. */
function attempt<T>(act: (storage: Storage) => T): T | null {
  try {
    return act(sessionStorage);
  } catch {
    return null;
  }
}

/** Keeps what stands in forms that are sent by POST, but for passwords, files and codes. */
export function keepTyped(forms: HTMLFormElement[], { page, isLost }: Pick<Kept, "page" | "isLost">): void {
  const all = [...document.forms];
  const kept = forms
    .filter(({ method }) => method === "post")
    .map((form) => ({ at: all.indexOf(form), fields: fieldsOf(form) }))
    .filter(({ fields }) => fields.some(([, value]) => value.trim() !== ""));
  if (kept.length > 0) attempt((storage) => storage.setItem(KEY, JSON.stringify({ page, forms: kept, isLost } satisfies Kept)));
}

function read(): Kept | null {
  try {
    return JSON.parse(attempt((storage) => storage.getItem(KEY)) ?? "null");
  } catch {
    return null;
  }
}

/** Forgets what was kept: it has arrived, or is not wanted. */
export const forgetTyped = (): void => void attempt((storage) => storage.removeItem(KEY));

/** On the login page of a session that has ended: what was sent last has not arrived. */
export function loseTyped(): void {
  const kept = read();
  if (kept) attempt((storage) => storage.setItem(KEY, JSON.stringify({ ...kept, isLost: true })));
}

/** Whether something typed on that page did not arrive; what did arrive is forgotten. */
export function hasLostTyping(page: string): boolean {
  const kept = read();
  if (kept && !kept.isLost) forgetTyped();
  return kept?.isLost === true && kept.page === page;
}

/** Sets a field as if somebody had typed, so that what draws it takes notice. */
function type(control: Control, value: string): void {
  if (control.value === value) return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, value);
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
}

/** Puts what was kept back into the forms of the page, and forgets it. */
export function restoreTyped(): void {
  for (const { at, fields } of read()?.forms ?? []) {
    const form = document.forms[at];
    if (!form) continue;
    const left = [...fields];
    for (const control of controlsOf(form)) {
      const found = left.findIndex(([name, value]) => name === control.name && (!isTicked(control) || value === control.value));
      if (isTicked(control)) {
        if ((control as HTMLInputElement).checked !== found >= 0) control.click();
      } else if (found >= 0) type(control, left[found]?.[1] ?? "");
      if (found >= 0) left.splice(found, 1);
    }
  }
  forgetTyped();
}
