import type { IconName } from "../../lib/icon-names";
import type { StillMapView } from "../../lib/pages/views";
import { Icon } from "../../ui/icon";
import { MapGround, placeStyle } from "./map-ground";
import classes from "./still-map.module.css";

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
export function StillMap({ map, href, label, category }: StillMapProps) {
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
