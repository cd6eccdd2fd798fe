/**
 * The flags that the code asks for, and whether their part of the product is on while nobody has said anything of them.
 * Staff see them in their list before there is a row.
 */
export const KNOWN_FLAGS = {
  /** Events by mood, on the discover page. */
  "discover.moods": { isOn: true },
} as const;

export type KnownFlag = keyof typeof KNOWN_FLAGS;

/** Whether the code asks for a flag. */
export const isKnown = (key: string): key is KnownFlag => Object.hasOwn(KNOWN_FLAGS, key);

/** What the loaders of pages ask for: whether a part is on for this reader. */
export const isFlagOn = (flags: readonly string[], key: KnownFlag): boolean => flags.includes(key);
