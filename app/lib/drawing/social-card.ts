import type { Locale } from "../../i18n/locale";
import { brandTones } from "./brand-colors";
import type { CardForm } from "./card-address";
import { PAPER } from "./cover-palettes";
import { SHADES } from "./palette";
import { drawableText, type Measure, wrapText } from "./wrap-text";

/** Texts of a card for sharing, in one language. */
export interface CardFacts {
  locale: Locale;
  /** A category or kind, or the state of an event that is off. */
  kicker: string;
  state: "scheduled" | "cancelled" | "postponed";
  title: string;
  /** Weekday, day and month, the reader's calendar; null where there is no date. */
  tile: readonly [string, string, string] | null;
  when: string;
  where: string;
  /** The date in the other calendar. */
  other: string;
  /** On stories and posters alone: others keep link cards for weeks. */
  price?: string;
  /** Colour of the category, hex. */
  color: string;
  siteName: string;
}

/** Measures a word at 100 px, in the bold or the plain weight of the cards' font. */
export interface CardMeasure {
  bold: Measure;
  plain: Measure;
}

/** Foot of a poster. */
export interface PosterFoot {
  /** Path of a QR code and its width in modules. */
  qr: { path: string; modules: number };
  title: string;
  address: string;
  organizer: string;
}

interface Layout {
  width: number;
  height: number;
  /** The picture; in right-to-left cards a card has it at the left. */
  picture: { width: number; height: number };
  margin: number;
  top: number;
  kicker: number;
  titles: Record<Locale, readonly number[]>;
  lines: number;
  tile: { small: number; day: number; month: number; width: number };
  when: number;
  where: number;
  other: number;
}

/** Pixels, as `design/mock/card2.html` draws them. */
const LAYOUTS: Record<CardForm, Layout> = {
  card: {
    width: 1200,
    height: 630,
    picture: { width: 408, height: 630 },
    margin: 56,
    top: 46,
    kicker: 32,
    titles: { en: [80, 72, 60, 50], fa: [74, 66, 58, 48] },
    lines: 3,
    tile: { small: 28, day: 104, month: 31, width: 152 },
    when: 54,
    where: 38,
    other: 30,
  },
  story: {
    width: 1080,
    height: 1920,
    picture: { width: 1080, height: 800 },
    margin: 84,
    top: 860,
    kicker: 40,
    titles: { en: [104, 96, 82, 68], fa: [94, 86, 74, 62] },
    lines: 3,
    tile: { small: 38, day: 150, month: 42, width: 230 },
    when: 74,
    where: 46,
    other: 37,
  },
  poster: {
    width: 1240,
    height: 1754,
    picture: { width: 1240, height: 730 },
    margin: 88,
    top: 782,
    kicker: 36,
    titles: { en: [108, 92, 76, 62], fa: [100, 84, 70, 58] },
    lines: 3,
    tile: { small: 34, day: 140, month: 40, width: 210 },
    when: 72,
    where: 40,
    other: 35,
  },
};

const INK = "#141D33";
const INK_SOFT = "#475069";
const LINE = "#E9E0D3";
const WHITE = "#FFFFFF";
const LOGO_INK = SHADES.lajvard[8];
const LEADING: Record<Locale, number> = { en: 1.1, fa: 1.42 };
/** The signs of a poster's foot, px. */
const QR_SIDE = 216;
const FOOT = 330;

/** The mark of the product in a box of 100 × 100 (components/shell/logo.svg). */
const MARK =
  '<path fill="#0E8388" d="M50 46.08L37.71 16.41L50 4.12L62.29 16.41ZM53.92 50L83.59 37.71L95.88 50L83.59 62.29ZM50 53.92L62.29 83.59L50 95.88L37.71 83.59ZM46.08 50L16.41 62.29L4.12 50L16.41 37.71Z"/>' +
  '<path fill="#0A6B72" d="M52.77 52.77L82.44 65.06L82.44 82.44L65.06 82.44ZM47.23 52.77L34.94 82.44L17.56 82.44L17.56 65.06ZM47.23 47.23L17.56 34.94L17.56 17.56L34.94 17.56Z"/>' +
  '<path fill="#E9A23B" d="M52.77 47.23L65.06 17.56L82.44 17.56L82.44 34.94Z"/>';

