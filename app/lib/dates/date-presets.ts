/** Named date ranges (decisions.md §12). */
export const DATE_PRESETS = [
  "upcoming",
  "today",
  "tonight",
  "tomorrow",
  "weekend",
  "week",
  "month",
  "past",
  "any",
] as const;
export type DatePreset = (typeof DATE_PRESETS)[number];
