import type { ReactNode } from "react";
import classes from "./form.module.css";

/** Row of buttons that wraps, for use outside of a form's end. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className={`${classes.bar} rd-row`}>{children}</div>;
}