const escapeXml = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

interface Writing {
  x: number;
  y: number;
  size: number;
  color: string;
  isBold?: boolean;
  /** Which end of the line is at `x`. */
  anchor?: "start" | "middle" | "end";
}

/**
 * A card for sharing as SVG: 1200 × 630, a story of 1080 × 1920, or a poster of A4's shape
 * (pages.md, "Link cards").
 * @param picture SVG of a cover; @param foot of a poster
 */
export function socialCard(
  facts: CardFacts,
  shape: CardForm,
  picture: string,
  measure: CardMeasure,
  foot?: PosterFoot,
): string {
  const layout = LAYOUTS[shape];
  const { locale } = facts;
  const isRtl = locale === "fa";
  const isSide = shape === "card";
  const tone = facts.state === "cancelled" ? INK_SOFT : brandTones(facts.color, "light").text;
  const left = isSide && isRtl ? layout.picture.width + layout.margin - 4 : layout.margin;
  const right =
    isSide && !isRtl
      ? layout.width - layout.picture.width - layout.margin + 4
      : layout.width - layout.margin;
  const room = right - left;
  /** `x` counted from where the language's lines begin. */
  const from = (distance: number) => (isRtl ? right - distance : left + distance);
  const write = (
    text: string,
    { x, y, size, color, isBold = false, anchor = "start" }: Writing,
  ) => {
    // resvg lays lines out from left to right: the isolate gives Persian lines their own direction,
    // and the other end anchors them.
    const side = !isRtl || anchor === "middle" ? anchor : anchor === "start" ? "end" : "start";
    const words = isRtl ? inOwnDirection(drawableText(text)) : drawableText(text);
    return `<text x="${round(x)}" y="${round(y)}" font-size="${round(size)}" font-weight="${isBold ? 800 : 500}" fill="${color}" text-anchor="${side}">${escapeXml(words)}</text>`;
  };
  const parts: string[] = [];

  // Head: what it is, and whose card.
  const headMiddle = layout.top + layout.kicker * 0.66;
  if (facts.state === "scheduled")
    parts.push(
      write(facts.kicker, {
        x: from(0),
        y: headMiddle + layout.kicker * 0.34,
        size: layout.kicker,
        color: tone,
        isBold: true,
      }),
    );
  else {
    const width = (measure.bold(facts.kicker) * layout.kicker) / 100 + layout.kicker * 1.4;
    const height = layout.kicker * 1.75;
    parts.push(
      `<rect x="${round(isRtl ? right - width : left)}" y="${round(headMiddle - height / 2)}" width="${round(width)}" height="${round(height)}" rx="${round(height / 2)}" fill="${facts.state === "cancelled" ? SHADES.anar[6] : SHADES.zafaran[7]}"/>`,
      write(facts.kicker, {
        x: isRtl ? right - width / 2 : left + width / 2,
        y: headMiddle + layout.kicker * 0.34,
        size: layout.kicker,
        color: WHITE,
        isBold: true,
        anchor: "middle",
      }),
    );
  }
  const brand = layout.kicker * 1.12;
  const brandAt = shape === "poster" ? { y: layout.height - 118 } : { y: headMiddle };
  const brandWidth = (measure.bold(drawableText(facts.siteName)) * brand) / 100;
  const markSide = brand * 1.25;
  parts.push(
    write(facts.siteName, {
      x: from(room),
      y: brandAt.y + brand * 0.35,
      size: brand,
      color: LOGO_INK,
      isBold: true,
      anchor: "end",
    }),
    `<g transform="translate(${round(isRtl ? left + brandWidth + brand * 0.25 : right - brandWidth - brand * 0.25 - markSide)} ${round(brandAt.y - markSide / 2)}) scale(${round(markSide / 100, 3)})">${MARK}</g>`,
  );

  // Date and place, at the end of the card or after a story's title.
  const { tile } = layout;
  const tileWidth = facts.tile ? tile.width + tile.small : 0;
  const gap = facts.tile ? tile.small * 1.15 : 0;
  const besides = room - tileWidth - gap;
  const price = isSide ? "" : (facts.price ?? "");
  const where = wrapText(
    drawableText(facts.where),
    measure.plain,
    besides,
    [layout.where, layout.where * 0.86],
    () => 2,
  );
  const leading = isRtl ? 1.45 : 1.25;
  const whenSize = Math.min(
    layout.when,
    (besides * 100) / Math.max(1, lineWidth(facts.when, measure.bold) + 4),
  );
  const textHeight =
    (facts.when ? whenSize * leading : 0) +
    where.lines.length * where.size * leading +
    (price ? layout.where * leading : 0) +
    (facts.other ? layout.other * leading : 0);
  const tileHeight = facts.tile ? tile.small * 1.3 + tile.day * 0.98 + tile.month * 1.35 : 0;
  const factsHeight = Math.max(textHeight, tileHeight);

  // Title: in the middle of what is left.
  const bodyTop = layout.top + layout.kicker * 1.6;
  const bodyEnd = isSide
    ? layout.height - 44
    : shape === "story"
      ? layout.height - 340
      : layout.height - FOOT - 36;
  const title = drawableText(facts.title) || facts.siteName;
  const titleRoom = bodyEnd - factsHeight - bodyTop - (isSide ? 0 : layout.kicker * 2);
  const fitting = (size: number) =>
    Math.min(layout.lines, Math.floor(titleRoom / (size * LEADING[locale])));
  const wrapped = wrapText(title, measure.bold, room, layout.titles[locale], fitting);
  const step = wrapped.size * LEADING[locale];
  const titleHeight = wrapped.lines.length * step;
  const titleTop = isSide ? bodyTop + (titleRoom - titleHeight) / 2 : bodyTop + layout.kicker * 0.6;
  const isCancelled = facts.state === "cancelled";
  for (const [index, line] of wrapped.lines.entries()) {
    const y = titleTop + index * step + step * (isRtl ? 0.68 : 0.78);
    parts.push(
      write(line.text, {
        x: from(0),
        y,
        size: wrapped.size,
        color: isCancelled ? INK_SOFT : INK,
        isBold: true,
      }),
    );
    const struck = isCancelled ? (lineWidth(line.text, measure.bold) * wrapped.size) / 100 : 0;
    if (struck)
      parts.push(
        `<rect x="${round(isRtl ? right - struck : left)}" y="${round(y - wrapped.size * (isRtl ? 0.22 : 0.28))}" width="${round(struck)}" height="${round(wrapped.size * 0.065)}" fill="${INK_SOFT}"/>`,
      );
  }

  const factsTop = isSide
    ? bodyEnd - factsHeight
    : Math.min(titleTop + titleHeight + layout.kicker * 1.4, bodyEnd - factsHeight);
  if (facts.tile) {
    const middle = from(tile.width / 2);
    const [weekday, day, month] = facts.tile;
    const top = factsTop + (factsHeight - tileHeight) / 2;
    const narrowed = (text: string, size: number, word: Measure) =>
      Math.min(size, (tile.width * 100) / Math.max(1, lineWidth(text, word)));
    parts.push(
      write(weekday, {
        x: middle,
        y: top + tile.small,
        size: narrowed(weekday, tile.small, measure.plain),
        color: INK_SOFT,
        anchor: "middle",
      }),
      write(day, {
        x: middle,
        y: top + tile.small * 1.3 + tile.day * 0.82,
        size: narrowed(day, tile.day, measure.bold),
        color: INK,
        isBold: true,
        anchor: "middle",
      }),
      write(month, {
        x: middle,
        y: top + tile.small * 1.3 + tile.day * 0.98 + tile.month * 0.95,
        size: narrowed(month, tile.month, measure.bold),
        color: tone,
        isBold: true,
        anchor: "middle",
      }),
      `<rect x="${round(from(tileWidth) - 1.5)}" y="${round(top)}" width="3" height="${round(tileHeight)}" fill="${LINE}"/>`,
    );
  }
  let y = factsTop + (factsHeight - textHeight) / 2;
  const put = (text: string, size: number, color: string, isBold = false) => {
    parts.push(
      write(text, {
        x: from(tileWidth + gap),
        y: y + size * (isRtl ? 1.02 : 0.95),
        size,
        color,
        isBold,
      }),
    );
    y += size * leading;
  };
  if (facts.when) put(facts.when, whenSize, INK, true);
  for (const line of where.lines) put(line.text, where.size, INK);
  if (price) put(price, layout.where, tone, true);
  if (facts.other) put(facts.other, layout.other, INK_SOFT);

  if (foot)
    parts.push(posterFoot(foot, { left, right, isRtl, measure, write, height: layout.height }));

  const pictureX = isSide && !isRtl ? layout.width - layout.picture.width : 0;
  const faded = isCancelled ? ' filter="url(#grey)" opacity=".75"' : "";
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${layout.width}" height="${layout.height}" viewBox="0 0 ${layout.width} ${layout.height}" font-family="Vazirmatn">` +
    // Its room is said: that of the drawing with what lies beyond its edges may be too large to draw.
    (isCancelled
      ? `<filter id="grey" filterUnits="userSpaceOnUse" x="0" y="0" width="${layout.width}" height="${layout.height}"><feColorMatrix type="saturate" values="0"/></filter>`
      : "") +
    `<rect width="${layout.width}" height="${layout.height}" fill="${PAPER.light}"/>` +
    `<g${faded}>${placed(picture, pictureX, layout.picture)}</g>` +
    `${parts.join("")}</svg>`
  );
}

