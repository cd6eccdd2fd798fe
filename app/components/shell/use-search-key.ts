import { useEffect } from "react";
import { paths } from "../../lib/paths";
import { useAddress } from "../../ui/link";
import { useUx } from "../../ui/ux";

/** ⌘K or Ctrl K: focuses the page's search field, or opens the event list if the page has none. */
export function useSearchKey(): void {
  const { interactions } = useUx();
  const list = useAddress()(`${paths.events()}#q`);
  useEffect(() => {
    if (!interactions.shortcuts) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      const field = document.getElementById("q");
      // Full page load, because browsers focus the URL's target only in a new document.
      if (field) field.focus();
      else location.assign(list);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [interactions.shortcuts, list]);
}
