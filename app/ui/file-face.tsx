import { type ReactNode, useEffect, useRef, useState } from "react";
import classes from "./file-face.module.css";
import { useText } from "./text";

const namesIn = (input: Element | null | undefined): string =>
  input instanceof HTMLInputElement
    ? [...(input.files ?? [])].map(({ name }) => name).join(", ")
    : "";

/**
 * The button and the file's name of a file input in the page's language, over those of the browser,
 * which speak the browser's. Without JavaScript the browser's remain.
 */
export function FileFace({ children }: { children: ReactNode }) {
  const { t } = useText();
  const box = useRef<HTMLDivElement>(null);
  const [names, setNames] = useState<string | null>(null);
  useEffect(() => setNames(namesIn(box.current?.querySelector("input"))), []);
  return (
    <div
      ref={box}
      className={names === null ? undefined : classes.box}
      onChange={({ target }) => setNames(namesIn(target as unknown as Element))}
    >
      {children}
      {names !== null && (
        <span className={classes.face} aria-hidden="true">
          <b>{t("kit:file.choose")}</b>
          <bdi>{names || t("kit:file.none")}</bdi>
        </span>
      )}
    </div>
  );
}
