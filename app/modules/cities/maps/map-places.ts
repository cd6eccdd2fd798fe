import gazetteer from "../../../../data/gazetteer.tsv?raw";
import type { Locale } from "../../../i18n/locale";
import type { Position } from "../../../lib/geo/geo";
import type { MapPlaceKind } from "../../../lib/pages/views";
import { readTsv } from "../../../lib/text/csv";

export interface MapPlace extends Position {
  name: string;
  kind: MapPlaceKind;
  /** km; 0 for a city. */
  radius: number;
}

const KINDS: Record<string, MapPlaceKind> = {
  neighbourhood: "area",
  district: "area",
  park: "park",
  metro: "metro",
  street: "street",
  square: "spot",
  landmark: "spot",
};

interface KnownPlace extends Position {
  nameEn: string;
  nameFa: string;
  kind: MapPlaceKind;
  radius: number;
}

let known: KnownPlace[] | undefined;

/** The places of the gazetteer; read once per isolate. */
function knownPlaces(): KnownPlace[] {
  known ??= readTsv(gazetteer).map(
    ([, kind = "", nameEn = "", nameFa = "", , , latitude, longitude, radius]) => ({
      nameEn,
      nameFa: nameFa || nameEn,
      kind: KINDS[kind] ?? "spot",
      latitude: Number(latitude),
      longitude: Number(longitude),
      radius: Number(radius),
    }),
  );
  return known;
}

/** Words that the map's sign for stations already expresses. */
const STATION = /^ایستگاه مترو(ی)? | (Metro )?Station$/;

/** Neighbourhoods, squares, parks, stations and landmarks, in the reader's language. */
export const gazetteerPlaces = (locale: Locale): MapPlace[] =>
  knownPlaces().map(({ nameEn, nameFa, kind, ...place }) => {
    const name = locale === "fa" ? nameFa : nameEn;
    return { ...place, kind, name: kind === "metro" ? name.replace(STATION, "") : name };
  });

interface NamedCity extends Position {
  nameEn: string;
  nameFa: string | null;
}

/** Cities as places of a map. */
export const cityPlaces = (cities: readonly NamedCity[], locale: Locale): MapPlace[] =>
  cities.map(({ nameEn, nameFa, latitude, longitude }) => ({
    name: (locale === "fa" && nameFa) || nameEn,
    kind: "city",
    latitude,
    longitude,
    radius: 0,
  }));
