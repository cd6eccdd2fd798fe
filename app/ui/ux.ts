import { useRouteLoaderData } from "@remix-run/react";
import { DEFAULT_UX, type UxSettings } from "../lib/pages/ux";

/** What the product may do beyond what is needed (/admin/ux-settings); everything, where nobody has said otherwise. */
export function useUx(): UxSettings {
  return useRouteLoaderData<{ ux: UxSettings }>("root")?.ux ?? DEFAULT_UX;
}
