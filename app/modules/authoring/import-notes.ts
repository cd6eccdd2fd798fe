/**
 * Notes on an imported event for its author to check. `dates`: several dates were read. `repeats…`:
 * the source repeats in a way that no schedule expresses, and only its next date was read.
 */
export const IMPORT_NOTES = [
  "dates",
  "repeats",
  "repeatsWithinDay",
  "repeatsOtherCalendar",
  "repeatsPattern",
  "repeatsRange",
  "repeatsZone",
  "repeatsTooMany",
  "several",
  "noEnd",
  "translate",
  "noCity",
  "noTime",
  "noPicture",
] as const;
export type ImportNote = (typeof IMPORT_NOTES)[number];
