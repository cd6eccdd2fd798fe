import { forwardRef } from "react";
import { Dialog, type DialogProps } from "./dialog";

/**
 * Dialog attached to a side at full height, for details and filters. Opened by its URL, like
 * `Dialog`.
 */
export const Drawer = forwardRef<HTMLDialogElement, Omit<DialogProps, "size">>(function Drawer(
  { side = "end", ...props },
  ref,
) {
  return <Dialog ref={ref} side={side} {...props} />;
});
