import { findCategory } from "../event/categories";
import type { Interest } from "../pages/preference-choices";
import { paths } from "../paths";
import { type CoverEvent, type CoverLook, compositionsOf, coverLook } from "./cover";
import { COVER_PALETTES, type PaletteName } from "./cover-palettes";
import { type GirihOptions, hashSeed } from "./girih";
import { MOTIFS } from "./motifs";
import { FAMILY_COLORS, INTEREST_FAMILIES, SCENE_COLORS } from "./palette";

/** Girihs of a category; an event whose words and category name no motif has one by its id. */
export const COVERS_OF_CATEGORY = 256;

/** The forms of an event's cover: width : height, and for what it is drawn. */
export const COVER_FORMS = {
  card: {},
  /** Drawn large: lines keep their width. */
  lead: { fine: true },
  /** A list's row: the star alone. */
  detail: { thumb: true },
  thumb: { ratio: 1, thumb: true },
  square: { ratio: 1 },
  hero: { ratio: 1.5, fine: true },
  wide: { ratio: 16 / 9 },
  film: { ratio: 1.78, fine: true },
  band: { ratio: 2.6, fine: true },
} as const satisfies Record<string, GirihOptions>;
export type CoverForm = keyof typeof COVER_FORMS;

/** The shapes in which covers with a motif are drawn: width : height. */
export const COVER_SHAPES = { card: 4 / 3, square: 1, wide: 16 / 9, band: 2.6 } as const;
export type CoverShape = keyof typeof COVER_SHAPES;

const SHAPE_OF_FORM: Readonly<Record<CoverForm, CoverShape>> = {
  card: "card",
  lead: "card",
  detail: "card",
  thumb: "square",
  square: "square",
  hero: "card",
  wide: "wide",
  film: "wide",
  band: "band",
};

interface SceneCover {
  seed: string;
  color: string;
  options: GirihOptions;
}

const arch = (
  seed: string,
  family: keyof typeof FAMILY_COLORS,
  finish: GirihOptions["finish"],
): SceneCover => ({ seed, color: FAMILY_COLORS[family], options: { finish } });

const picks = Object.fromEntries(
  Object.entries(INTEREST_FAMILIES).map(([interest, family]) => [
    `pick-${interest}`,
    {
      seed: `pick-${interest}-3`,
      color: SCENE_COLORS[family].sky,
      options: { ratio: 1.5, quiet: true, finish: "glaze" },
    },
  ]),
) as unknown as Record<`pick-${Interest}`, SceneCover>;

/** Covers of our own pages, each chosen by eye. */
export const SCENE_COVERS = {
  // The seven arches of the home page: the star fits the arch, and neighbours differ.
  "arch-1": arch("arc-94", "lajvard", "night"),
  "arch-2": arch("arc-47", "firoozeh", "glaze"),
  "arch-3": arch("arc-132", "anar", "glaze"),
  "arch-4": arch("arc-106", "zafaran", "field"),
  "arch-5": arch("arc-18", "bademjan", "glaze"),
  "arch-6": arch("arc-75", "lajvard", "field"),
  "arch-7": arch("arc-26", "mes", "glaze"),
  band: {
    seed: "band-30",
    color: FAMILY_COLORS.lajvard,
    options: { ratio: 1.8, finish: "night", fine: true },
  },
  night: {
    seed: "gate-426",
    color: SCENE_COLORS.lajvard.sky,
    options: { ratio: 0.86, quiet: true, fine: true, finish: "night" },
  },
  gate: {
    seed: "gate-272",
    color: SCENE_COLORS.firoozeh.sky,
    options: { ratio: 0.8, fine: true, finish: "glaze" },
  },
  welcome: {
    seed: "gate-272",
    color: SCENE_COLORS.firoozeh.sky,
    options: { ratio: 0.8, finish: "glaze" },
  },
  done: {
    seed: "done-11",
    color: SCENE_COLORS.anar.sky,
    options: { ratio: 0.8, finish: "glaze" },
  },
  ...picks,
} as const satisfies Record<string, SceneCover>;
export type SceneName = keyof typeof SCENE_COVERS;

/** Shapes of a city's picture: upright, of a card, of the city's page. */
export const CITY_COVER_RATIOS = [0.8, 2, 2.4] as const;
export type CityCoverRatio = (typeof CITY_COVER_RATIOS)[number];

/** A cover by the parts of its address. */
export type CoverAddress =
  | ({ kind: "motif"; shape: CoverShape } & CoverLook)
  | { kind: "girih"; category: string | null; number: number; form: CoverForm }
  | { kind: "scene"; name: SceneName }
  | { kind: "city"; slug: string; ratio: CityCoverRatio };

