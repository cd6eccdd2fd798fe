import type { ReactNode } from "react";
import { Dialog } from "../../ui/dialog";

interface AddressedDialogProps {
  title: ReactNode;
  titleLang?: "en" | undefined;
  /** URL of the page without the dialog. */
  closeHref: string;
  children: ReactNode;
}

/**
 * Dialog that stays open while the page's URL asks for it. Focuses the reason field, if there is
 * one.
 */
export function AddressedDialog({ children, ...props }: AddressedDialogProps) {
  return (
    <Dialog {...props} open size="lg" focuses="textarea[name=reason]">
      {children}
    </Dialog>
  );
}
