import type { ReactNode } from "react";
import { paths } from "../../lib/paths";
import classes from "./create-event-link.module.css";

/**
 * A link to the form for a new event: on phones to the short one, which links to the whole one.
 * Both are in the page, and the width shows one, so that it works without JavaScript and from a
 * cache.
 */
export function CreateEventLink({ children }: { children: (to: string) => ReactNode }) {
  return (
    <>
      <span className={classes.wide}>{children(paths.createEvent())}</span>
      <span className={classes.phone}>{children(paths.quickEvent())}</span>
    </>
  );
}
