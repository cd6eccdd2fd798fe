import type { Interest } from "../pages/preference-choices";
import { PAPER } from "./cover-palettes";

/** Ten shades of a colour, pale to deep, as Mantine requires. */
type Shades = readonly [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

/**
 * The scales of the look; scripts/make-theme.ts writes them as `--rd-<name>-<shade>`, theme.ts
 * gives them to Mantine.
 */
export const SHADES = {
  firoozeh: [
    "#E6F5F3",
    "#CBEBE8",
    "#9FDBD7",
    "#6CC8C5",
    "#3DB3B1",
    "#1A9A9C",
    "#0E8388",
    "#0A6B71",
    "#08545A",
    "#063D43",
  ],
  lajvard: [
    "#EDF1F9",
    "#D8E1F1",
    "#B2C3E2",
    "#879FCC",
    "#5673AE",
    "#41629F",
    "#2C4B86",
    "#1F396D",
    "#162B55",
    "#0F1D3D",
  ],
  zafaran: [
    "#FFF7E8",
    "#FDEBC9",
    "#FAD798",
    "#F5C166",
    "#EFB04C",
    "#E9A23B",
    "#CB8420",
    "#A26412",
    "#7F4C0D",
    "#5B3609",
  ],
  anar: [
    "#FCEFF0",
    "#F8DADD",
    "#F0B3B9",
    "#E58791",
    "#DA5F6D",
    "#CB3E50",
    "#B4293D",
    "#952033",
    "#771828",
    "#57101C",
  ],
  pesteh: [
    "#F1F6E8",
    "#E0ECCD",
    "#C6DCA2",
    "#A8C974",
    "#8CB351",
    "#72993A",
    "#5A7E2B",
    "#476423",
    "#364D1C",
    "#263614",
  ],
  sand: [
    PAPER.light,
    "#F5EFE6",
    "#EBE2D5",
    "#DCCFBE",
    "#C2B39E",
    "#A89A88",
    "#948775",
    "#6A5F52",
    "#474039",
    "#2A2622",
  ],
  dark: [
    "#EDF1F8",
    "#CBD4E6",
    "#B7C2D9",
    "#95A3C0",
    "#6F80A6",
    "#27375C",
    "#1C2A49",
    PAPER.dark,
    "#0A1122",
    "#060B18",
  ],
} as const satisfies Record<string, Shades>;

/**
 * Colour families of the look (theme.md): one hex each; glyph, tint and girih derive from it.
 * Written as `--rd-cat-<name>`.
 */
export const FAMILY_COLORS = {
  firoozeh: SHADES.firoozeh[6],
  lajvard: SHADES.lajvard[6],
  zafaran: SHADES.zafaran[5],
  anar: SHADES.anar[6],
  pesteh: SHADES.pesteh[5],
  gol: "#C2587F",
  mes: "#B5623A",
  bademjan: "#6B4275",
  sormeh: "#4E5D73",
} as const;

/** The colours of a picture: those of the girih sky, the background and the foreground. */
interface SceneColors {
  sky: string;
  far: string;
  near: string;
}

/** The colours that city pictures are drawn in, after the families of the look (theme.md). */
export const SCENE_COLORS = {
  lajvard: { sky: FAMILY_COLORS.lajvard, far: "#41639B", near: "#0F1D3D" },
  firoozeh: { sky: FAMILY_COLORS.firoozeh, far: "#1F8A8B", near: "#032B31" },
  gol: { sky: FAMILY_COLORS.gol, far: "#8D3A5C", near: "#3B1330" },
  mes: { sky: FAMILY_COLORS.mes, far: "#B8683F", near: "#4A1D10" },
  sormeh: { sky: FAMILY_COLORS.sormeh, far: "#66778F", near: "#1B2740" },
  anar: { sky: FAMILY_COLORS.anar, far: "#9C3345", near: "#3A0B16" },
  pesteh: { sky: FAMILY_COLORS.pesteh, far: "#5F8238", near: "#1C2C11" },
  bademjan: { sky: FAMILY_COLORS.bademjan, far: "#7A5388", near: "#27142F" },
  zafaran: { sky: FAMILY_COLORS.zafaran, far: "#B77F2B", near: "#452B08" },
} as const satisfies Record<string, SceneColors>;

export type SceneFamily = keyof typeof SCENE_COLORS;

/** The colour family of each interest. */
export const INTEREST_FAMILIES: Readonly<Record<Interest, SceneFamily>> = {
  music: "lajvard",
  art: "firoozeh",
  sports: "pesteh",
  tech: "sormeh",
  food: "zafaran",
  business: "lajvard",
  education: "bademjan",
  health: "pesteh",
  entertainment: "anar",
  social: "mes",
  outdoor: "pesteh",
  family: "gol",
};

/**
 * Lamps behind windows: paler than saffron, which is the lit star's alone (look.md, principle 1).
 */
export const LAMPLIGHT = "#F2C27A";
export const SNOW = "#FFFFFF";

/** Colours of mails, which cannot use tokens: those of the light scheme. */
export const MAIL_COLORS = {
  paper: PAPER.light,
  surface: "#FFFFFF",
  ink: SHADES.lajvard[9],
  quiet: FAMILY_COLORS.sormeh,
  line: SHADES.sand[2],
  lit: SHADES.zafaran[5],
} as const;

/** The same for dark mail clients. */
export const DARK_MAIL_COLORS = {
  paper: PAPER.dark,
  surface: SHADES.dark[6],
  ink: SHADES.dark[0],
  quiet: SHADES.dark[2],
  line: SHADES.dark[5],
  lit: SHADES.zafaran[5],
} as const;

/** The product's own two colours, until the settings name others (decisions.md §7). */
export const BRAND_COLORS = {
  primary: FAMILY_COLORS.firoozeh,
  secondary: FAMILY_COLORS.zafaran,
} as const;
