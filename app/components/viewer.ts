import { useRouteLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import { SAVED_EVENT, savedWords } from "../lib/pages/saved-list";
import type { HomeCity, ViewerView } from "../lib/pages/views";
import { badgeText } from "../lib/text/badge-text";
import { useText } from "../ui/text";

/** The signed-in user, or null for visitors. */
export function useViewer(): ViewerView | null {
  return useRouteLoaderData<{ viewer: ViewerView | null }>("root")?.viewer ?? null;
}

/** The reader's city; null before a choice. */
export function useHomeCity(): HomeCity | null {
  const home = useRouteLoaderData<{ homeCity: HomeCity }>("root")?.homeCity;
  return home && (home.slug || home.isAll) ? home : null;
}

/**
 * What is saved, as "Saved, 2", and the number alone: an account's with the page, a guest's from the
 * cookie, so that shared pages stay the same for all; empty until the script runs, and for none.
 */
export function useSaved(): { label: string; number: string } {
  const { t, locale } = useText();
  const known = useViewer()?.saved;
  const [count, setCount] = useState(known ?? 0);
  useEffect(() => {
    const read = () => savedWords(document.cookie)?.length ?? 0;
    setCount(known ?? read());
    const change = (event: Event) =>
      setCount((before) => (known === undefined ? read() : before + (event as CustomEvent).detail));
    addEventListener(SAVED_EVENT, change);
    return () => removeEventListener(SAVED_EVENT, change);
  }, [known]);
  const number = count > 0 ? badgeText(count, locale) : "";
  return {
    label: t(number ? "common:nav.savedCount" : "common:nav.saved", { count: number }),
    number,
  };
}
