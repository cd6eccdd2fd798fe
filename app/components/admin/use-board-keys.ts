import { useNavigate, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useUx } from "~/ui/ux";

/** After this, ms, what was asked for is on its way, or was refused before it was sent. */
const REFUSED = 250;
const TYPING = "input, select, textarea, [contenteditable], dialog[open]";

/** Address of the board that a step was opened from, and the cities whose step was, in this tab. */
let board: string | null = null;
const opened = new Set<string>();

/** Whether the step of a city was opened in this tab. */
export const wasOpened = (slug: string): boolean => opened.has(slug);

/**
 * Keys of the board of cities: J and K move among the steps, N opens the focused one, else the
 * first that was not opened yet. On the pages behind them N leads back to the board, so that a city
 * takes two keys besides its work.
 */
export function useBoardKeys(): void {
  const { interactions } = useUx();
  const { state } = useNavigation();
  const navigate = useNavigate();
  // The listener stays, so that no key is lost while a page appears. A page or an answer that was
  // just asked for is on its way before this renders: keys of the same moment are not its.
  const isBusy = useRef(false);
  const isOnItsWay = useRef(false);
  isOnItsWay.current = state !== "idle";
  isBusy.current = isOnItsWay.current;
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const step = (target as HTMLElement).closest<HTMLElement>("[data-step]");
      if (!step) return;
      board = location.pathname + location.search;
      opened.add(step.dataset.step ?? "");
    };
    let asked: ReturnType<typeof setTimeout> | undefined;
    const onAsk = () => {
      isBusy.current = true;
      clearTimeout(asked);
      // It may have been refused by a check of the page.
      asked = setTimeout(() => {
        isBusy.current = isOnItsWay.current;
      }, REFUSED);
    };
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement | null;
      const isWithModifier = event.ctrlKey || event.metaKey || event.altKey;
      if (isBusy.current || isWithModifier || target?.closest(TYPING)) return;
      // Persian layouts: uses the physical key.
      const key = /^[a-z]$/i.test(event.key) ? `Key${event.key.toUpperCase()}` : event.code;
      const steps = [...document.querySelectorAll<HTMLElement>("td [data-step]")];
      const at = steps.indexOf(document.activeElement as HTMLElement);
      const fresh = steps.find(({ dataset }) => !opened.has(dataset.step ?? ""));
      if (key === "KeyN" && steps.length > 0) {
        onAsk();
        (steps[at] ?? fresh ?? steps[0])?.click();
      } else if (key === "KeyN" && board) {
        onAsk();
        navigate(board);
      } else if (key === "KeyJ") steps[Math.min(at + 1, steps.length - 1)]?.focus();
      else if (key === "KeyK") steps[Math.max(at - 1, 0)]?.focus();
      else return;
      if (key === "KeyN" || steps.length > 0) event.preventDefault();
    };
    if (!interactions.shortcuts) return;
    document.addEventListener("click", onClick, { capture: true });
    document.addEventListener("submit", onAsk, { capture: true });
    document.addEventListener("keydown", onKey);
    return () => {
      clearTimeout(asked);
      document.removeEventListener("submit", onAsk, { capture: true });
      document.removeEventListener("click", onClick, { capture: true });
      document.removeEventListener("keydown", onKey);
    };
  }, [interactions.shortcuts, navigate]);
}
