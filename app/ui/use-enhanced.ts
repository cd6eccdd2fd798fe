import { type ComponentType, useEffect, useState } from "react";

/** What a native field holds; one that cannot show the text that it was given holds that text. */
function heldBy(native: HTMLElement | null, given: string): string {
  if (native instanceof HTMLSelectElement) return native.value;
  if (!(native instanceof HTMLInputElement)) return given;
  const probe = native.cloneNode() as HTMLInputElement;
  probe.value = given;
  return probe.value === "" ? native.value || given : native.value;
}

/**
 * Replaces a native field by its enhanced version once the script has loaded. Waits for blur and
 * keeps the typed value.
 * @param id id of the native field
 */
export function useEnhanced<P>(
  id: string,
  load: () => Promise<{ default: ComponentType<P> }>,
  initial: string,
) {
  const [enhanced, setEnhanced] = useState<{ Field: ComponentType<P>; typed: string } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => {
    let isGone = false;
    load().then(
      ({ default: Field }) => {
        const native = document.getElementById(id);
        const swap = () => !isGone && setEnhanced({ Field, typed: heldBy(native, initial) });
        if (native !== null && native === document.activeElement)
          native.addEventListener("blur", swap, { once: true });
        else swap();
      },
      () => {
        // Offline: keeps the native field.
      },
    );
    return () => {
      isGone = true;
    };
  }, []);
  return enhanced;
}
