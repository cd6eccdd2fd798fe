import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { storeChoice, storedChoice } from "../../lib/http/stored-choice";
import { useAddress } from "../../ui/link";
import { useUx } from "../../ui/ux";

interface QueueKeys {
  /** Shortcuts can be disabled (WCAG 2.1.4). */
  isOn: boolean;
  /** URLs of the neighbouring events. Null at the ends. */
  previous: string | null;
  following: string | null;
  main: RefObject<HTMLElement>;
  openHelp(): void;
}

const TYPING =
  "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], dialog[open]";

/**
 * Keyboard shortcuts of the queue: J and K (and arrows in the list) move, A approves or focuses what is missing, R focuses the
 * reason or rejects, Ctrl Enter in the reason rejects, E corrects in place, where Ctrl S (S beside the fields) saves and approves and Escape closes, M opens the merge with the likeliest duplicate, B keeps both, X selects and Z
 * undoes the last decision where that is possible, ? opens the help. Disabled while typing in other
 * fields and during a decision. While another case is on its way further moves add up, and nothing
 * is decided: the case on the screen is no longer the one that is meant.
 */
function useQueueKeys({ isOn, previous, following, main, openHelp }: QueueKeys): void {
  const navigate = useNavigate();
  const { state } = useNavigation();
  const { key: page } = useLocation();
  const address = useAddress();
  /** Moves that are left once the case that is on its way has come; null when none is. */
  const ahead = useRef<number | null>(null);
  const move = (steps: number) => {
    const href = steps > 0 ? following : previous;
    ahead.current = href ? steps - Math.sign(steps) : null;
    if (href) navigate(address(href), { preventScrollReset: true });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a navigation has ended, with that render's neighbours
  useEffect(() => {
    if (state !== "idle" || ahead.current === null) return;
    const steps = ahead.current;
    ahead.current = null;
    if (steps !== 0) move(steps);
  }, [state, page]);
  useEffect(() => {
    const press = (intent: "approve" | "reject") => {
      const button = main.current?.querySelector<HTMLButtonElement>(
        `form[data-decision] button[value=${intent}]`,
      );
      button?.form?.requestSubmit(button);
    };
    const approve = () => {
      const missing = main.current?.querySelector<HTMLElement>("[data-missing]");
      if (missing) missing.focus();
      else press("approve");
    };
    const click = (selector: string) => {
      const found = main.current?.querySelector<HTMLElement>(selector);
      found?.focus();
      found?.click();
    };
    const fold = () => main.current?.querySelector<HTMLDetailsElement>("[data-key=e] details");
    const correct = () => {
      const details = fold();
      if (!details) return click("[data-edit]");
      details.open = true;
      details.querySelector<HTMLElement>("[aria-invalid=true], input:not([type=hidden])")?.focus();
    };
    // The likeliest duplicate stands first; Enter merges.
    const merge = () => {
      click("[data-key=m] summary, button[data-key=m]");
      main.current
        ?.querySelector<HTMLElement>("[data-key=m] details[open] button[value=merge]")
        ?.focus();
    };
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement | null;
      const reason =
        main.current?.querySelector<HTMLTextAreaElement>("form[data-decision] textarea") ?? null;
      // Persian layouts: uses the physical key.
      const key = /^[a-z]$/i.test(event.key) ? `Key${event.key.toUpperCase()}` : event.code;
      if (ahead.current !== null && !target?.closest(TYPING)) {
        if (key === "KeyJ") ahead.current++;
        else if (key === "KeyK") ahead.current--;
        return;
      }
      if (state !== "idle") return;
      const correction = fold()?.open ? fold() : null;
      if (correction && event.key === "Escape" && correction.contains(target)) {
        event.preventDefault();
        correction.open = false;
        return correction.querySelector("summary")?.focus();
      }
      const isSave = /^s$/i.test(event.key) || event.code === "KeyS";
      if (correction && isSave && (event.ctrlKey || event.metaKey || !target?.closest(TYPING))) {
        event.preventDefault();
        const save = correction.querySelector<HTMLButtonElement>("button[value=correct-approve]");
        return save?.form?.requestSubmit(save);
      }
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && target === reason) {
        event.preventDefault();
        // Of a change of plan, the text goes to those who saved the event.
        return press(reason?.form?.dataset.decision === "plan" ? "approve" : "reject");
      }
      if (!isOn || event.ctrlKey || event.metaKey || event.altKey || target?.closest(TYPING))
        return;
      const list = target?.closest("[data-queue]");
      let act: (() => void) | null = null;
      if (event.key === "?" || event.key === "؟") act = openHelp;
      else if (key === "KeyJ") act = () => move(1);
      else if (key === "KeyK") act = () => move(-1);
      else if (key === "KeyA") act = approve;
      else if (key === "KeyR")
        act = () => (reason?.value.trim() === "" ? reason.focus() : press("reject"));
      else if (key === "KeyE") act = correct;
      else if (key === "KeyM") act = merge;
      else if (key === "KeyB") act = () => click("button[data-key=b]");
      else if (key === "KeyX")
        act = () =>
          main.current
            ?.querySelector<HTMLElement>("li:has(> [aria-current=true]) input[type=checkbox]")
            ?.click();
      else if (key === "KeyZ") act = () => click("[data-key=z]");
      else if (list && key === "ArrowDown") act = () => walk(list, 1, () => move(1));
      else if (list && key === "ArrowUp") act = () => walk(list, -1, () => move(-1));
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}

/** Moves the focus within the list and opens the focused event. */
function walk(list: Element, step: 1 | -1, open: () => void): void {
  const links = [...list.querySelectorAll<HTMLAnchorElement>("ol a")];
  const current = links.findIndex((link) => link.getAttribute("aria-current") === "true");
  const next = links[current + step];
  if (!next) return;
  next.focus();
  open();
}

/** Storage key of the switch for keyboard shortcuts. */
const KEYS = "rooydad.queue-keys";

interface Neighbours {
  previous: string | null;
  following: string | null;
}

/**
 * Keyboard and focus of a queue: shortcuts with their switch, and the heading, which is focused
 * when another case opens.
 */
export function useQueue({ previous, following }: Neighbours, openedId: string | null) {
  const main = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const help = useRef<HTMLDialogElement>(null);
  const { interactions } = useUx();
  const [isOn, setOn] = useState(interactions.shortcuts);
  useEffect(() => {
    const chosen = storedChoice(KEYS);
    if (chosen !== null && interactions.shortcuts) setOn(chosen === "on");
  }, [interactions.shortcuts]);
  const switchKeys = (wanted: boolean) => {
    setOn(wanted);
    storeChoice(KEYS, wanted ? "on" : "off");
  };
  const openHelp = () => help.current?.showModal();
  useQueueKeys({ isOn, previous, following, main, openHelp });
  const shown = useRef(openedId);
  useEffect(() => {
    if (shown.current === openedId) return;
    shown.current = openedId;
    // Keyboard navigation within the list keeps its focus.
    if (!document.activeElement?.closest("[data-queue]")) heading.current?.focus();
  }, [openedId]);
  return { main, heading, help, openHelp, isOn, switchKeys };
}
