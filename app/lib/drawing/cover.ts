import { type Category, findCategory } from "../event/categories";
import { GROUNDS } from "./cover-grounds";
import {
  COVER_PALETTES,
  type CoverColors,
  FAMILY_PALETTES,
  type PaletteName,
} from "./cover-palettes";
import { hashSeed } from "./girih";
import { MOTIFS, type Motif, motifOfWords, motifsOfCategory, type Stand } from "./motifs";

/** What the cover of an event is drawn from. */
export interface CoverEvent {
  id: string;
  titleEn: string;
  titleFa: string | null;
  tags: readonly string[];
  /** The first decides the colours. */
  categories: readonly string[];
}

/** The parts of a cover with a motif: with its shape they are its address. */
export interface CoverLook {
  motif: string;
  palette: PaletteName;
  /** Counts the arrangements of the motif (`arrangements`). */
  composition: number;
}

/** Where a motif stands: from the middle to the right and down, how large, turned by degrees. */
type Place = readonly [x: number, y: number, scale: number, turn: number];

const PLACES: Readonly<Record<Exclude<Stand, "scene">, readonly Place[]>> = {
  object: [
    [0, 6, 1, 0],
    [0, 0, 1.12, 0],
    [-34, 10, 1.05, -5],
    [36, 4, 0.96, 6],
  ],
  lean: [
    [-30, -22, 1.02, 34],
    [34, -18, 1.04, -32],
    [-54, -26, 1.22, 46],
    [16, -28, 0.96, -16],
  ],
  close: [
    [70, 40, 1.5, 8],
    [-64, 30, 1.4, -10],
    [0, 0, 1, 0],
    [0, 84, 1.36, 0],
  ],
};
/** The same in a square, where a motif stands in the middle. */
const SQUARE_PLACES: typeof PLACES = {
  object: [
    [0, 6, 1, 0],
    [0, 2, 1.08, 0],
    [-8, 8, 1.03, -5],
    [8, 6, 0.97, 6],
  ],
  lean: [
    [38, -48, 1.04, 36],
    [-38, -48, 1.04, -36],
    [30, -44, 1.12, 44],
    [16, -34, 0.96, 16],
  ],
  close: [
    [42, 34, 1.3, 8],
    [-40, 26, 1.25, -10],
    [0, 0, 1, 0],
    [0, 60, 1.2, 0],
  ],
};
/** In a frame that is wider than a card, long motifs lie lower. */
const WIDE_PLACES: typeof PLACES = {
  ...PLACES,
  lean: [
    [-36, -6, 1.2, 62],
    [36, -6, 1.2, -62],
    [-60, 2, 1.36, 68],
    [30, -4, 1.14, -56],
  ],
};
/** A scene as it is, mirrored, and closer. */
const SCENE_PLACES: readonly Place[] = [
  [0, 0, 1, 0],
  [0, 0, -1, 0],
  [-14, -8, 1.16, 0],
  [14, -8, -1.16, 0],
];

/** Width : height from which a frame is wide, and up to which it is a square. */
const WIDE = 1.6;
const SQUARE = 1.2;

/** How many compositions a motif has. */
export const compositionsOf = ({ stand, grounds }: Motif): number =>
  stand === "scene" ? SCENE_PLACES.length : grounds.length * PLACES[stand].length;

/**
 * Chosen so that no two neighbours in the lists of the seed look alike (cover.test.ts); changing it
 * changes all covers.
 */
const SALT = "80";

/** A number below `count` for an event. @param part of the look that it decides */
const roll = (id: string, part: string, count: number): number =>
  hashSeed(`${SALT}${part}${id}`) % count;

const paletteOf = (id: string, category: Category | undefined): PaletteName => {
  const palettes = category
    ? FAMILY_PALETTES[category.family]
    : (Object.keys(COVER_PALETTES) as PaletteName[]);
  return palettes[roll(id, "palette", palettes.length)] as PaletteName;
};

/**
 * The look of an event's cover, always the same for the same event: the motif from its words, else
 * from its category; colours and composition from category and id. Null where neither names a
 * motif: such events have a girih.
 */
export function coverLook({
  id,
  titleEn,
  titleFa,
  tags,
  categories,
}: CoverEvent): CoverLook | null {
  const category = categories[0] === undefined ? undefined : findCategory(categories[0]);
  const ofCategory = category ? motifsOfCategory(category.slug) : [];
  const motif =
    motifOfWords(`${titleEn}\n${titleFa ?? ""}`, tags.join("\n")) ||
    ofCategory[roll(id, "motif", Math.max(1, ofCategory.length))];
  const known = motif === undefined ? undefined : MOTIFS.get(motif);
  if (motif === undefined || !known) return null;
  return {
    motif,
    palette: paletteOf(id, category),
    composition: roll(id, "composition", compositionsOf(known)),
  };
}

const ROLES = /"(ground|deep|form|middle|line|lit)"/g;

/** The drawing of a motif without its frame, in the colours of a palette. */
const painted = (art: string, colors: CoverColors): string =>
  art
    .replace(/^<svg[^>]*>|<\/svg>\s*$/g, "")
    .replaceAll("\n", "")
    .replace(ROLES, (_, role: keyof CoverColors) => `"${colors[role]}"`);

const placed = ([x, y, scale, turn]: Place, inner: string): string =>
  `<g transform="translate(${200 + x} ${150 + y})${turn ? ` rotate(${turn})` : ""} scale(${scale}${scale < 0 ? ` ${-scale}` : ""})">${inner}</g>`;

const rounded = (value: number) => String(Math.round(value * 10) / 10);

/**
 * A cover as SVG. @param art the file of its motif; @param ratio width : height of the frame
 */
export function drawCover(
  { motif, palette, composition }: CoverLook,
  art: string,
  ratio: number,
): string {
  const known = MOTIFS.get(motif);
  if (!known) throw new Error(`No motif ${motif}`);
  const colors = COVER_PALETTES[palette];
  const figure = painted(art, colors);
  const { stand, grounds } = known;
  const frame = (width: number, height: number, inner: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${rounded(200 - width / 2)} ${rounded(150 - height / 2)} ${rounded(width)} ${rounded(height)}" preserveAspectRatio="xMidYMid slice" aria-hidden="true">${inner}</svg>`;
  if (stand === "scene") {
    const place = SCENE_PLACES[composition] as Place;
    const scene = placed(place, `<g transform="translate(-200 -150)">${figure}</g>`);
    return ratio > 4 / 3 ? frame(400, 400 / ratio, scene) : frame(300 * ratio, 300, scene);
  }
  const places = (ratio > WIDE ? WIDE_PLACES : ratio < SQUARE ? SQUARE_PLACES : PLACES)[stand];
  const place = places[composition % places.length] as Place;
  const ground = grounds[Math.floor(composition / places.length)] as (typeof grounds)[number];
  const picture = GROUNDS[ground](colors, `${motif} ${composition}`) + placed(place, figure);
  return ratio < 1 ? frame(300, 300 / ratio, picture) : frame(300 * ratio, 300, picture);
}
