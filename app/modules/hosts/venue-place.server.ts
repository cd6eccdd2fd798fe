import { type Locale, listOf, localized } from "../../i18n/locale";
import { cityName } from "../events/present/present-event.server";
import type { Host } from "./find-host.server";

export type VenueHost = Extract<Host, { kind: "venue" }>;

export const venueStreet = ({ row }: VenueHost, locale: Locale): string =>
  localized({ en: row.addressEn ?? "", fa: row.addressFa }, locale).trim();

/** The address, with the city where the address does not name it. */
export function venuePlace(host: VenueHost, locale: Locale): string {
  const street = venueStreet(host, locale);
  const city = cityName(host.city, locale);
  return street.includes(city) ? street : listOf(locale, [street, city]);
}
