import type { ReactNode } from "react";
import { Dialog } from "../../ui/dialog";

interface AddressedDialogProps {
  title: ReactNode;
  titleLang?: "en" | undefined;
  /** The page without it. */
  closeHref: string;
  children: ReactNode;
}

/** A dialog that is open as long as its page's address asks for it. Where a reason is asked for, its field has the focus. */
export function AddressedDialog({ children, ...props }: AddressedDialogProps) {
  return (
    <Dialog {...props} open size="lg" focuses="textarea[name=reason]">
      {children}
    </Dialog>
  );
}
