import { useEffect } from "react";
import { paths } from "../../lib/paths";
import { useAddress } from "../../ui/link";
import { useUx } from "../../ui/ux";

/** ⌘K or Ctrl K: to the search field of the page, or of the list of events where the page has none. */
export function useSearchKey(): void {
  const { interactions } = useUx();
  const list = useAddress()(`${paths.events()}#q`);
  useEffect(() => {
    if (!interactions.shortcuts) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      const field = document.getElementById("q");
      // A document of its own: only then the browser goes into the field that the address names.
      if (field) field.focus();
      else location.assign(list);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [interactions.shortcuts, list]);
}
