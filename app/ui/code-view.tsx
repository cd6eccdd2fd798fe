import { useState } from "react";
import { Button } from "./button";
import classes from "./code-view.module.css";
import { copyText } from "./copy-text";
import { Scroller } from "./scroller";
import { useText } from "./text";

interface CodeViewProps {
  label: string;
  code: string;
  /** Highlighted line numbers, from 1, such as those of errors. */
  marked?: readonly number[];
}

/**
 * Code or other machine text: left-to-right, numbered lines, scrollable. The copy button needs
 * JavaScript.
 */
export function CodeView({ label, code, marked = [] }: CodeViewProps) {
  const { t } = useText();
  const [isCopied, setCopied] = useState(false);
  const lines = code.split("\n");
  return (
    <figure className={classes.view}>
      <figcaption>
        <span>{label}</span>
        <span className="rd-needs-script">
          <Button
            size="compact-sm"
            variant="subtle"
            icon="copy"
            onClick={async () => setCopied(await copyText(code))}
          >
            {t(isCopied ? "kit:code.copied" : "kit:code.copy")}
          </Button>
          <span role="status" className="rd-hidden">
            {isCopied && t("kit:code.copied")}
          </span>
        </span>
      </figcaption>
      <Scroller label={label} className={classes.scroller}>
        <pre dir="ltr">
          <code>
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
              <span key={index} data-marked={marked.includes(index + 1) || undefined}>
                {line}
                {index < lines.length - 1 && "\n"}
              </span>
            ))}
          </code>
        </pre>
      </Scroller>
    </figure>
  );
}
