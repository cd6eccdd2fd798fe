import { matchPath } from "@remix-run/react";
import type { TextKey } from "../../i18n/translate";

/** Names of pages by the pattern of their address. */
export type Crumbs = Readonly<Record<string, TextKey>>;

/**
 * The steps of a path that are pages with a name, each with its own path (product.md §2: built from
 * the path, ids omitted).
 */
export function trailOf(pathname: string, crumbs: Crumbs): { text: TextKey; path: string }[] {
  const segments = pathname.split("/").filter(Boolean);
  const patterns = Object.keys(crumbs).filter((pattern) => pattern.includes(":"));
  return segments.flatMap((_, at) => {
    const path = `/${segments.slice(0, at + 1).join("/")}`;
    const text = crumbs[path] ?? crumbs[patterns.find((one) => matchPath(one, path)) ?? ""];
    return text ? [{ text, path }] : [];
  });
}
