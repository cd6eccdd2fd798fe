import type { IconName } from "../../lib/icon-names";
import type { PlaceAroundView } from "../../lib/pages/views";
import { Icon } from "../../ui/icon";
import { useText } from "../../ui/text";
import classes from "./place-around.module.css";
import { StillMap } from "./still-map";

interface PlaceAroundProps {
  around: PlaceAroundView;
  /** The place on a map elsewhere. */
  href: string;
  name: string;
  /** Colours and marks the pin. */
  category?: { family: string; icon: IconName } | undefined;
}

/** Where a place is: a map where it shows the way, and its quarter, station and landmarks in words. */
export function PlaceAround({ around, href, name, category }: PlaceAroundProps) {
  const { t } = useText();
  const { map, district, near } = around;
  return (
    <div className={classes.around}>
      {map && (
        <StillMap
          map={map}
          href={href}
          label={t("pages:event.mapOf", { place: name })}
          category={category}
        />
      )}
      {district && <p>{t("pages:event.around.district", { district })}</p>}
      {near.length > 0 && (
        <ul aria-label={t("pages:event.around.near")}>
          {near.map((place) => (
            <li key={place.name}>
              <bdi>
                {place.kind === "metro"
                  ? t("pages:event.around.station", { name: place.name })
                  : place.name}
              </bdi>
              <b>{place.distance}</b>
            </li>
          ))}
        </ul>
      )}
      {!map && (
        <a className={`${classes.open} rd-link rd-no-print`} href={href} rel="nofollow noopener">
          <Icon name="map-2" size="s" />
          {t("pages:event.around.open")}
        </a>
      )}
    </div>
  );
}
