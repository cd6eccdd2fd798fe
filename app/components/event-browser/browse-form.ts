import { useSubmit } from "@remix-run/react";

/** Id of the search form, for the `form` attribute of fields outside of it. */
export const BROWSE_FORM = "browse";

/** Parameters of a search form, without empty fields. */
export function submittedParams(form: HTMLFormElement): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (typeof value === "string" && value !== "") params.append(name, value);
  const words = form.elements.namedItem("q");
  // New words may need the filters that were removed from the old words.
  if (words instanceof HTMLInputElement && words.value !== words.defaultValue)
    params.delete("without");
  return params;
}

/**
 * Returns a function that loads the list for the form by client navigation. @param replaces from a
 * sheet: its entry in history becomes that of the list
 */
export function useAsk(action: string, replaces = false): (form: HTMLFormElement) => void {
  const submit = useSubmit();
  return (form) =>
    submit(submittedParams(form), {
      action,
      method: "get",
      preventScrollReset: true,
      replace: replaces,
    });
}
