import { useEffect, useMemo, useRef, useState } from "react";
import { Button } from "~/ui/button";
import { useText } from "~/ui/text";
import classes from "./city-form.module.css";
import type { CityDot } from "./city-form.server";
import {
  boxOf,
  frameShowing,
  gridOf,
  HOME_FRAME,
  labelled,
  MAP_RATIO,
  positionAt,
  zoomed,
} from "./map-view";

interface PositionMapProps {
  dots: readonly CityDot[];
  /** Position of the city, or null. */
  position: { latitude: number; longitude: number } | null;
  onPick: (position: { latitude: number; longitude: number }) => void;
}

/**
 * Map of the known cities on a grid of degrees, without a map service. A click picks a position.
 */
export function PositionMap({ dots, position, onPick }: PositionMapProps) {
  const { t } = useText();
  const [chosen, setFrame] = useState(() => (position ? { ...position, span: 10 } : HOME_FRAME));
  // Follows the typed coordinates out of the current frame.
  const frame = useMemo(() => frameShowing(chosen, position), [chosen, position]);
  const drawing = useRef<SVGSVGElement>(null);
  const box = boxOf(frame);
  const unit = frame.span / 100;
  const grid = gridOf(frame);
  const shown = dots.filter(
    ({ latitude, longitude }) =>
      longitude > box.x &&
      longitude < box.x + box.width &&
      -latitude > box.y &&
      -latitude < box.y + box.height,
  );
  useEffect(() => {
    const svg = drawing.current;
    if (!svg) return;
    // Keyboard users enter coordinates in the fields instead.
    const pick = (event: MouseEvent) => {
      const { left, top, width } = svg.getBoundingClientRect();
      onPick(
        positionAt(
          frame,
          (event.clientX - left) / width,
          (event.clientY - top) / (width / MAP_RATIO),
        ),
      );
    };
    svg.addEventListener("click", pick);
    return () => svg.removeEventListener("click", pick);
  }, [frame, onPick]);
  return (
    <div className={classes.map}>
      <svg
        ref={drawing}
        viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
        role="img"
        aria-label={t("admin-cities:form.map")}
      >
        {grid.down.map((x) => (
          <line
            key={`x${x}`}
            className={classes.grid}
            x1={x}
            x2={x}
            y1={box.y}
            y2={box.y + box.height}
          />
        ))}
        {grid.across.map((y) => (
          <line
            key={`y${y}`}
            className={classes.grid}
            x1={box.x}
            x2={box.x + box.width}
            y1={y}
            y2={y}
          />
        ))}
        {shown.map(({ slug, latitude, longitude }) => (
          <circle key={slug} className={classes.dot} cx={longitude} cy={-latitude} r={unit * 0.7} />
        ))}
        {labelled(shown, frame).map(({ slug, name, latitude, longitude }) => (
          <text
            key={slug}
            className={classes.label}
            x={longitude}
            y={-latitude - unit * 1.4}
            fontSize={unit * 2.6}
            textAnchor="middle"
          >
            {name}
          </text>
        ))}
        {position && (
          <circle
            className={classes.mark}
            data-mark=""
            cx={position.longitude}
            cy={-position.latitude}
            r={unit * 1.3}
          />
        )}
      </svg>
      <div className={`${classes.zoom} rd-row rd-needs-script`}>
        <Button
          variant="default"
          icon="plus"
          onClick={() => setFrame({ ...zoomed(frame, -1), ...position })}
        >
          {t("admin-cities:form.zoomIn")}
        </Button>
        <Button
          variant="default"
          icon="minus"
          onClick={() => setFrame({ ...zoomed(frame, 1), ...position })}
        >
          {t("admin-cities:form.zoomOut")}
        </Button>
        <p>{t("admin-cities:form.mapHelp")}</p>
      </div>
    </div>
  );
}
