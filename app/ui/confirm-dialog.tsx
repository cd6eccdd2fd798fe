import { forwardRef, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "./button";
import classes from "./confirm-dialog.module.css";
import { Link } from "./link";

interface ConfirmDialogProps {
  /** What the address asks for: without a script the question is a page of its own. */
  open: boolean;
  question: string;
  text: string;
  /** The page without the question. */
  cancelHref: string;
  cancelLabel: string;
  /** The form that does it. */
  children: ReactNode;
}

/** Asks before something is gone. The caller opens it with `showModal()`, or by its address. */
export const ConfirmDialog = forwardRef<HTMLDialogElement, ConfirmDialogProps>(function ConfirmDialog(
  { open, question, text, cancelHref, cancelLabel, children },
  forwarded,
) {
  const own = useRef<HTMLDialogElement | null>(null);
  const id = useId();
  // From then on the element opens and closes itself: the attribute alone would leave a modal dialog half open.
  const [drawnOpen] = useState(open);
  useEffect(() => {
    const dialog = own.current;
    if (!dialog) return;
    // What the server drew open does not keep the focus inside; modal, it does.
    dialog.close();
    if (open) dialog.showModal();
  }, [open]);
  return (
    <dialog
      ref={(dialog) => {
        own.current = dialog;
        if (typeof forwarded === "function") forwarded(dialog);
        else if (forwarded) forwarded.current = dialog;
      }}
      open={drawnOpen}
      className={classes.dialog}
      aria-labelledby={`${id}-question`}
      aria-describedby={`${id}-text`}
    >
      <h3 id={`${id}-question`}>{question}</h3>
      <p id={`${id}-text`}>{text}</p>
      <div className={classes.actions}>
        <Button
          component={Link}
          to={cancelHref}
          variant="default"
          preventScrollReset
          onClick={(event) => {
            own.current?.close();
            if (!open) event.preventDefault();
          }}
        >
          {cancelLabel}
        </Button>
        {children}
      </div>
    </dialog>
  );
});
