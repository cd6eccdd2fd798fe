import { girih, hashSeed } from "../../../lib/drawing/girih";
import { LAMPLIGHT, SCENE_COLORS, SNOW } from "../../../lib/drawing/palette";
import { LANDMARKS } from "./city-landmarks";
import { GROUND } from "./city-shapes";
import { skylineOf } from "./city-skylines";

const HEIGHT = 300;
const SHEET = { width: 320, height: 200 };
/** The mirror images reach so far. */
const WIDEST = 3;

const layer = (data: string | undefined, fill: string, more = "") =>
  data ? `<path d="${data}" fill="${fill}"${more}/>` : "";

/**
 * A city's picture (look.md): a girih sky, the city's landmark, the lit star as its moon. Pure: the
 * same for a slug; safe to crop at both sides and, down to a square, above and below.
 * @param ratio width : height; 0.8 up to 3. Wide pictures show more sky and land, not a larger
 * landmark
 */
export function cityScape(slug: string, ratio = 0.8): string {
  const known = Object.hasOwn(LANDMARKS, slug) ? LANDMARKS[slug] : undefined;
  const scene = known ?? skylineOf(slug);
  const { sky, far, near } = SCENE_COLORS[scene.family];
  const width = Math.round(HEIGHT * Math.min(WIDEST, Math.max(0.8, ratio)));
  const scale = width > HEIGHT ? 1 : 0.8;
  const side = Math.round((width / scale - SHEET.width) / 2);
  const wide = side > 0;
  const [moonX, moonY] = scene.moon;
  // The star keeps its distance from the landmark at any width.
  const focus = [0.5 + (moonX - 0.5) * ((SHEET.width * 0.8) / width), moonY] as const;
  const id = `c${hashSeed(slug).toString(36)}`;

  const goingOn = layer(scene.land, far) + layer(scene.snow, SNOW, ' fill-opacity=".8"');
  const nearby = layer(scene.near, near) + layer(scene.light, LAMPLIGHT);
  const mirrored = (part: string, name: string) =>
    part && wide
      ? `<g id="${id}${name}">${part}</g><use href="#${id}${name}" transform="scale(-1 1)"/><use href="#${id}${name}" transform="matrix(-1 0 0 1 640 0)"/>`
      : part;
  const edge = Math.max(side, 0) + 1;
  const ground = `<path d="M${-edge} ${GROUND - 0.5}h${SHEET.width + 2 * edge}V201H${-edge}z" fill="${scene.water ? far : near}"/>`;
  const shine = scene.water
    ? layer("M34 189h252v1.5H34zM78 194h164v1.5H78z", LAMPLIGHT, ' fill-opacity=".5"')
    : "";

  const land =
    mirrored(goingOn, "l") +
    layer(scene.far, far) +
    ground +
    (scene.endless ? mirrored(nearby, "n") : nearby) +
    shine;
  return girih(scene.sky ? `city-${slug}-${scene.sky}` : `city-${slug}`, sky, {
    ratio: width / HEIGHT,
    finish: "glaze",
    focus,
  }).replace(
    /<\/svg>$/,
    `<g transform="scale(${scale})translate(${side} ${HEIGHT / scale - SHEET.height})">${land}</g></svg>`,
  );
}
