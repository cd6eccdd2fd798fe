import { joinOverlaps } from "../../lib/geo/join-overlaps";
import { projectPosition } from "../../lib/geo/mercator";
import type { EventMapView, EventPin, MapPlaceKind } from "../../lib/pages/views";
import "maplibre-gl/dist/maplibre-gl.css";
import {
  AttributionControl,
  addProtocol,
  type GeoJSONSource as GeoJsonSource,
  Map as LibreMap,
  type LngLatBoundsLike,
  Marker,
  setWorkerUrl,
} from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import type { Locale } from "../../i18n/locale";
import { LARGEST_BOUNDS, writeBounds } from "../../lib/geo/bounds";
import sprite from "../../ui/icons.svg?url";
import classes from "./event-map.module.css";
import { mapStyle, readColors } from "./map-style";

/** Events that are drawn as one at a zoom. */
interface PinCluster {
  /** The same for the same events. */
  key: string;
  latitude: number;
  longitude: number;
  pins: EventPin[];
}

/** Width of the world at zoom 0, px. */
const WORLD = 512;
/** Groups pins that would hide each other at a zoom. */
export function clusterPins(pins: readonly EventPin[], zoom: number): PinCluster[] {
  const size = WORLD * 2 ** zoom;
  const placed = pins.map((pin) => {
    const { x, y } = projectPosition(pin);
    return { x: x * size, y: y * size, item: pin };
  });
  return joinOverlaps(placed).map(({ items: members }) => {
    const mean = (values: number[]) =>
      values.reduce((sum, value) => sum + value, 0) / values.length;
    return {
      key: members.map(({ id }) => id).join(" "),
      latitude: mean(members.map(({ latitude }) => latitude)),
      longitude: mean(members.map(({ longitude }) => longitude)),
      pins: members,
    };
  });
}

/** Whether no zoom takes the pins of a cluster apart: they are in one house. */
export const isOnePlace = ({ pins }: Pick<PinCluster, "pins">): boolean =>
  clusterPins(pins, 17).length === 1;

/** scripts/make-land.mjs. */
const LAND = "/map/land.json";
/** Closest zoom that opens by itself. */
const CLOSE = 15;
const PADDING = 56;
/** What a pin and a circle of events cover, px. */
const TAKEN = { pin: { width: 108, height: 44 }, circle: { width: 48, height: 48 } };

interface LiveMapOptions {
  locale: Locale;
  /** Ends the map. */
  signal: AbortSignal;
  countLabel: (count: number) => string;
  texts: { pan: string; streets: string; move: string };
  onReady: () => void;
  onChosen: (pins: readonly EventPin[]) => void;
  /**
   * Gets the bounds that the reader moved to, as an address has them; empty for too large ones,
   * null before any move.
   */
  onMoved: (bounds: string | null) => void;
  /** Gets the events of the pin under the pointer, or those of a chosen one. */
  onHover: (ids: readonly string[], isChosen?: boolean) => void;
}

export interface LiveMap {
  show: (view: EventMapView) => void;
  /** Lights the pin of an event. */
  light: (id: string | null) => void;
  choose: (pins: readonly EventPin[]) => void;
  zoom: (steps: number) => void;
  goTo: (latitude: number, longitude: number) => void;
}

const readJson = async <Value>(path: string, signal: AbortSignal): Promise<Value> => {
  const response = await fetch(path, { signal });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
};

const boxOf = ([west, south, east, north]: EventMapView["bounds"]): LngLatBoundsLike => [
  [west, south],
  [east < west ? east + 360 : east, north],
];

interface NamedPlace {
  name: string;
  kind: MapPlaceKind;
  latitude: number;
  longitude: number;
  /** km */
  radius: number;
}

const points = (places: readonly NamedPlace[]) => ({
  type: "FeatureCollection" as const,
  features: places.map(({ name, kind, radius, latitude, longitude }) => ({
    type: "Feature" as const,
    properties: { name, kind, radius },
    geometry: { type: "Point" as const, coordinates: [longitude, latitude] },
  })),
});

