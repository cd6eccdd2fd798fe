import { type ComponentType, useEffect, useState } from "react";

/**
 * What stands in the place of a native field once its script is there: never under somebody's fingers, and with what
 * they have typed into the native one meanwhile.
 * @param id of the native field
 */
export function useEnhanced<P>(id: string, load: () => Promise<{ default: ComponentType<P> }>, initial: string) {
  const [enhanced, setEnhanced] = useState<{ Field: ComponentType<P>; typed: string } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the field comes
  useEffect(() => {
    let isGone = false;
    load().then(
      ({ default: Field }) => {
        const native = document.getElementById(id);
        const isField = native instanceof HTMLInputElement || native instanceof HTMLSelectElement;
        const swap = () => !isGone && setEnhanced({ Field, typed: isField ? native.value : initial });
        if (native !== null && native === document.activeElement) native.addEventListener("blur", swap, { once: true });
        else swap();
      },
      () => {
        // Without the network the native field stays.
      },
    );
    return () => {
      isGone = true;
    };
  }, []);
  return enhanced;
}
