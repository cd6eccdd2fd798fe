import { useNavigate, useNavigation } from "@remix-run/react";
import { type RefObject, useEffect } from "react";
import { useAddress } from "~/ui/link";

interface QueueKeys {
  /** They can be switched off (WCAG 2.1.4). */
  isOn: boolean;
  /** Addresses of the ones before and after; null at the ends. */
  previous: string | null;
  following: string | null;
  main: RefObject<HTMLElement>;
  openHelp(): void;
}

const TYPING = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], dialog[open]";

/**
 * The keys of the queue: J and K walk through it, in the list the arrows too, A approves, R goes to the reason and,
 * where there is one, rejects; Ctrl Enter in the reason rejects, ? tells all this. Not while one types elsewhere, nor
 * while a decision is on its way.
 */
export function useQueueKeys({ isOn, previous, following, main, openHelp }: QueueKeys): void {
  const navigate = useNavigate();
  const { state } = useNavigation();
  const address = useAddress();
  useEffect(() => {
    const press = (intent: "approve" | "reject") => {
      const button = main.current?.querySelector<HTMLButtonElement>(`form[data-decision] button[value=${intent}]`);
      button?.form?.requestSubmit(button);
    };
    const go = (href: string | null) => {
      if (href) navigate(address(href), { preventScrollReset: true });
    };
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement | null;
      const reason = main.current?.querySelector<HTMLTextAreaElement>("form[data-decision] textarea") ?? null;
      if (state !== "idle") return;
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && target === reason) {
        event.preventDefault();
        return press("reject");
      }
      if (!isOn || event.ctrlKey || event.metaKey || event.altKey || target?.closest(TYPING)) return;
      const list = target?.closest("[data-queue]");
      // On a Persian keyboard by its place.
      const key = /^[a-z]$/i.test(event.key) ? `Key${event.key.toUpperCase()}` : event.code;
      let act: (() => void) | null = null;
      if (event.key === "?" || event.key === "؟") act = openHelp;
      else if (key === "KeyJ") act = () => go(following);
      else if (key === "KeyK") act = () => go(previous);
      else if (key === "KeyA") act = () => press("approve");
      else if (key === "KeyR") act = () => (reason?.value.trim() ? press("reject") : reason?.focus());
      else if (list && key === "ArrowDown") act = () => walk(list, 1, () => go(following));
      else if (list && key === "ArrowUp") act = () => walk(list, -1, () => go(previous));
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}

/** Moves the focus within the list, and opens what it comes to. */
function walk(list: Element, step: 1 | -1, open: () => void): void {
  const links = [...list.querySelectorAll<HTMLAnchorElement>("ol a")];
  const current = links.findIndex((link) => link.getAttribute("aria-current") === "true");
  const next = links[current + step];
  if (!next) return;
  next.focus();
  open();
}
