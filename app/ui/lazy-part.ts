import { type ComponentType, lazy } from "react";

/** Thenable that resolves synchronously, so that React does not suspend. */
const atOnce = <Module>(module: Module) =>
  // biome-ignore lint/suspicious/noThenProperty: a thenable on purpose
  ({ then: (resolve: (value: Module) => void) => resolve(module) }) as unknown as Promise<Module>;

const drawn: Promise<void>[] = [];

/**
 * The parts that the server's document contains, once they are loaded. Hydration waits for them:
 * React discards a boundary that is updated before its part has come (error 421).
 */
export const drawnParts = (): Promise<unknown> => Promise.allSettled(drawn);

/**
 * A component that is loaded on demand, because few readers of its pages open it. The server
 * renders synchronously, so loaders wait for `prepare`.
 * @param id of the element around the component, by which the browser finds that its document
 * contains it
 */
export function lazyPart<Props>(id: string, load: () => Promise<ComponentType<Props>>) {
  let loaded: { default: ComponentType<Props> } | null = null;
  const read = async () => ({ default: await load() });
  const prepare = async (): Promise<void> => {
    loaded ??= await read();
  };
  if (typeof document !== "undefined" && document.getElementById(id)) drawn.push(prepare());
  return { prepare, Part: lazy(() => (loaded ? atOnce(loaded) : read())) };
}
