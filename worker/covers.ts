import type { Handler } from "hono";
import { cityScape } from "../app/lib/city-scape";
import { girih } from "../app/lib/girih";
import type { AppEnv } from "./context";

const FINISHES = ["glaze", "field", "paper", "night"] as const;
const HEADERS = {
  "Content-Type": "image/svg+xml; charset=utf-8",
  // A cover is a pure function of its URL.
  "Cache-Control": "public, max-age=31536000, immutable",
};

/** `/covers/{hex}/{seed}.svg?ratio=&finish=&quiet=&fine=` and `/covers/city/{slug}.svg?ratio=`. */
export const covers: Handler<AppEnv> = (c) => {
  const url = new URL(c.req.url);
  const match = /^\/covers\/(city|[0-9A-Fa-f]{6})\/([^/]{1,120})\.svg$/.exec(url.pathname);
  if (!match) return c.text("Not Found", 404);
  const [, kind = "", encoded = ""] = match;
  let seed: string;
  try {
    seed = decodeURIComponent(encoded);
  } catch {
    return c.text("Not Found", 404);
  }
  const asked = url.searchParams.get("ratio");
  if (kind === "city") return c.body(cityScape(seed, Number(asked) || undefined), 200, HEADERS);
  const ratio = Number(asked ?? 4 / 3);
  const svg = girih(seed, `#${kind}`, {
    ratio: ratio >= 0.4 && ratio <= 4 ? ratio : undefined,
    finish: FINISHES.find((finish) => finish === url.searchParams.get("finish")),
    quiet: url.searchParams.has("quiet"),
    fine: url.searchParams.has("fine"),
  });
  return c.body(svg, 200, HEADERS);
};
