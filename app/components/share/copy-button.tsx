import { type ReactNode, useState } from "react";
import { Icon } from "../../ui/icon";
import { useText } from "../../ui/text";

/**
 * Copies text to the clipboard. Falls back to `execCommand` without the Clipboard API (plain HTTP).
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "rd-hidden";
    document.body.appendChild(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    return copied;
  }
}

interface CopyButtonProps {
  text: string;
  /** Status text after copying. */
  copiedText: string;
  className: string | undefined;
  onCopied?: () => void;
  children: ReactNode;
}

/** Button that copies a text. Hidden without JavaScript. */
export function CopyButton({ text, copiedText, className, onCopied, children }: CopyButtonProps) {
  const { t } = useText();
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async () => {
    const done = await copyText(text);
    setCopied(done);
    if (done) onCopied?.();
  };
  return (
    <>
      <button type="button" className={`rd-needs-script ${className ?? ""}`} onClick={copy}>
        {copied ? <Icon name="check" /> : <Icon name="copy" />}
        {children}
      </button>
      <span role="status" className={copied === false ? undefined : "rd-hidden"}>
        {copied === null ? "" : copied ? copiedText : t("pages:event.copyFailed")}
      </span>
    </>
  );
}
