import { useEffect, useState } from "react";
import { distanceKm, type Position } from "~/lib/geo/geo";
import { whenIdle } from "~/lib/pages/when-idle";
import { formatNumber } from "~/lib/text/money";
import { useText } from "~/ui/text";

/** A position that the browser found within this time is good enough, ms. */
const RECENT = 300_000;

/**
 * How far away that is, where the reader has allowed this site to know their position. Nothing is
 * requested or sent.
 */
export function Distance({ to }: { to: Position }) {
  const { t, locale } = useText();
  const [km, setKm] = useState<number | null>(null);
  useEffect(
    () =>
      whenIdle(async () => {
        const permission = await navigator.permissions
          ?.query({ name: "geolocation" })
          .catch(() => null);
        if (permission?.state !== "granted") return;
        navigator.geolocation.getCurrentPosition(
          ({ coords }) => setKm(distanceKm(coords, to)),
          () => {},
          { maximumAge: RECENT },
        );
      }),
    [to],
  );
  if (km === null) return null;
  const figure = formatNumber(km, locale, { maximumFractionDigits: km < 10 ? 1 : 0 });
  return <> · {t("pages:event.away", { distance: t("events:distance", { km: figure }) })}</>;
}
