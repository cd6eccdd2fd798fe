import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";

/**
 * `shouldRevalidate` of data that only forms change: the root, and a layout's shell. After changes through the API
 * scripts call `revalidate()`, which keeps the address.
 */
export function afterForms({
  formMethod,
  currentUrl,
  nextUrl,
}: Pick<ShouldRevalidateFunctionArgs, "formMethod" | "currentUrl" | "nextUrl">): boolean {
  return formMethod === undefined ? currentUrl.href === nextUrl.href : formMethod !== "GET";
}