/** Width : height of the picture of a shape. */
export const cardPictureRatio = (shape: CardForm): number =>
  LAYOUTS[shape].picture.width / LAYOUTS[shape].picture.height;

const round = (value: number, digits = 1) => Number(value.toFixed(digits));

const LATIN = /\p{Script=Latin}/u;
const ARABIC = /\p{Script=Arabic}/u;

/**
 * A line of a Persian card in an isolate: of its own direction where it is in Latin letters alone
 * ("Concrete Resonance: Live"), else from right to left.
 */
function inOwnDirection(text: string): string {
  if (!ARABIC.test(text) && LATIN.test(text)) return `\u2066${text}\u2069`;
  return `\u2067${text}\u2069`;
}

/** Of a whole line at 100 px. */
const lineWidth = (text: string, measure: Measure) => measure(drawableText(text));

/**
 * A cover's own SVG, filling the frame. In a second SVG around it resvg would cut it off where its
 * pattern ends.
 */
const placed = (svg: string, x: number, { width, height }: { width: number; height: number }) =>
  svg.replace("<svg ", `<svg x="${x}" y="0" width="${width}" height="${height}" `);

interface Foot {
  left: number;
  right: number;
  height: number;
  isRtl: boolean;
  measure: CardMeasure;
  write: (text: string, writing: Writing) => string;
}

