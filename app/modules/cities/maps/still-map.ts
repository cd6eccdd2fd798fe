import type { Locale } from "../../../i18n/locale";
import { type Bounds, widthOfBounds } from "../../../lib/geo/bounds";
import {
  distanceKm,
  distanceText,
  kmOfDegrees,
  type Position,
  shrinkageAt,
} from "../../../lib/geo/geo";
import { areOverlapping, type Box, type PinGroup, roomOf } from "../../../lib/geo/join-overlaps";
import { placeInFrame, type StillFrame } from "../../../lib/geo/mercator";
import type { MapPlaceKind, PlaceAroundView, StillMapView } from "../../../lib/pages/views";
import { groundOf } from "./ground-address";
import { cityPlaces, gazetteerPlaces, type MapPlace } from "./map-places";

interface StillMapOptions {
  cities: Parameters<typeof cityPlaces>[0];
  locale: Locale;
  /** Width : height. */
  ratio: number;
  /** The width at which names keep clear of each other, px. */
  width: number;
}

type NamesOptions = Omit<StillMapOptions, "ratio">;

/** Widths of still maps, km. */
const FRAME_KM = [
  3, 5, 8, 12, 20, 35, 60, 100, 160, 250, 400, 700, 1200, 2000, 4000, 12_000,
] as const;
/** Names from the first that are drawn to the last. */
const ORDER: readonly MapPlaceKind[] = ["city", "area", "metro", "park", "spot", "street"];
/** Frames wider than these show cities instead of places of a city, km. */
const WIDEST_OF_PLACES = 20;
/** Without streets, a map round a place says nothing beyond this; outlines are too coarse within it, km. */
const CLOSE_KM = 5;
/** Frames of bounds up to this show the parts of a city beside the cities, km. */
const WIDEST_OF_AREAS = 60;
/** Fewer names than these say too little: then a wider frame is drawn, or none. */
const ENOUGH = 4;
const LEAST = 2;
const MOST = 12;
/** Room round bounds, of their size. */
const MARGIN = 1.15;
/** How much of a park's radius, within which a search finds events, is green. */
const PARK = 0.7;
/** Lengths of the circles, km, by the frame's width. */
const RINGS: Record<number, readonly number[]> = {
  3: [0.5, 1],
  5: [1, 2],
};
/** Room of a name: per letter, per line and round it, px. */
const LETTER = 6.6;
const LINE = 17;
const GAP = 4;
/** Room of the pin, px. */
const PIN = { x: 24, up: 46, down: 10 };

/** How near to a pin's point a place is under it, of the map's width and height. */
const UNDER_PIN = 0.05;
/** Where the name of a place under a pin begins, px below the pin's point. */
const BELOW_PIN = 20;

/** Room of a name beside or on its place, px. */
function nameBox(place: Pick<MapPlace, "name" | "kind">, x: number, y: number): Box {
  const half = (place.name.length * LETTER) / 2 + GAP;
  // The name is below its dot; an area's is in its middle.
  const top = place.kind === "area" || place.kind === "street" ? y - LINE / 2 : y - 6;
  return {
    left: x - half,
    right: x + half,
    top,
    bottom: top + LINE + (place.kind === "area" ? 0 : 10),
  };
}

const SIDES = [
  { name: "right", across: 1, down: 0 },
  { name: "left", across: -1, down: 0 },
  { name: "bottom", across: 0, down: 1 },
  { name: "top", across: 0, down: -1 },
] as const;

const percent = (part: number) => Math.round(part * 1000) / 10;

interface Taken {
  /** Pins, where names of the places under them stand below them; px. */
  pins?: readonly PinGroup<unknown>[];
  /** Room of other things, px. */
  boxes?: readonly Box[];
}

