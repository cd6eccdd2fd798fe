import { forwardRef } from "react";
import { Dialog, type DialogProps } from "./dialog";

/** A dialog at the side, over the whole height: for details of a row and for filters. Opened by its address as a dialog is. */
export const Drawer = forwardRef<HTMLDialogElement, Omit<DialogProps, "size">>(function Drawer({ side = "end", ...props }, ref) {
  return <Dialog ref={ref} side={side} {...props} />;
});
