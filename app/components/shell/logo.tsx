import { useRouteLoaderData } from "@remix-run/react";
import type { Site } from "../../lib/pages/views";
import { useText } from "../../ui/text";
import classes from "./logo.module.css";
import sprite from "./logo.svg?url";

/** The drawn name in each script: its size with the mark, and the part that is the name. */
const NAMES = {
  en: { width: 235.59, box: "52 0 183.59 52" },
  fa: { width: 184.88, box: "0 0 132.88 52" },
} as const;

/**
 * Logo with the name in the reader's script; `light` for dark grounds. A name without artwork is
 * set as text. Too narrow for both, the mark is alone.
 */
export function Logo({ light = false }: { light?: boolean }) {
  const { locale } = useText();
  const site = useRouteLoaderData<{ site: Site }>("root")?.site;
  if (site && !site.hasOwnLogo)
    return (
      <span className={classes.typed} data-light={light || undefined}>
        <svg className={classes.logo} viewBox="0 0 100 100" aria-hidden="true">
          <use href={`${sprite}#mark`} />
        </svg>
        <span className="rd-cut" dir="auto">
          {site.companyName}
        </span>
      </span>
    );
  return (
    <span className={classes.drawn}>
      <svg className={classes.logo} viewBox="0 0 100 100" aria-hidden="true">
        <use href={`${sprite}#mark`} />
      </svg>
      <svg
        className={classes.logo}
        data-light={light || undefined}
        viewBox={NAMES[locale].box}
        aria-hidden="true"
      >
        <use href={`${sprite}#${locale}`} width={NAMES[locale].width} height={52} />
      </svg>
    </span>
  );
}
