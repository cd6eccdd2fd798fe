import { useRouteLoaderData } from "@remix-run/react";
import { DEFAULT_UX, type UxSettings } from "../lib/pages/ux";

/** Optional features of the interface (/admin/ux-settings). All are on by default. */
export function useUx(): UxSettings {
  return useRouteLoaderData<{ ux: UxSettings }>("root")?.ux ?? DEFAULT_UX;
}
