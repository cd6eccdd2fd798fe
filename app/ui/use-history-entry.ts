import { useEffect, useRef } from "react";

/**
 * Makes an open sheet an entry of history, so that Back closes it. The router does not learn of the
 * entry: it is the page's own, with a mark.
 * @param close puts the sheet away; called by Back
 */
export function useHistoryEntry(isOpen: boolean, close: () => void): void {
  const closing = useRef(close);
  closing.current = close;
  useEffect(() => {
    if (!isOpen) return;
    const address = location.href;
    let isLeft = false;
    history.pushState({ ...history.state, isSheet: true }, "");
    const onPop = (event: PopStateEvent) => {
      isLeft = true;
      // Where the page below has another address, the router goes there.
      if (location.href === address) event.stopImmediatePropagation();
      closing.current();
    };
    // Before the router, which listens without `capture`.
    addEventListener("popstate", onPop, true);
    return () => {
      removeEventListener("popstate", onPop, true);
      // A link within has replaced the entry.
      if (isLeft || !history.state?.isSheet || location.href !== address) return;
      addEventListener("popstate", (event) => event.stopImmediatePropagation(), {
        capture: true,
        once: true,
      });
      history.back();
    };
  }, [isOpen]);
}
