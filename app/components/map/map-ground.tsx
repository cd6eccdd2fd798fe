import type { CSSProperties } from "react";
import type { StillMapView } from "../../lib/pages/views";
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
          key={`${place.x} ${place.y}`}
          className={classes.place}
          data-kind={place.kind}
          style={placeStyle(place)}
        >
          {place.size && <i style={{ width: `${place.size}cqi` }} />}
          {place.name && <bdi>{place.name}</bdi>}
        </span>
      ))}
    </>
  );
}