/** The names that a frame has room for. */
function placesIn(
  frame: StillFrame,
  width: number,
  all: readonly MapPlace[],
  { pins = [], boxes: taken = [] }: Taken,
): StillMapView["places"] {
  const height = width / frame.ratio;
  const rooms = pins.map((pin) => ({ pin, box: roomOf(pin) }));
  const boxes = [...taken];
  const seen = new Set<string>();
  const kept: StillMapView["places"] = [];
  const inOrder = all
    .map((place) => ({ place, at: placeInFrame(frame, place) }))
    .filter(({ at }) => at.x > 0 && at.x < 1 && at.y > 0 && at.y < 1)
    .sort(
      (a, b) =>
        ORDER.indexOf(a.place.kind) - ORDER.indexOf(b.place.kind) ||
        b.place.radius - a.place.radius,
    );
  for (const { place, at } of inOrder) {
    if (kept.length >= MOST || seen.has(place.name)) continue;
    const under = pins.find(
      ({ x, y }) =>
        Math.abs(x / width - at.x) < UNDER_PIN && Math.abs(y / height - at.y) < UNDER_PIN,
    );
    const [x, y] = under ? [under.x, under.y] : [at.x * width, at.y * height];
    const box = under
      ? nameBox({ ...place, kind: "area" }, x, y + BELOW_PIN + LINE / 2)
      : nameBox(place, x, y);
    const isWhole = box.left > 0 && box.right < width && box.top > 0 && box.bottom < height;
    const hasRoom =
      isWhole &&
      !boxes.some((other) => areOverlapping(box, other)) &&
      !rooms.some(({ pin, box: room }) => pin !== under && areOverlapping(box, room));
    if (!hasRoom && place.kind !== "park") continue;
    if (hasRoom) boxes.push(box);
    seen.add(place.name);
    const size = place.kind === "park" ? { size: percent((place.radius * PARK) / frame.km) } : null;
    kept.push({
      name: hasRoom ? place.name : "",
      kind: place.kind,
      x: percent(x / width),
      y: percent(y / height),
      ...(under && { isUnderPin: true }),
      ...size,
    });
  }
  return kept;
}

const countNames = (places: StillMapView["places"]): number =>
  places.filter(({ name }) => name !== "").length;

/** The places that a frame of this width is about. */
const placesFor = (km: number, { cities, locale }: NamesOptions): MapPlace[] =>
  km <= WIDEST_OF_PLACES ? gazetteerPlaces(locale) : cityPlaces(cities, locale);

/** The same for a list's events, which reach from a city's ends to its neighbours. */
function placesOfBounds(km: number, options: NamesOptions): MapPlace[] {
  const places = placesFor(km, options);
  if (km <= WIDEST_OF_PLACES || km > WIDEST_OF_AREAS) return places;
  return [
    ...places,
    ...gazetteerPlaces(options.locale).filter(({ kind }) => kind === "area" || kind === "park"),
  ];
}

/**
 * The circles of a frame. Their lengths stand where a circle meets the axes, on the first such
 * point that is clear of names and pin.
 */
function ringsIn(
  km: number,
  { ratio, width, locale }: Omit<StillMapOptions, "cities">,
  taken: readonly Box[],
): StillMapView["rings"] {
  const middle = { x: width / 2, y: width / ratio / 2 };
  return (RINGS[km] ?? []).map((length) => {
    const label = distanceText(length, locale);
    const [away, half] = [(length / km) * width, (label.length * LETTER) / 2];
    const side = SIDES.find(({ across, down }) => {
      const [x, y] = [middle.x + across * away, middle.y + down * away];
      const box = { left: x - half, right: x + half, top: y - LINE / 2, bottom: y + LINE / 2 };
      return !taken.some((other) => areOverlapping(other, box));
    });
    return { radius: percent(length / km), label, side: side?.name ?? null };
  });
}

/** The frame that shows bounds. @param ratio width : height */
export function frameOfBounds(bounds: Bounds, center: Position, ratio: number): StillFrame {
  const high = kmOfDegrees(bounds.north - bounds.south) * ratio;
  const wide = kmOfDegrees(widthOfBounds(bounds)) * shrinkageAt(center.latitude);
  const needed = Math.max(high, wide) * MARGIN;
  const km = FRAME_KM.find((step) => step >= needed) ?? FRAME_KM[FRAME_KM.length - 1] ?? 0;
  return { center, km, ratio };
}

