/**
 * Combinations for whole flows: each language and each mode once. Language and scripts are
 * independent (texts come from the server), and accessibility.spec.ts visits every page in both
 * languages.
 */
export const WAYS = [
  { locale: "en", scripted: false },
  { locale: "fa", scripted: true },
] as const;

export type Way = (typeof WAYS)[number];

export const nameOf = ({ locale, scripted }: Way) =>
  `in ${locale}, ${scripted ? "with" : "without"} a script`;
