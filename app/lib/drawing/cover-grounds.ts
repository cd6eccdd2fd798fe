import type { CoverColors } from "./cover-palettes";
import { girih } from "./girih";

/** What stands behind an object. */
export type CoverGround = "niche" | "rays" | "dusk" | "girih" | "disc" | "table" | "rings";

/**
 * Grounds reach beyond the 400 × 300 of a card, so that a wide or a tall frame shows more of them
 * and not a larger object.
 */
const LEFT = -300;
const TOP = -120;
const WIDTH = 1_000;
const HEIGHT = 540;
const BOTTOM = TOP + HEIGHT;

const fill = (color: string) =>
  `<path d="M${LEFT} ${TOP}h${WIDTH}v${HEIGHT}H${LEFT}z" fill="${color}"/>`;
const circle = (x: number, y: number, r: number, attributes: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" ${attributes}/>`;
const repeat = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join("");

/** The pointed arch of the house, its foot below every frame. */
const niche = (half: number, top: number) =>
  `M${200 - half} ${BOTTOM}V${top + 122}C${200 - half} ${top + 64} ${200 - half * 0.48} ${top + 35} 200 ${top}C${200 + half * 0.48} ${top + 35} ${200 + half} ${top + 64} ${200 + half} ${top + 122}V${BOTTOM}z`;

const ray = (index: number) => {
  const [x1, y1, x2, y2] = [0, Math.PI / 12].flatMap((more) => {
    const angle = (index * Math.PI) / 6 + more;
    return [Math.round(200 + 560 * Math.cos(angle)), Math.round(150 + 560 * Math.sin(angle))];
  });
  return `M200 150L${x1} ${y1}L${x2} ${y2}z`;
};

const wave = (y: number) =>
  `M${LEFT} ${y}Q-175 ${y - 16} -50 ${y}T200 ${y} 450 ${y} 700 ${y}V${BOTTOM}H${LEFT}z`;

/** A girih that keeps to the colour of the ground. @param seed which of them */
function girihGround({ ground, form }: CoverColors, seed: string): string {
  // Of two colours as hex, the darker is the lesser.
  const isLight = form < ground;
  const drawn = girih(seed, ground, {
    ratio: WIDTH / HEIGHT,
    quiet: true,
    flat: true,
    finish: isLight ? "paper" : "glaze",
  });
  return `${fill(ground)}<svg x="${LEFT}" y="${TOP}" width="${WIDTH}" height="${HEIGHT}" opacity=".45" ${drawn.slice(5)}`;
}

/** Draws a ground. @param seed of its pattern, where it has one */
export const GROUNDS: Readonly<Record<CoverGround, (colors: CoverColors, seed: string) => string>> =
  {
    niche: ({ ground, deep, line }) =>
      `${fill(ground)}<path d="${niche(134, 18)}" fill="${deep}"/><path d="${niche(143, 6)}" fill="none" stroke="${line}" stroke-width="1.4" opacity=".75"/>`,
    rays: ({ ground, deep }) =>
      `${fill(ground)}<path d="${repeat(12, ray)}" fill="${deep}" opacity=".34"/>`,
    dusk: ({ ground, deep, middle }) =>
      fill(deep) +
      [0.4, 0.6, 0.85]
        .map(
          (opacity, index) =>
            `<path d="${wave(90 + index * 52)}" fill="${ground}" opacity="${opacity}"/>`,
        )
        .join("") +
      `<path d="${wave(246)}" fill="${middle}" opacity=".5"/>`,
    girih: girihGround,
    disc: ({ ground, deep, middle }) =>
      fill(ground) +
      circle(200, 158, 128, `fill="${middle}" opacity=".5"`) +
      circle(200, 158, 96, `fill="${deep}" opacity=".28"`),
    table: ({ ground, deep, line }) =>
      `${fill(ground)}<path d="M${LEFT} 232h${WIDTH}V${BOTTOM}H${LEFT}z" fill="${deep}"/><path d="M${LEFT} 232h${WIDTH}" stroke="${line}" stroke-width="1.4" opacity=".6"/>`,
    rings: ({ ground, line }) =>
      fill(ground) +
      repeat(7, (index) =>
        circle(
          200,
          160,
          60 + index * 36,
          `fill="none" stroke="${line}" stroke-width="1.2" opacity=".${Math.max(1, 6 - index)}"`,
        ),
      ),
  };
