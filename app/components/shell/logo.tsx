import { useText } from "../text";
import classes from "./logo.module.css";
import sprite from "./logo.svg?url";

const BOXES = { en: "0 0 235.59 52", fa: "0 0 184.88 52" } as const;

/** The mark and the name in the reader's script; `light` on lapis grounds. */
export function Logo({ light = false }: { light?: boolean }) {
  const { locale } = useText();
  return (
    <svg className={classes.logo} data-light={light || undefined} viewBox={BOXES[locale]} aria-hidden="true">
      <use href={`${sprite}#${locale}`} />
    </svg>
  );
}
