import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";

/** `shouldRevalidate` of what a form alone can change: the root, and the shell of a layout. */
export function afterForms({ formMethod }: Pick<ShouldRevalidateFunctionArgs, "formMethod">): boolean {
  return formMethod !== undefined && formMethod !== "GET";
}
