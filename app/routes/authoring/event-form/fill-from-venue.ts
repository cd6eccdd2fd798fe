import { fieldIdOf } from "~/ui/form-context";
import type { VenueView } from "./event-form-view";
import { FORM } from "./form-context";

/**
 * Fills empty fields from a selected venue: its other name, address and position. Keeps typed
 * values.
 */
export function fillFromVenue(typed: string, venues: readonly VenueView[]): void {
  const venue = venues.find(({ en, fa }) => en === typed || fa === typed);
  if (!venue) return;
  const known: Record<string, string | number | null> = {
    "venue.en": venue.en,
    "venue.fa": venue.fa,
    "address.en": venue.addressEn,
    "address.fa": venue.addressFa,
    latitude: venue.latitude,
    longitude: venue.longitude,
  };
  for (const [name, value] of Object.entries(known)) {
    const field = document.getElementById(fieldIdOf(FORM, name));
    if (!(field instanceof HTMLInputElement) || field.value !== "" || value === null) continue;
    field.value = String(value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
