import { CATEGORY_HEXES } from "./palette";
import { girih } from "./girih";

/** A city's picture: a girih sky, drawn from its slug. */
export function cityScape(slug: string): string {
  const color = CATEGORY_HEXES[[...slug].reduce((sum, character) => sum + character.charCodeAt(0), 0) % CATEGORY_HEXES.length] ?? "#2C4B86";
  return girih(slug, color, { ratio: 0.8 });
}
