import type { ExpressionSpecification, StyleSpecification } from "maplibre-gl";
import type { Locale } from "../../i18n/locale";

/** Tokens that colour the map, in the page's theme. */
const TOKENS = {
  water: "--rd-info-soft",
  land: "--rd-sunken",
  border: "--rd-field",
  green: "--rd-success-soft",
  road: "--rd-raised",
  casing: "--rd-line",
  text: "--rd-ink-3",
  strong: "--rd-ink-2",
} as const;

export type MapColors = Record<keyof typeof TOKENS, string>;

/** The colours of the present theme. */
export function readColors(): MapColors {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(
    Object.entries(TOKENS).map(([name, token]) => [name, style.getPropertyValue(token).trim()]),
  ) as MapColors;
}

const EMPTY = { type: "FeatureCollection" as const, features: [] };
/** Drawn by the browser from the page's font: no file of glyphs. */
const FONT = ["Vazirmatn"];

/** How much of a park's radius is green, as on still maps. */
const PARK = 0.7;
/** Pixels of a kilometre at zoom 20 and 35° north. */
const KM_AT_20 = 16_400;

const isKind = (...kinds: string[]): ExpressionSpecification => [
  "in",
  ["get", "kind"],
  ["literal", kinds],
];

/**
 * The style of the map: land, borders and water of the shipped outlines, names of cities and of
 * places in them, and streets where there is a file of them (Protomaps' basemap, version 4).
 * @param ground colour where no land is drawn
 */
export function mapStyle(
  colors: MapColors,
  streets: string | null,
  locale: Locale,
  ground = colors.water,
): StyleSpecification {
  const text = {
    "text-color": colors.text,
    "text-halo-color": colors.land,
    "text-halo-width": 1.5,
  };
  const name: ExpressionSpecification = ["coalesce", ["get", `name:${locale}`], ["get", "name"]];
  const roads = (id: string, kinds: string[], width: number): StyleSpecification["layers"] => [
    {
      id: `${id}-casing`,
      type: "line",
      source: "streets",
      "source-layer": "roads",
      filter: isKind(...kinds),
      minzoom: width > 1 ? 8 : 12,
      layout: { "line-cap": "round", "line-join": "round" },
      paint: {
        "line-color": colors.casing,
        "line-width": ["interpolate", ["exponential", 1.6], ["zoom"], 8, width, 18, width * 12 + 2],
      },
    },
    {
      id,
      type: "line",
      source: "streets",
      "source-layer": "roads",
      filter: isKind(...kinds),
      minzoom: width > 1 ? 8 : 12,
      layout: { "line-cap": "round", "line-join": "round" },
      paint: {
        "line-color": colors.road,
        "line-width": [
          "interpolate",
          ["exponential", 1.6],
          ["zoom"],
          8,
          width * 0.6,
          18,
          width * 12,
        ],
      },
    },
  ];
  return {
    version: 8,
    sources: {
      land: { type: "geojson", data: EMPTY },
      borders: { type: "geojson", data: EMPTY },
      names: { type: "geojson", data: EMPTY },
      taken: { type: "geojson", data: EMPTY },
      ...(streets
        ? { streets: { type: "vector", url: `pmtiles://${new URL(streets, location.href).href}` } }
        : null),
    },
    layers: [
      { id: "water", type: "background", paint: { "background-color": ground } },
      // Closer than this the coast of the outlines is off by as much as the map is wide.
      ...(streets
        ? []
        : ([
            {
              id: "close",
              type: "background",
              minzoom: 13,
              paint: { "background-color": colors.land },
            },
          ] satisfies StyleSpecification["layers"])),
      { id: "land", type: "fill", source: "land", paint: { "fill-color": colors.land } },
      ...(streets
        ? ([
            {
              id: "green",
              type: "fill",
              source: "streets",
              "source-layer": "landuse",
              filter: isKind(
                "park",
                "forest",
                "wood",
                "nature_reserve",
                "garden",
                "grass",
                "recreation_ground",
                "cemetery",
              ),
              paint: { "fill-color": colors.green },
            },
            {
              id: "lakes",
              type: "fill",
              source: "streets",
              "source-layer": "water",
              filter: ["==", ["geometry-type"], "Polygon"],
              paint: { "fill-color": colors.water },
            },
            ...roads("minor", ["minor_road", "path"], 0.8),
            ...roads("major", ["major_road"], 1.4),
            ...roads("highway", ["highway"], 1.8),
            {
              id: "road-names",
              type: "symbol",
              source: "streets",
              "source-layer": "roads",
              minzoom: 14,
              layout: {
                "symbol-placement": "line",
                "text-field": name,
                "text-font": FONT,
                "text-size": 11,
              },
              paint: text,
            },
          ] satisfies StyleSpecification["layers"])
        : []),
      {
        id: "borders",
        type: "line",
        source: "borders",
        paint: { "line-color": colors.border, "line-width": 1, "line-dasharray": [3, 2] },
      },
      ...(streets
        ? []
        : ([
            {
              id: "park-circles",
              type: "circle",
              source: "names",
              minzoom: 10,
              filter: isKind("park"),
              paint: {
                "circle-color": colors.green,
                // The width of a kilometre in Iran doubles with each zoom.
                "circle-radius": [
                  "interpolate",
                  ["exponential", 2],
                  ["zoom"],
                  0,
                  0,
                  20,
                  ["*", ["get", "radius"], PARK * KM_AT_20],
                ],
              },
            },
          ] satisfies StyleSpecification["layers"])),
      {
        id: "parks",
        type: "symbol",
        source: "names",
        minzoom: 12,
        filter: isKind("park", "spot", "metro", "street"),
        layout: {
          "text-field": ["get", "name"],
          "text-font": FONT,
          "text-size": 11.5,
          "text-max-width": 8,
        },
        paint: text,
      },
      {
        id: "areas",
        type: "symbol",
        source: "names",
        minzoom: 10,
        filter: isKind("area"),
        layout: {
          "text-field": ["get", "name"],
          "text-font": FONT,
          "text-size": 12.5,
          "text-max-width": 8,
        },
        paint: text,
      },
      {
        id: "city-dots",
        type: "circle",
        source: "names",
        maxzoom: 11,
        filter: isKind("city"),
        paint: { "circle-color": colors.strong, "circle-radius": 2.5 },
      },
      {
        id: "cities",
        type: "symbol",
        source: "names",
        maxzoom: 11,
        filter: isKind("city"),
        layout: {
          "text-field": ["get", "name"],
          "text-font": FONT,
          "text-size": 14,
          "text-max-width": 8,
          // Beside the circle of the city's events, not under it.
          "text-variable-anchor": ["top", "bottom", "left", "right"],
          "text-radial-offset": 1.7,
        },
        paint: { ...text, "text-color": colors.strong },
      },
      // Last, so placed first: names keep out from under the pins, which are elements above the map.
      {
        id: "taken",
        type: "symbol",
        source: "taken",
        layout: {
          "icon-image": ["get", "shape"],
          "icon-anchor": ["get", "anchor"],
          "icon-allow-overlap": true,
        },
      },
    ],
  };
}
