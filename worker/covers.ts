import type { Context, Handler } from "hono";
import type { Deps } from "../app/lib/deps";
import { drawCover } from "../app/lib/drawing/cover";
import {
  COVER_FORMS,
  COVER_SHAPES,
  type CoverAddress,
  coverPath,
  readCoverPath,
  readFormerCover,
  SCENE_COVERS,
} from "../app/lib/drawing/cover-address";
import { girih } from "../app/lib/drawing/girih";
import { readMotif } from "../app/lib/drawing/motifs";
import { categoryColor } from "../app/lib/event/categories";
import { listCities } from "../app/modules/cities/queries.server";
import { LANDMARKS } from "../app/modules/cities/skyline/city-landmarks";
import { cityScape } from "../app/modules/cities/skyline/city-scape";
import type { AppEnv } from "./context";

const HEADERS = {
  "Content-Type": "image/svg+xml; charset=utf-8",
  // A cover is a pure function of its URL.
  "Cache-Control": "public, max-age=31536000, immutable",
};

const parse = (c: Context<AppEnv>) => readCoverPath(new URL(c.req.url).pathname);

/** Equal for all addresses of the same cover. */
export function coverKey(c: Context<AppEnv>): string | null {
  const cover = parse(c);
  return cover && `cover ${coverPath(cover)}`;
}

async function draw(cover: CoverAddress, shipped: Deps["shipped"]): Promise<string> {
  if (cover.kind === "motif")
    return drawCover(cover, await readMotif(shipped, cover.motif), COVER_SHAPES[cover.shape]);
  if (cover.kind === "city") return cityScape(cover.slug, cover.ratio);
  if (cover.kind === "scene") {
    const { seed, color, options } = SCENE_COVERS[cover.name];
    return girih(seed, color, options);
  }
  const { category, number, form } = cover;
  return girih(`${category}-${number}`, categoryColor(category ?? undefined), COVER_FORMS[form]);
}

/**
 * `/covers/…`: a closed set of drawings (docs/decisions/covers.md). An address of before leads to
 * one of them; a city that is not shipped has one while it is listed.
 */
export const covers: Handler<AppEnv> = async (c) => {
  const cover = parse(c);
  if (!cover) {
    const former = readFormerCover(new URL(c.req.url));
    if (former) return c.redirect(coverPath(former), 308);
  }
  const isThere =
    cover?.kind !== "city" ||
    Object.hasOwn(LANDMARKS, cover.slug) ||
    (await listCities(c.get("info").deps)).some(({ slug }) => slug === cover.slug);
  if (!cover || !isThere) return c.text("Not Found", 404, { "Cache-Control": "no-store" });
  return c.body(await draw(cover, c.get("info").deps.shipped), 200, HEADERS);
};
