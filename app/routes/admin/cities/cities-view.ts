interface Choice {
  value: string;
  label: string;
}

/** /admin/cities, in the reader's language. */
export interface CityDirectoryView {
  query: { q: string; country: string; timeZone: string };
  summary: string;
  countries: Choice[];
  timeZones: string[];
  rows: {
    slug: string;
    href: string;
    name: string;
    otherName: string | null;
    otherLang: "en" | "fa";
    place: string;
    timeZone: string;
    zoneName: string;
    upcoming: string;
  }[];
}

/** A known city on the map. */
export interface CityDot {
  slug: string;
  name: string;
  latitude: number;
  longitude: number;
}

/** The form of a city; its fields are text, as they are typed. */
export interface CityFormView {
  /** Null: a new one. */
  slug: string | null;
  /** Of what the fields show; 0 for a new one. */
  version: number;
  title: string;
  fields: Record<
    | "nameEn"
    | "nameFa"
    | "slug"
    | "countryCode"
    | "countryEn"
    | "countryFa"
    | "stateEn"
    | "stateFa"
    | "latitude"
    | "longitude"
    | "timeZone"
    | "heroImageUrl",
    string
  >;
  countries: Choice[];
  timeZones: string[];
  dots: CityDot[];
  /** Of a name, characters. */
  lengths: { min: number; max: number };
  /** What its fields say on being left, by the keys of the issues. */
  says: Record<string, string>;
  /** Which city lends its time zone. */
  nearest: string;
  pictureHelp: string;
}

/** What would move into another city, or is still to move. */
export interface CityMergeView {
  into: string;
  target: string;
  /** A part of it has been done: the next one goes on. */
  isRunning: boolean;
  /** How far the last part has come among the followers. */
  after: string;
  amounts: string[];
  /** That the time zones differ, where they do. */
  zones: string | null;
}

export interface CityDetailView extends CityFormView {
  slug: string;
  existing: {
    publicHref: string;
    upcoming: string;
    events: string;
    isEmpty: boolean;
    others: Choice[];
    /** Whether the address asks to delete it. */
    isAsked: boolean;
    merge: CityMergeView | null;
  };
}