/** What a frame shows, with the names that find room beside its pins, px. */
export const mapOfFrame = (
  frame: StillFrame,
  options: NamesOptions,
  pins: readonly PinGroup<unknown>[] = [],
): Pick<StillMapView, "ground" | "places"> => ({
  ground: groundIn(frame),
  places: placesIn(frame, options.width, placesOfBounds(frame.km, options), { pins }),
});

/** The outlines of a frame; null where they would put sea over land, since they are off by a kilometre or two. */
const groundIn = (frame: StillFrame) => (frame.km > CLOSE_KM ? groundOf(frame) : null);

/**
 * A map round a place, as close as there are names to find one's way by. Null where there are too
 * few of them nearby: a map of a country does not show the way.
 */
export function mapAround(
  center: Position,
  options: Omit<StillMapOptions, "cities">,
): StillMapView | null {
  const { ratio, width } = options;
  const middle = { x: width / 2, y: width / ratio / 2 };
  const pin = {
    left: middle.x - PIN.x,
    right: middle.x + PIN.x,
    top: middle.y - PIN.up,
    bottom: middle.y + PIN.down,
  };
  let found: { frame: StillFrame; places: StillMapView["places"] } | null = null;
  for (const km of FRAME_KM.filter((step) => step <= CLOSE_KM)) {
    const frame = { center, km, ratio };
    const places = placesIn(frame, width, gazetteerPlaces(options.locale), { boxes: [pin] });
    if (!found || countNames(places) > countNames(found.places)) found = { frame, places };
    if (countNames(places) >= ENOUGH) break;
  }
  if (!found || countNames(found.places) < LEAST) return null;
  const { frame, places } = found;
  const at = placeInFrame(frame, center);
  const names = places.flatMap((place) =>
    place.name === ""
      ? []
      : [nameBox(place, (place.x / 100) * width, (place.y / 100) * (width / ratio))],
  );
  return {
    ground: groundIn(frame),
    ratio,
    pin: { x: percent(at.x), y: percent(at.y) },
    places,
    rings: ringsIn(frame.km, options, [pin, ...names]),
  };
}

/** A name within this of the place is its own, km. */
const ITSELF = 0.12;
/** How far away a station or a landmark still says where a place is, km. */
const STATION_WITHIN = 3;
const LANDMARK_WITHIN = 3;
const LANDMARKS = 3;

interface AroundOptions {
  locale: Locale;
  /** Width : height of the map, and its least width, px. */
  ratio: number;
  width: number;
  /** Names of the place itself, which are nothing near it. */
  names: readonly (string | null)[];
}

/** Where a place is. Distances are in a straight line. */
export function placeAround(
  center: Position,
  { names, ...options }: AroundOptions,
): PlaceAroundView {
  const { locale } = options;
  const near = gazetteerPlaces(locale)
    .map((place) => ({ place, km: distanceKm(center, place) }))
    .sort((a, b) => a.km - b.km);
  const district = near
    .filter(({ place, km }) => place.kind === "area" && km <= place.radius)
    .sort((a, b) => a.place.radius - b.place.radius)[0];
  const isOwn = ({ place, km }: { place: MapPlace; km: number }) =>
    km < ITSELF || names.some((name) => name?.includes(place.name) || place.name === name);
  const station = near.find(({ place, km }) => place.kind === "metro" && km <= STATION_WITHIN);
  const landmarks = near
    .filter(
      (one) =>
        (one.place.kind === "spot" || one.place.kind === "park") &&
        one.km <= LANDMARK_WITHIN &&
        !isOwn(one),
    )
    .slice(0, LANDMARKS);
  return {
    map: mapAround(center, options),
    district: district?.place.name ?? null,
    near: [...(station ? [station] : []), ...landmarks].map(({ place, km }) => ({
      kind: place.kind,
      name: place.name,
      distance: distanceText(km, locale),
    })),
  };
}
