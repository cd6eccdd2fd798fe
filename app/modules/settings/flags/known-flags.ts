/**
 * The flags that the code reads, and their defaults without a row. Staff see them in the list from
 * the start.
 */
export const KNOWN_FLAGS = {
  /** Events by mood, on the discover page. */
  "discover.moods": { isOn: true },
} as const;

export type KnownFlag = keyof typeof KNOWN_FLAGS;

/** Whether the code reads a flag. */
export const isKnown = (key: string): key is KnownFlag => Object.hasOwn(KNOWN_FLAGS, key);

/** Whether a feature is on for the reader, for page loaders. */
export const isFlagOn = (flags: readonly string[], key: KnownFlag): boolean => flags.includes(key);