/** Turns the still map into one that moves. @throws without WebGL */
export async function openLiveMap(
  container: HTMLElement,
  first: EventMapView,
  options: LiveMapOptions,
): Promise<LiveMap> {
  if (first.streets) {
    const { Protocol } = await import("pmtiles");
    addProtocol("pmtiles", new Protocol().tile);
  }
  const { signal, locale, texts, countLabel } = options;
  setWorkerUrl(workerUrl);
  let view = first;
  let pins: readonly EventPin[] = first.pins.flatMap(({ events }) => events);
  let chosen: readonly EventPin[] = [];
  let lit: string | null = null;
  // Whether the reader has moved the map, which then stays where it is.
  let isReaders = false;
  const markers = new Map<string, { marker: Marker; cluster: PinCluster }>();
  const prefersStill = matchMedia("(prefers-reduced-motion: reduce)").matches;

  const colors = readColors();
  const map = new LibreMap({
    container,
    // Land until the outlines are drawn: a city without them would lie in the sea.
    style: mapStyle(colors, first.streets, locale, colors.land),
    bounds: boxOf(first.bounds),
    fitBoundsOptions: { padding: PADDING, maxZoom: CLOSE },
    minZoom: 2,
    maxZoom: 19,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    cooperativeGestures: matchMedia("(pointer: coarse)").matches,
    fadeDuration: prefersStill ? 0 : 200,
    locale: {
      "Map.Title": texts.pan,
      "CooperativeGesturesHandler.MobileHelpText": texts.move,
    },
  });
  map.touchZoomRotate.disableRotation();
  // The section round it is the landmark.
  map.getCanvas().setAttribute("role", "application");
  if (first.streets)
    map.addControl(
      new AttributionControl({ compact: false, customAttribution: texts.streets }),
      "bottom-left",
    );
  if (signal.aborted) map.remove();
  signal.addEventListener("abort", () => map.remove());

  const setData = (source: string, data: Parameters<GeoJsonSource["setData"]>[0]) =>
    (map.getSource(source) as GeoJsonSource | undefined)?.setData(data);
  // Pictures of nothing, as large as a pin and a circle of events.
  map.on("styleimagemissing", ({ id }) => {
    const size = TAKEN[id as keyof typeof TAKEN];
    if (size && !map.hasImage(id))
      map.addImage(id, { ...size, data: new Uint8Array(size.width * size.height * 4) });
  });
  const lightMarkers = () => {
    for (const { marker, cluster } of markers.values()) {
      const has = (id: string | null) => id !== null && cluster.pins.some((pin) => pin.id === id);
      const element = marker.getElement();
      element.toggleAttribute("data-lit", has(lit));
      element.toggleAttribute(
        "data-chosen",
        chosen.some(({ id }) => has(id)),
      );
    }
  };
  const choose: LiveMap["choose"] = (next) => {
    chosen = next;
    lightMarkers();
    options.onChosen(next);
    options.onHover(
      next.map(({ id }) => id),
      true,
    );
  };
  const showAll = (members: readonly EventPin[], view = { padding: 2 * PADDING, maxZoom: 17 }) => {
    const [latitudes, longitudes] = [
      members.map(({ latitude }) => latitude),
      members.map(({ longitude }) => longitude),
    ];
    map.fitBounds(
      [
        [Math.min(...longitudes), Math.min(...latitudes)],
        [Math.max(...longitudes), Math.max(...latitudes)],
      ],
      { ...view, animate: !prefersStill },
    );
  };
  /** The view is that of the first events of the list: widens it for those that its edge would cut. */
  const showCut = () => {
    const { clientWidth: width, clientHeight: height } = container;
    const within = (margin: number) =>
      pins.filter(({ longitude, latitude }) => {
        const { x, y } = map.project([longitude, latitude]);
        return x > -margin && x < width + margin && y > -margin && y < height + margin;
      });
    if (within(PADDING).length > within(-PADDING / 2).length)
      showAll(within(width / 2), { padding: PADDING, maxZoom: CLOSE });
  };
  const pinElement = (cluster: PinCluster): HTMLButtonElement => {
    const button = document.createElement("button");
    button.type = "button";
    const [only] = cluster.pins;
    const text = document.createElement("bdi");
    if (cluster.pins.length === 1 && only) {
      button.className = classes.pin ?? "";
      button.dataset.family = only.family;
      const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
      use.setAttribute("href", `${sprite}#${only.icon}`);
      icon.setAttribute("aria-hidden", "true");
      icon.appendChild(use);
      text.textContent = only.short;
      button.setAttribute("aria-label", `${only.title}, ${only.when}`);
      button.appendChild(icon);
      button.appendChild(text);
    } else {
      button.className = classes.cluster ?? "";
      text.textContent = new Intl.NumberFormat(locale === "fa" ? "fa-IR" : "en").format(
        cluster.pins.length,
      );
      button.setAttribute("aria-label", countLabel(cluster.pins.length));
      button.appendChild(text);
    }
    button.addEventListener("click", (event) => {
      // A click on the map itself chooses nothing.
      event.stopPropagation();
      if (cluster.pins.length > 1 && !isOnePlace(cluster)) showAll(cluster.pins);
      else choose(cluster.pins);
    });
    const ids = cluster.pins.map(({ id }) => id);
    for (const type of ["pointerenter", "focus"])
      button.addEventListener(type, () => options.onHover(ids));
    for (const type of ["pointerleave", "blur"])
      button.addEventListener(type, () => options.onHover(chosen.map(({ id }) => id)));
    return button;
  };
  /** Draws the pins of this zoom; those that stay the same keep their element, and so the focus. */
  const draw = () => {
    const clusters = new Map(
      clusterPins(pins, map.getZoom()).map((cluster) => [cluster.key, cluster]),
    );
    for (const [key, { marker }] of markers) {
      if (clusters.has(key)) continue;
      marker.remove();
      markers.delete(key);
    }
    for (const [key, cluster] of clusters) {
      if (markers.has(key)) continue;
      const marker = new Marker({
        element: pinElement(cluster),
        anchor: cluster.pins.length === 1 ? "bottom" : "center",
      });
      marker.setLngLat([cluster.longitude, cluster.latitude]).addTo(map);
      // The library names every marker "Map marker".
      if (cluster.pins.length > 1)
        marker.getElement().setAttribute("aria-label", countLabel(cluster.pins.length));
      markers.set(key, { marker, cluster });
    }
    setData("taken", takenBy([...clusters.values()]));
    lightMarkers();
  };
  const load = async () => {
    const wanted = view.points;
    draw();
    const found = await readJson<EventPin[]>(wanted, signal);
    if (wanted !== view.points) return;
    pins = found;
    draw();
    if (!isReaders && !wanted.includes("bbox=")) showCut();
  };
  /** Ignores parts that fail to load: the list shows the same events. */
  const attempt = (work: Promise<unknown>) => {
    work.catch(() => undefined);
  };
  const ground = async () => {
    const atlas = await readJson<
      Topology<{ land: GeometryCollection; borders: GeometryCollection }>
    >(LAND, signal);
    setData("land", feature(atlas, atlas.objects.land));
    setData("borders", feature(atlas, atlas.objects.borders));
    map.once("idle", () => map.setPaintProperty("water", "background-color", readColors().water));
  };

  map.on("load", () => {
    attempt(ground());
    attempt(
      readJson<NamedPlace[]>(first.names, signal).then((places) =>
        setData("names", points(places)),
      ),
    );
    attempt(load());
    options.onReady();
  });
  map.on("zoomend", draw);
  map.on("movestart", ({ originalEvent }) => {
    isReaders ||= Boolean(originalEvent);
  });
  map.on("moveend", ({ originalEvent }) => {
    if (!originalEvent) return;
    const bounds = map.getBounds();
    const [west, south, east, north] = [
      bounds.getWest(),
      bounds.getSouth(),
      bounds.getEast(),
      bounds.getNorth(),
    ];
    const isTooLarge = east - west > LARGEST_BOUNDS.width || north - south > LARGEST_BOUNDS.height;
    const wrap = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180;
    options.onMoved(
      isTooLarge ? null : writeBounds({ west: wrap(west), south, east: wrap(east), north }),
    );
  });
  map.on("click", () => choose([]));
  // Another theme has other colours; land and names stay, which the style itself lacks.
  const theme = new MutationObserver(() =>
    map.setStyle(mapStyle(readColors(), first.streets, locale), {
      diff: true,
      transformStyle: (previous, next) => ({ ...next, sources: previous?.sources ?? next.sources }),
    }),
  );
  theme.observe(document.documentElement, { attributeFilter: ["data-mantine-color-scheme"] });
  signal.addEventListener("abort", () => theme.disconnect());

  return {
    choose,
    light: (id) => {
      lit = id;
      lightMarkers();
    },
    show: (next) => {
      if (next === view) return;
      const isMoved = next.bounds.join() !== view.bounds.join() && !next.points.includes("bbox=");
      view = next;
      chosen = [];
      pins = next.pins.flatMap(({ events }) => events);
      if (isMoved) {
        isReaders = false;
        map.fitBounds(boxOf(next.bounds), {
          padding: PADDING,
          maxZoom: CLOSE,
          animate: !prefersStill,
        });
      }
      attempt(load());
    },
    zoom: (steps) =>
      map.zoomTo(
        map.getZoom() + steps,
        { animate: !prefersStill },
        { originalEvent: new Event("click") },
      ),
    goTo: (latitude, longitude) =>
      map.flyTo(
        { center: [longitude, latitude], zoom: 13, animate: !prefersStill },
        { originalEvent: new Event("click") },
      ),
  };
}

/** Where the map's names keep out. */
const takenBy = (clusters: readonly PinCluster[]) => ({
  type: "FeatureCollection" as const,
  features: clusters.map(({ pins, latitude, longitude }) => ({
    type: "Feature" as const,
    properties:
      pins.length === 1
        ? { shape: "pin", anchor: "bottom" }
        : { shape: "circle", anchor: "center" },
    geometry: { type: "Point" as const, coordinates: [longitude, latitude] },
  })),
});
