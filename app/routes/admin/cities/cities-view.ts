interface Choice {
  value: string;
  label: string;
}

/** Data of `/admin/cities`, localized. */
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

/** City on the map. */
export interface CityDot {
  slug: string;
  name: string;
  latitude: number;
  longitude: number;
}

/** City form. All values are text, as typed. */
export interface CityFormView {
  /** Null for a new city. */
  slug: string | null;
  /** Version shown in the form; 0 for a new city. */
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
  /** Length of a name, characters. */
  lengths: { min: number; max: number };
  /** Localized validation messages by issue key, for checks on blur. */
  messages: Record<string, string>;
  /** Hint naming the nearest city, whose time zone is suggested. */
  nearest: string;
  pictureHelp: string;
}

/** Preview or progress of merging a city into another one. */
export interface CityMergeView {
  into: string;
  target: string;
  /** Whether a part has been moved; the next request continues. */
  isRunning: boolean;
  /** Cursor among the followers after the last part. */
  after: string;
  amounts: string[];
  /** Warning about different time zones, or null. */
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
    /** Whether the URL opens the delete dialog. */
    isAsked: boolean;
    merge: CityMergeView | null;
  };
}
