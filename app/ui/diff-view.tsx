import type { WordDiff } from "../lib/text/word-diff";
import classes from "./diff-view.module.css";
import { useText } from "./text";

interface DiffViewProps {
  /** What was compared. */
  label: string;
  /** By words, as the server found it (lib/word-diff.ts). */
  diff: WordDiff;
  /** Of the text, where it is not the page's. */
  lang?: "en" | "fa" | undefined;
}

/** A text before and after, beside each other where there is room. What changed is struck out or underlined, not only coloured. */
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
              // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
              return isChanged ? <Changed key={index}>{text}</Changed> : text;
            })}
          </p>
        </div>
      ))}
    </figure>
  );
}
