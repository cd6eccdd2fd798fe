import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";

/**
 * `shouldRevalidate` of what a form alone can change: the root, and the shell of a layout. What a script has changed
 * through the API is asked for by `revalidate()`, which stays at the same address.
 */
export function afterForms({
  formMethod,
  currentUrl,
  nextUrl,
}: Pick<ShouldRevalidateFunctionArgs, "formMethod" | "currentUrl" | "nextUrl">): boolean {
  return formMethod === undefined ? currentUrl.href === nextUrl.href : formMethod !== "GET";
}
