import { useEffect, useMemo, useRef, useState } from "react";
import { Button } from "~/ui/button";
import { useText } from "~/ui/text";
import classes from "./city-form.module.css";
import type { CityDot } from "./city-form.server";

/** Visible part of the map: centre and width, degrees. */
interface MapFrame {
  latitude: number;
  longitude: number;
  /** Width, degrees of longitude. */
  span: number;
}

/** Width divided by height. The drawing's units are degrees of longitude. */
const MAP_RATIO = 16 / 10;
const SPANS = [4, 10, 24, 60, 140, 360] as const;
/** Initial frame: Iran and its neighbours. */
export const HOME_FRAME: MapFrame = { latitude: 32.5, longitude: 53.5, span: 24 };

const clamp = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value));

/** Zooms in (−1) or out (+1) by one step. */
export function zoomed(frame: MapFrame, step: 1 | -1): MapFrame {
  const at = SPANS.findIndex((span) => span >= frame.span);
  return {
    ...frame,
    span: SPANS[Math.min(SPANS.length - 1, Math.max(0, at + step))] ?? frame.span,
  };
}

/** The frame itself if it contains the place, else a frame of the same zoom centred on it. */
export function frameShowing(
  frame: MapFrame,
  place: { latitude: number; longitude: number } | null,
): MapFrame {
  if (!place) return frame;
  const { x, y, width, height } = boxOf(frame);
  const isInside =
    place.longitude >= x &&
    place.longitude <= x + width &&
    -place.latitude >= y &&
    -place.latitude <= y + height;
  return isInside ? frame : { ...frame, latitude: place.latitude, longitude: place.longitude };
}

/** SVG view box: x east, y south, degrees (plate carrée). */
export function boxOf({ latitude, longitude, span }: MapFrame) {
  const height = span / MAP_RATIO;
  return { x: longitude - span / 2, y: -latitude - height / 2, width: span, height };
}

/**
 * Coordinates of a point given as fractions of the width and height. Rounded to four decimals,
 * about 10 m.
 */
export function positionAt(frame: MapFrame, across: number, down: number) {
  const box = boxOf(frame);
  const round = (degrees: number) => Math.round(degrees * 1e4) / 1e4;
  const longitude = box.x + box.width * across;
  return {
    latitude: round(clamp(-(box.y + box.height * down), 90)),
    longitude: round(((((longitude + 180) % 360) + 360) % 360) - 180),
  };
}

/** Grid lines at whole degrees, about ten per axis. */
export function gridOf(frame: MapFrame): { across: number[]; down: number[] } {
  const box = boxOf(frame);
  const step = [1, 2, 5, 10, 30].find((degrees) => frame.span / degrees <= 14) ?? 30;
  const lines = (from: number, to: number) => {
    const found: number[] = [];
    for (let line = Math.ceil(from / step) * step; line <= to; line += step) found.push(line);
    return found;
  };
  return { across: lines(box.y, box.y + box.height), down: lines(box.x, box.x + box.width) };
}

/** Places whose labels do not overlap. Earlier places take precedence. */
export function labelled<P extends { latitude: number; longitude: number }>(
  places: readonly P[],
  frame: MapFrame,
): P[] {
  const [wide, high] = [frame.span * 0.14, frame.span * 0.035];
  const box = boxOf(frame);
  const chosen: P[] = [];
  for (const place of places) {
    const isInside =
      place.longitude - wide / 2 > box.x && place.longitude + wide / 2 < box.x + box.width;
    const isFree = chosen.every(
      (other) =>
        Math.abs(other.longitude - place.longitude) > wide ||
        Math.abs(other.latitude - place.latitude) > high,
    );
    if (isInside && isFree) chosen.push(place);
  }
  return chosen;
}

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
