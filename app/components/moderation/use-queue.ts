import { useEffect, useRef, useState } from "react";
import { storeChoice, storedChoice } from "../../lib/http/stored-choice";
import { useUx } from "../../ui/ux";
import { useQueueKeys } from "./use-queue-keys";

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
