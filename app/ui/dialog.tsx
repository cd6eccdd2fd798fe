import { useNavigate } from "@remix-run/react";
import { type ForwardedRef, forwardRef, type ReactNode, useEffect, useId, useRef, useState } from "react";
import classes from "./dialog.module.css";
import { IconButton } from "./icon-button";
import { useAddress } from "./link";
import { useText } from "./text";

export interface DialogProps {
  /** What the address says. Without a script an open dialog is a part of the page. */
  open: boolean;
  title: ReactNode;
  titleLang?: "en" | "fa" | undefined;
  lead?: ReactNode;
  /** The page without it. */
  closeHref: string;
  size?: "sm" | "md" | "lg";
  /** At the side, over the whole height. */
  side?: "start" | "end" | undefined;
  /** What has the focus first, as a selector; else its first control. */
  focuses?: string;
  /** Not where its buttons say both answers. */
  hasClose?: boolean;
  /** Buttons below. */
  footer?: ReactNode;
  children?: ReactNode;
}

/**
 * The native dialog. Its address opens it, so it works without a script; with one it is modal, keeps the focus and Escape leaves
 * to `closeHref`. A caller may also open it by `showModal()`.
 */
export const Dialog = forwardRef<HTMLDialogElement, DialogProps>(function Dialog(
  { open, title, titleLang, lead, closeHref, size = "md", side, focuses, hasClose = true, footer, children },
  forwarded,
) {
  const { t } = useText();
  const own = useRef<HTMLDialogElement | null>(null);
  const id = useId();
  const navigate = useNavigate();
  const address = useAddress();
  // From then on the element opens and closes itself: the attribute alone would leave a modal dialog half open.
  const [drawnOpen] = useState(open);
  useEffect(() => {
    const dialog = own.current;
    if (!dialog) return;
    // What the server drew open does not keep the focus inside; modal, it does.
    dialog.close();
    if (!open) return;
    dialog.showModal();
    if (focuses) dialog.querySelector<HTMLElement>(focuses)?.focus();
    return () => dialog.close();
  }, [open, focuses]);
  return (
    <dialog
      ref={(dialog) => {
        own.current = dialog;
        forward(forwarded, dialog);
      }}
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

function forward<Element>(ref: ForwardedRef<Element>, element: Element | null) {
  if (typeof ref === "function") ref(element);
  else if (ref) ref.current = element;
}
