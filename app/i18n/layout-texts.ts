import type { Namespace } from "./translate";

/**
 * The `handle` of a layout: the namespaces that its pages draw with, besides `common`, which the
 * shell and every error page need.
 */
export interface LayoutHandle {
  texts: readonly Namespace[];
}

/** The namespaces of a page, from the handles of the routes that it consists of. */
export function textsOf(handles: readonly unknown[]): Namespace[] {
  return [
    ...new Set<Namespace>([
      "common",
      ...handles.flatMap((handle) => (handle as LayoutHandle | undefined)?.texts ?? []),
    ]),
  ];
}
