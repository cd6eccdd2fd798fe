import { useRouteLoaderData } from "@remix-run/react";
import type { HomeCity, ViewerView } from "../lib/pages/views";

/** The signed-in user, or null for visitors. */
export function useViewer(): ViewerView | null {
  return useRouteLoaderData<{ viewer: ViewerView | null }>("root")?.viewer ?? null;
}

/** The reader's city; null before a choice. */
export function useHomeCity(): HomeCity | null {
  const home = useRouteLoaderData<{ homeCity: HomeCity }>("root")?.homeCity;
  return home && (home.slug || home.isAll) ? home : null;
}
