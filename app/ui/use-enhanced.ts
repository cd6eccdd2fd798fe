import { type ComponentType, useEffect, useState } from "react";

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
        const isField = native instanceof HTMLInputElement || native instanceof HTMLSelectElement;
        const swap = () =>
          !isGone && setEnhanced({ Field, typed: isField ? native.value : initial });
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
