import { fieldsOf, fillForm, isFormChanged } from "./unsaved-input";

/** Key of session storage: forms with `data-keeps` as they are typed, until they are sent. */
const KEY = "rooydad.kept-forms";

interface KeptForm {
  /** Path of its page. */
  page: string;
  /** Value of `data-keeps`: which form of the page. */
  form: string;
  fields: ReturnType<typeof fieldsOf>;
  /** The query of the page from which it was sent; null until it is. */
  sentFrom: string | null;
}

function read(): KeptForm[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

function write(kept: readonly KeptForm[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage is full or forbidden.
  }
}

const keepingForms = (): HTMLFormElement[] => [
  ...document.querySelectorAll<HTMLFormElement>("form[data-keeps]"),
];

/** Whether a page is a step of another, such as the review of a form. */
const isBelow = (page: string, other: string): boolean => page.startsWith(`${other}/`);

/** Keeps a form as it is on the screen. */
export function keepForm(form: HTMLFormElement, isSent = false): void {
  const { keeps = "" } = form.dataset;
  const page = location.pathname;
  write([
    ...read().filter((kept) => kept.page !== page || kept.form !== keeps),
    { page, form: keeps, fields: fieldsOf(form), sentFrom: isSent ? location.search : null },
  ]);
}

/** Whether a form is still typed at here: it is not sent, or its own page answers, a step of it or a log-in. */
const stays = ({ page, sentFrom }: KeptForm): boolean =>
  sentFrom === null ||
  (page === location.pathname && sentFrom === location.search) ||
  isBelow(location.pathname, page) ||
  location.pathname.startsWith("/login");

/** Keeps all forms of the page, with what the server has filled in. */
export const keepForms = (): void => {
  write(read().filter(stays));
  for (const form of keepingForms()) keepForm(form);
};

/** After a form was sent: keeps it until the answer comes, and forgets those that it completes. */
export function noteSent(form: HTMLFormElement): void {
  if (form.dataset.keeps !== undefined) keepForm(form, true);
  if (/\/logout$/.test(new URL(form.action, location.href).pathname)) write([]);
  else
    write(
      read().filter(({ page, sentFrom }) => sentFrom === null || !isBelow(location.pathname, page)),
    );
}

/**
 * Puts the kept fields back into the forms of the page. Forgets sent forms once another page or
 * another query of theirs answers: a log-in or a step of the form is none.
 */
export function refillForms(): void {
  const here = location.pathname;
  const kept = read().filter(stays);
  write(kept);
  for (const form of keepingForms()) {
    const found = kept.find((one) => one.page === here && one.form === form.dataset.keeps);
    if (found) fillForm(form, found.fields);
    // Typed before this script came.
    else if (isFormChanged(form)) keepForm(form);
  }
}
