import { forwardRef, type ReactNode, useRef } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { Link } from "./link";

interface ConfirmDialogProps {
  /** What the address asks for: without a script the question is a part of the page. */
  open: boolean;
  question: string;
  text: string;
  /** The page without the question. */
  cancelHref: string;
  cancelLabel: string;
  /** The form that does it, with its button. */
  children: ReactNode;
}

/** Asks before something is gone: a dialog with two answers. */
export const ConfirmDialog = forwardRef<HTMLDialogElement, ConfirmDialogProps>(function ConfirmDialog(
  { open, question, text, cancelHref, cancelLabel, children },
  forwarded,
) {
  const cancel = useRef<HTMLAnchorElement>(null);
  return (
    <Dialog
      ref={forwarded}
      open={open}
      title={question}
      lead={text}
      closeHref={cancelHref}
      size="sm"
      hasClose={false}
      footer={
        <>
          <Button
            component={Link}
            ref={cancel}
            to={cancelHref}
            variant="default"
            preventScrollReset
            onClick={(event: React.MouseEvent) => {
              cancel.current?.closest("dialog")?.close();
              if (!open) event.preventDefault();
            }}
          >
            {cancelLabel}
          </Button>
          {children}
        </>
      }
    />
  );
});
