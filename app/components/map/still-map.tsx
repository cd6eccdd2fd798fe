import type { CSSProperties } from "react";
import type { IconName } from "../../lib/icon-names";
import type { PlaceAroundView, StillMapView } from "../../lib/pages/views";
import { Icon } from "../../ui/icon";
import { useText } from "../../ui/text";
import classes from "./still-map.module.css";

/** Where something is on a still map. */
export const placeStyle = ({ x, y }: { x: number; y: number }): CSSProperties => ({
  left: `${x}%`,
  top: `${y}%`,
});

/** The ground of a still map and the names on it. */
export function MapGround({
  map: { ground, places },
}: {
  map: Pick<StillMapView, "ground" | "places">;
}) {
  return (
    <>
      <span
        className={classes.land}
        style={
          ground
            ? {
                maskImage: `url(${ground.image})`,
                maskSize: ground.size,
                maskPosition: ground.position,
              }
            : undefined
        }
      />
      {places.map((place) => (
        <span
          key={`${place.kind} ${place.name} ${place.x} ${place.y}`}
          className={classes.place}
          data-kind={place.kind}
          data-under-pin={place.isUnderPin}
          style={placeStyle(place)}
        >
          {place.size && <i style={{ width: `${place.size}cqi` }} />}
          {place.name && <bdi>{place.name}</bdi>}
        </span>
      ))}
    </>
  );
}

interface StillMapProps {
  map: StillMapView;
  /** Where directions are. */
  href: string;
  label: string;
  /** Colours and marks the pin. */
  category?: { family: string; icon: IconName } | undefined;
}

/**
 * Map round a place, rendered with the page: land, borders and water as one picture, names and
 * circles of distance as text on it.
 */
function StillMap({ map, href, label, category }: StillMapProps) {
  return (
    <a
      className={classes.still}
      href={href}
      rel="nofollow noopener"
      dir="ltr"
      style={{ aspectRatio: map.ratio }}
    >
      <span className="rd-hidden">{label}</span>
      <span className={classes.drawing} aria-hidden="true">
        <MapGround map={map} />
        {map.rings.map(({ radius, label: length, side }) => (
          <span
            key={radius}
            className={classes.ring}
            style={{ ...placeStyle(map.pin), width: `${radius * 2}%` }}
          >
            {side ? <bdi data-side={side}>{length}</bdi> : null}
          </span>
        ))}
        <span className={classes.pin} style={placeStyle(map.pin)} data-family={category?.family}>
          <Icon name={category?.icon ?? "map-pin"} size="s" />
        </span>
      </span>
    </a>
  );
}

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