/** The number of an event's girih among those of its category. */
export const coverNumber = (id: string): number => hashSeed(id) % COVERS_OF_CATEGORY;

/** The path of a cover; everything that it is drawn from is in it. */
export function coverPath(address: CoverAddress): string {
  if (address.kind === "scene") return paths.sceneCover(address.name);
  if (address.kind === "city") return paths.cityCover(address.slug, address.ratio);
  if (address.kind === "motif") return paths.motifCover(address, address.shape);
  return paths.girihCover(address.number, address.form, address.category);
}

/** The cover of an event in a form: the same wherever the event is shown. */
export function eventCover(event: CoverEvent, form: CoverForm = "card"): CoverAddress {
  const look = coverLook(event);
  return look ? { kind: "motif", shape: SHAPE_OF_FORM[form], ...look } : girihOf(event, form);
}

/** A girih in the colours of the first category. */
export function girihOf(
  { id, categories: [first] }: Pick<CoverEvent, "id" | "categories">,
  form: CoverForm,
): Extract<CoverAddress, { kind: "girih" }> {
  const category = (first !== undefined && findCategory(first)?.slug) || null;
  return { kind: "girih", category, number: coverNumber(id), form };
}

const ADDRESS = /^\/covers\/([a-z-]{1,40})\/([a-z0-9_-]{1,90})\.svg$/;
const OF_CITY = /^([a-z0-9-]+)(?:_(\d+))?$/;
const OF_MOTIF = /^([a-z]+)-([a-z]+)-(0|[1-9]\d?)(?:-([a-z]+))?$/;
const OF_GIRIH = /^(0|[1-9]\d{0,2})(?:-([a-z]+))?$/;

const isSlug = (text: string) => findCategory(text)?.slug === text;

/** The parts of a path; null for any that `coverPath` does not write. */
export function readCoverPath(path: string): CoverAddress | null {
  const [, folder = "", file = ""] = ADDRESS.exec(path) ?? [];
  if (folder === "scene")
    return Object.hasOwn(SCENE_COVERS, file) ? { kind: "scene", name: file as SceneName } : null;
  if (folder === "city") {
    const [, slug, tenths = "8"] = OF_CITY.exec(file) ?? [];
    const ratio = CITY_COVER_RATIOS.find((one) => String(one * 10) === tenths);
    const address = slug && ratio ? ({ kind: "city", slug, ratio } as const) : null;
    return address && coverPath(address) === path ? address : null;
  }
  if (folder === "motif") return readMotifAddress(file);
  const [, digits, form = "card"] = OF_GIRIH.exec(file) ?? [];
  const isOfCategory = folder === "any" || isSlug(folder);
  const address = {
    kind: "girih",
    category: folder === "any" ? null : folder,
    number: Number(digits),
    form: form as CoverForm,
  } as const;
  return digits !== undefined &&
    isOfCategory &&
    Object.hasOwn(COVER_FORMS, form) &&
    address.number < COVERS_OF_CATEGORY &&
    coverPath(address) === path
    ? address
    : null;
}

function readMotifAddress(file: string): CoverAddress | null {
  const [, motif = "", palette = "", digits, shape = "card"] = OF_MOTIF.exec(file) ?? [];
  const known = MOTIFS.get(motif);
  const address = {
    kind: "motif",
    motif,
    palette: palette as PaletteName,
    composition: Number(digits),
    shape: shape as CoverShape,
  } as const;
  return known &&
    Object.hasOwn(COVER_PALETTES, palette) &&
    Object.hasOwn(COVER_SHAPES, shape) &&
    address.composition < compositionsOf(known) &&
    coverPath(address).endsWith(`/${file}.svg`)
    ? address
    : null;
}

/** Addresses of before: any colour and seed, with the shape in the query. */
const FORMER = /^\/covers\/[0-9A-Fa-f]{6}\/([^/]{1,120})\.svg$/;

/**
 * The cover that an address of before leads to, since mails, feeds and clients keep them; null for
 * any other address.
 */
export function readFormerCover({ pathname, searchParams }: URL): CoverAddress | null {
  const [, seed] = FORMER.exec(pathname) ?? [];
  if (seed === undefined) return null;
  const ratio = Number(searchParams.get("ratio"));
  const category = searchParams.get("category") ?? "";
  const isThumb = searchParams.has("thumb");
  const form =
    ratio === 1 ? (isThumb ? "thumb" : "square") : isThumb ? "detail" : ratio > 2 ? "band" : "card";
  return {
    kind: "girih",
    category: isSlug(category) ? category : null,
    number: coverNumber(seed),
    form,
  };
}
