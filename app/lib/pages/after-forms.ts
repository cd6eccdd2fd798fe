import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";

/** Field of forms that change nothing of the root and of a layout's shell. */
export const KEEPS_SHELL = "keepsShell";

/**
 * `shouldRevalidate` of data that only forms change: the root, and a layout's shell. After changes
 * through the API scripts call `revalidate()`, which keeps the address.
 */
export function afterForms({
  formMethod,
  formData,
  currentUrl,
  nextUrl,
}: Pick<
  ShouldRevalidateFunctionArgs,
  "formMethod" | "formData" | "currentUrl" | "nextUrl"
>): boolean {
  if (formData?.has(KEEPS_SHELL)) return false;
  return formMethod === undefined ? currentUrl.href === nextUrl.href : formMethod !== "GET";
}
