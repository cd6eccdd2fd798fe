import { useNavigate } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Icon } from "../../ui/icon";
import { Link, useAddress } from "../../ui/link";
import { useText } from "../../ui/text";
import classes from "./addressed-dialog.module.css";

interface AddressedDialogProps {
  title: ReactNode;
  titleLang?: "en" | undefined;
  /** The page without it. */
  closeHref: string;
  children: ReactNode;
}

/** A dialog that the address opens and closes: it is there without a script, and modal with one. */
export function AddressedDialog({ title, titleLang, closeHref, children }: AddressedDialogProps) {
  const { t } = useText();
  const own = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const address = useAddress();
  // What the server drew open does not keep the focus inside; modal, it does.
  const [isDrawnOpen] = useState(true);
  useEffect(() => {
    const dialog = own.current;
    if (!dialog) return;
    dialog.close();
    dialog.showModal();
    // Where a reason is asked for, one begins there.
    dialog.querySelector<HTMLTextAreaElement>("textarea[name=reason]")?.focus();
    return () => dialog.close();
  }, []);
  return (
    <dialog
      ref={own}
      open={isDrawnOpen}
      className={classes.dialog}
      aria-labelledby="dialog-title"
      onCancel={(event) => {
        event.preventDefault();
        navigate(address(closeHref), { preventScrollReset: true });
      }}
    >
      <header className={classes.head}>
        <h2 id="dialog-title" dir="auto" lang={titleLang}>
          {title}
        </h2>
        <Link to={closeHref} preventScrollReset aria-label={t("moderation:close")} className={classes.close}>
          <Icon name="x" />
        </Link>
      </header>
      {children}
    </dialog>
  );
}
