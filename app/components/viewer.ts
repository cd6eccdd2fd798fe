import { useRouteLoaderData } from "@remix-run/react";
import type { ViewerView } from "../lib/pages/views";

/** The signed-in user, or null for visitors. */
export function useViewer(): ViewerView | null {
  return useRouteLoaderData<{ viewer: ViewerView | null }>("root")?.viewer ?? null;
}
