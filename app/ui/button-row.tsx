import type { ReactNode } from "react";
import classes from "./form.module.css";

/** Buttons beside each other outside a form's end; they wrap. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className={classes.bar}>{children}</div>;
}
