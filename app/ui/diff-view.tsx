import type { WordDiff } from "../lib/text/word-diff";
import classes from "./diff-view.module.css";
import { useText } from "./text";

interface DiffViewProps {
  /** Label of the compared text. */
  label: string;
  /** Word diff, computed on the server (lib/word-diff.ts). */
  diff: WordDiff;
  /** Language of the text, if it differs from the page's. */
  lang?: "en" | "fa" | undefined;
}

/**
 * Text before and after, side by side on wide screens. Changes are struck through or underlined,
 * not only coloured.
 */
export function DiffView({ label, diff, lang }: DiffViewProps) {
  const { t } = useText();
  return (
    <figure className={classes.diff}>
      <figcaption>{label}</figcaption>
      {(["before", "after"] as const).map((side) => (
        <div key={side} data-side={side}>
          <small>{t(`kit:diff.${side}`)}</small>
          <p lang={lang} dir="auto">
            {diff[side].map(({ text, isChanged }, index) => {
              const Changed = side === "before" ? "del" : "ins";
              // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
              return isChanged ? <Changed key={index}>{text}</Changed> : text;
            })}
          </p>
        </div>
      ))}
    </figure>
  );
}