/** QR code with the address, and who organizes. */
function posterFoot(
  { qr, title, address, organizer }: PosterFoot,
  { left, right, height, isRtl, measure, write }: Foot,
): string {
  const top = height - FOOT + 44;
  const x = isRtl ? right - QR_SIDE : left;
  const module = QR_SIDE / (qr.modules + 6);
  const textX = isRtl ? right - QR_SIDE - 34 : left + QR_SIDE + 34;
  const shrunk = Math.min(31, (31 * 560 * 100) / Math.max(1, measure.plain(address) * 31));
  const brandRoom = 560;
  const by = wrapText(drawableText(organizer), measure.plain, brandRoom, [31, 27], () => 1);
  return (
    `<rect x="${left}" y="${height - FOOT}" width="${right - left}" height="3" fill="${LINE}"/>` +
    `<rect x="${round(x)}" y="${top}" width="${QR_SIDE}" height="${QR_SIDE}" fill="${WHITE}"/>` +
    `<path transform="translate(${round(x + 3 * module, 2)} ${round(top + 3 * module, 2)}) scale(${round(module, 4)})" fill="${INK}" shape-rendering="crispEdges" d="${qr.path}"/>` +
    write(title, { x: textX, y: top + 70, size: 38, color: INK, isBold: true }) +
    // An address reads from left to right in every language.
    `<text x="${round(textX)}" y="${top + 124}" font-size="${round(shrunk)}" font-weight="500" fill="${INK_SOFT}" text-anchor="${isRtl ? "end" : "start"}">${escapeXml(address)}</text>` +
    by.lines
      .map((line) => write(line.text, { x: textX, y: top + 174, size: by.size, color: INK_SOFT }))
      .join("")
  );
}
