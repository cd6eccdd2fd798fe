import type { City } from "./queries.server";

/** Fields of the city form, as text. */
export const CITY_FIELDS = [
  "nameEn",
  "nameFa",
  "slug",
  "countryCode",
  "countryEn",
  "countryFa",
  "stateEn",
  "stateFa",
  "latitude",
  "longitude",
  "timeZone",
  "heroImageUrl",
] as const;
export type CityFields = Record<(typeof CITY_FIELDS)[number], string>;

export const EMPTY_CITY: CityFields = {
  nameEn: "",
  nameFa: "",
  slug: "",
  countryCode: "IR",
  countryEn: "",
  countryFa: "",
  stateEn: "",
  stateFa: "",
  latitude: "",
  longitude: "",
  timeZone: "",
  heroImageUrl: "",
};

export const fieldsOfCity = (city: City): CityFields => ({
  nameEn: city.nameEn,
  nameFa: city.nameFa ?? "",
  slug: city.slug,
  countryCode: city.countryCode,
  countryEn: city.countryEn,
  countryFa: city.countryFa ?? "",
  stateEn: city.stateEn ?? "",
  stateFa: city.stateFa ?? "",
  latitude: String(city.latitude),
  longitude: String(city.longitude),
  timeZone: city.timeZone,
  heroImageUrl: city.heroImageUrl ?? "",
});

/** The fields of the form that each name of the input is about. */
const FIELD_OF: Readonly<Record<string, string>> = {
  name: "nameEn",
  "name.en": "nameEn",
  "name.fa": "nameFa",
  country: "countryEn",
  stateProvince: "stateEn",
  timezone: "timeZone",
  file: "picture",
};

export const fieldOfIssue = (path: string): string => FIELD_OF[path] ?? path;
