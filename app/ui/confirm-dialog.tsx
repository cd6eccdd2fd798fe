import { forwardRef, type ReactNode, useRef } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { Link } from "./link";

interface ConfirmDialogProps {
  /** Whether the URL opens it. Without JavaScript the dialog is part of the page. */
  open: boolean;
  question: string;
  text: string;
  /** URL of the page without the dialog. */
  cancelHref: string;
  cancelLabel: string;
  /** Form that performs the action, with its button. */
  children: ReactNode;
}

/** Confirmation dialog for destructive actions. */
export const ConfirmDialog = forwardRef<HTMLDialogElement, ConfirmDialogProps>(
  function ConfirmDialog({ open, question, text, cancelHref, cancelLabel, children }, forwarded) {
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
  },
);
