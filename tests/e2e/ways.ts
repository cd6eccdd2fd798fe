/**
 * How a whole way through the product is gone: each language and each kind of browser once. Language and script do not
 * touch each other (texts are the server's), and every page is looked at in both languages by accessibility.spec.ts.
 */
export const WAYS = [
  { locale: "en", scripted: false },
  { locale: "fa", scripted: true },
] as const;

export type Way = (typeof WAYS)[number];

export const nameOf = ({ locale, scripted }: Way) => `in ${locale}, ${scripted ? "with" : "without"} a script`;
