import { useNavigate } from "@remix-run/react";
import { forwardRef, type ReactNode, useEffect, useId, useRef, useState } from "react";
import classes from "./dialog.module.css";
import { IconButton } from "./icon-button";
import { useAddress } from "./link";
import { useText } from "./text";
import { useDialogEntry } from "./use-history-entry";

interface DialogProps {
  /** Whether the URL opens it. Without JavaScript an open dialog is part of the page. */
  open: boolean;
  title: ReactNode;
  titleLang?: "en" | "fa" | undefined;
  lead?: ReactNode;
  /** URL of the page without the dialog. */
  closeHref: string;
  size?: "sm" | "md" | "lg";
  /** Attached to a side at full height. */
  side?: "start" | "end" | undefined;
  /** Selector of the initially focused element. Default: the first control. */
  focuses?: string;
  /** False if the dialog's buttons already include a way out. */
  hasClose?: boolean;
  /** Buttons at the bottom. */
  footer?: ReactNode;
  children?: ReactNode;
}

/**
 * Native dialog, opened by its URL, so it works without JavaScript. With JavaScript it is modal and
 * Escape leads to `closeHref`. Callers may also open it with `showModal()`; Back closes it then.
 */
export const Dialog = forwardRef<HTMLDialogElement, DialogProps>(function Dialog(
  {
    open,
    title,
    titleLang,
    lead,
    closeHref,
    size = "md",
    side,
    focuses,
    hasClose = true,
    footer,
    children,
  },
  forwarded,
) {
  const { t } = useText();
  const own = useRef<HTMLDialogElement | null>(null);
  const ref = useDialogEntry(own, forwarded, !open);
  const id = useId();
  const navigate = useNavigate();
  const address = useAddress();
  // Constant after the first render: changing the attribute of a modal dialog would leave its
  // backdrop open.
  const [drawnOpen] = useState(open);
  useEffect(() => {
    const dialog = own.current;
    if (!dialog) return;
    // Reopens a server-rendered dialog as modal, which traps the focus.
    dialog.close();
    if (!open) return;
    dialog.showModal();
    if (focuses) dialog.querySelector<HTMLElement>(focuses)?.focus();
    return () => dialog.close();
  }, [open, focuses]);
  return (
    <dialog
      ref={ref}
      open={drawnOpen}
      className={classes.dialog}
      data-size={size}
      data-side={side}
      aria-labelledby={`${id}-title`}
      aria-describedby={lead ? `${id}-lead` : undefined}
      onCancel={(event) => {
        if (!open || event.target !== event.currentTarget) return;
        event.preventDefault();
        navigate(address(closeHref), { preventScrollReset: true });
      }}
    >
      <header className={classes.head}>
        <h2 id={`${id}-title`} dir="auto" lang={titleLang}>
          {title}
        </h2>
        {hasClose && (
          <IconButton
            to={closeHref}
            icon="x"
            label={t("common:close")}
            preventScrollReset
            onClick={(event) => {
              own.current?.close();
              if (!open) event.preventDefault();
            }}
          />
        )}
      </header>
      {lead && (
        <p id={`${id}-lead`} className={classes.lead}>
          {lead}
        </p>
      )}
      {children}
      {footer && <footer className={classes.footer}>{footer}</footer>}
    </dialog>
  );
});

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
