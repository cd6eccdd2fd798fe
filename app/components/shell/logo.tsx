import { useRouteLoaderData } from "@remix-run/react";
import type { Site } from "../../lib/pages/views";
import { useText } from "../../ui/text";
import classes from "./logo.module.css";
import sprite from "./logo.svg?url";

const BOXES = { en: "0 0 235.59 52", fa: "0 0 184.88 52" } as const;

/** Logo with the name in the reader's script; `light` for dark grounds. A name without artwork is set as text. */
export function Logo({ light = false }: { light?: boolean }) {
  const { locale } = useText();
  const site = useRouteLoaderData<{ site: Site }>("root")?.site;
  if (site && !site.hasOwnLogo)
    return (
      <span className={classes.typed} data-light={light || undefined}>
        <svg className={classes.logo} viewBox="0 0 100 100" aria-hidden="true">
          <use href={`${sprite}#mark`} />
        </svg>
        <span dir="auto">{site.companyName}</span>
      </span>
    );
  return (
    <svg className={classes.logo} data-light={light || undefined} viewBox={BOXES[locale]} aria-hidden="true">
      <use href={`${sprite}#${locale}`} />
    </svg>
  );
}
