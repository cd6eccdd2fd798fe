import { useSubmit } from "@remix-run/react";

/** Id of the form; fields that stand elsewhere on the page belong to it by this. */
export const BROWSE_FORM = "browse";

/** What a form asks for: empty fields are left out, so that addresses say only what was asked. */
function submitted(form: HTMLFormElement): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string" && value !== "") params.append(name, value);
  const words = form.elements.namedItem("q");
  // What was not to be understood from the old words may be meant in new ones.
  if (words instanceof HTMLInputElement && words.value !== words.defaultValue) params.delete("without");
  return params;
}

/** Asks for the list of what the form says, without a new document. */
export function useAsk(action: string): (form: HTMLFormElement) => void {
  const submit = useSubmit();
  return (form) => submit(submitted(form), { action, method: "get", preventScrollReset: true });
}
