import type { CategoryFamily } from "../event/categories";

/** Colours of a cover by their part in it; `lit` is for one thing in each picture. */
export interface CoverColors {
  ground: string;
  deep: string;
  form: string;
  middle: string;
  line: string;
  lit: string;
}

const colors = (
  ground: string,
  deep: string,
  form: string,
  middle: string,
  line: string,
  lit: string,
): CoverColors => ({ ground, deep, form, middle, line, lit });

/** The palettes of covers; the last two are light. */
export const COVER_PALETTES = {
  night: colors("#1B2F5C", "#0C1733", "#EFE3CB", "#5673AE", "#9DB2DA", "#EDA83F"),
  firoozeh: colors("#0C7177", "#063D43", "#F5ECD9", "#3DB3B1", "#A5E0DC", "#EDA83F"),
  anar: colors("#9A2236", "#560F1B", "#F9E7D6", "#D8606C", "#F2BCBF", "#F0B14C"),
  copper: colors("#B05E36", "#59291A", "#F9EAD5", "#E0A074", "#F4D3B5", "#59C9C4"),
  saffron: colors("#E5A544", "#A4660F", "#FFF6E2", "#7A4A12", "#6A4210", "#0B6F74"),
  pistachio: colors("#567A30", "#24391C", "#F3F1DA", "#A5C66F", "#CDE0AE", "#EDA83F"),
  rose: colors("#B8527B", "#5C2041", "#FCEBE4", "#E9A3B9", "#F8D4DC", "#F5C166"),
  aubergine: colors("#573466", "#2A1637", "#F4E7EC", "#A277AF", "#D6B9DB", "#EDA83F"),
  slate: colors("#3A4A66", "#1B2640", "#ECE7DB", "#8394B0", "#B6C2D5", "#EDA83F"),
  sand: colors("#F1E7D4", "#DDCAA8", "#22376B", "#C6845A", "#8E7552", "#E0912A"),
  dew: colors("#DCEFEB", "#B2D8D3", "#103C55", "#0E8388", "#4D9C9B", "#E9A23B"),
} as const satisfies Record<string, CoverColors>;
export type PaletteName = keyof typeof COVER_PALETTES;

/** The palettes of a category's events, by its family: its own colour first. */
export const FAMILY_PALETTES: Readonly<Record<CategoryFamily, readonly PaletteName[]>> = {
  firoozeh: ["firoozeh", "dew", "night", "copper", "sand"],
  lajvard: ["night", "slate", "dew", "firoozeh", "aubergine"],
  zafaran: ["saffron", "copper", "sand", "anar", "firoozeh"],
  anar: ["anar", "rose", "copper", "night", "saffron"],
  pesteh: ["pistachio", "firoozeh", "dew", "saffron", "slate"],
  gol: ["rose", "aubergine", "sand", "anar", "dew"],
  mes: ["copper", "saffron", "sand", "firoozeh", "anar"],
  bademjan: ["aubergine", "rose", "night", "anar", "slate"],
  sormeh: ["slate", "night", "aubergine", "firoozeh", "copper"],
};

/**
 * The page's ground in each scheme (`--rd-paper`), for the browser's own parts. In a file of its
 * own: every page loads it.
 */
export const PAPER = { light: "#FBF8F3", dark: "#0E172C" } as const;
