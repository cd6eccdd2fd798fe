import type { Handler } from "hono";
import { CATEGORY_COVERS } from "../app/lib/drawing/category-covers";
import { cityScape } from "../app/lib/drawing/city-scape";
import { girih } from "../app/lib/drawing/girih";
import type { AppEnv } from "./context";

const FINISHES = ["glaze", "field", "paper", "night"] as const;
const HEADERS = {
  "Content-Type": "image/svg+xml; charset=utf-8",
  // A cover is a pure function of its URL.
  "Cache-Control": "public, max-age=31536000, immutable",
};

/** A parsed cover address. */
type Cover =
  | { kind: "city"; slug: string; ratio?: number }
  | {
      kind: "girih";
      seed: string;
      color: string;
      options: NonNullable<Parameters<typeof girih>[2]>;
    };

/**
 * `/covers/{hex}/{seed}.svg?ratio=&finish=&quiet=&fine=&thumb=&category=` and
 * `/covers/city/{slug}.svg?ratio=`; null for anything else.
 */
function parseCover(address: string): Cover | null {
  const url = new URL(address);
  const match = /^\/covers\/(city|[0-9A-Fa-f]{6})\/([^/]{1,120})\.svg$/.exec(url.pathname);
  if (!match) return null;
  const [, kind = "", encoded = ""] = match;
  let seed: string;
  try {
    seed = decodeURIComponent(encoded);
  } catch {
    return null;
  }
  const asked = url.searchParams.get("ratio");
  if (kind === "city") return { kind: "city", slug: seed, ratio: Number(asked) || undefined };
  const ratio = Number(asked ?? 4 / 3);
  const ofCategory = CATEGORY_COVERS[url.searchParams.get("category") ?? ""];
  return {
    kind: "girih",
    seed,
    color: `#${kind}`,
    options: {
      ratio: ratio >= 0.4 && ratio <= 4 ? ratio : undefined,
      finish:
        FINISHES.find((finish) => finish === url.searchParams.get("finish")) ?? ofCategory?.finish,
      quiet: url.searchParams.has("quiet"),
      fine: url.searchParams.has("fine"),
      thumb: url.searchParams.has("thumb"),
      fold: ofCategory?.fold,
      glyph: ofCategory?.glyph,
    },
  };
}

/** Equal for all addresses of the same cover. */
export function coverKey(address: string): string | null {
  const cover = parseCover(address);
  return cover && `cover ${JSON.stringify(cover)}`;
}

export const covers: Handler<AppEnv> = (c) => {
  const cover = parseCover(c.req.url);
  if (!cover) return c.text("Not Found", 404);
  const svg =
    cover.kind === "city"
      ? cityScape(cover.slug, cover.ratio)
      : girih(cover.seed, cover.color, cover.options);
  return c.body(svg, 200, HEADERS);
};
