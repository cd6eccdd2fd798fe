import { type ReactNode, useState } from "react";
import { copyText } from "../../ui/copy-text";
import { Icon } from "../../ui/icon";
import { useText } from "../../ui/text";

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
