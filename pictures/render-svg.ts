import { initWasm, Resvg } from "@resvg/resvg-wasm";
import resvgModule from "@resvg/resvg-wasm/index_bg.wasm";
import type { CardMeasure } from "../app/lib/drawing/social-card";
// Vazirmatn of one weight each: the renderer does not support variable fonts.
import plainFont from "./fonts/vazirmatn-500.ttf?bytes";
import boldFont from "./fonts/vazirmatn-800.ttf?bytes";
import type { Pixels } from "./picture-codec";

/** Draws SVG with the cards' font. */
interface SvgRenderer {
  measure: CardMeasure;
  png: (svg: string) => Uint8Array;
  pixels: (svg: string) => Pixels;
  /** The same SVG with its texts as outlines, which looks equal everywhere. */
  outlines: (svg: string) => string;
}

/** Widths of words are measured at this size, px. */
const MEASURED_AT = 100;

let renderer: Promise<SvgRenderer> | undefined;

/**
 * The isolate's renderer, created for its first card. @throws Error if it does not start
 */
export function svgRenderer(): Promise<SvgRenderer> {
  renderer ??= openRenderer().catch((error: unknown) => {
    renderer = undefined;
    throw error;
  });
  return renderer;
}

let isReady = false;

async function openRenderer(): Promise<SvgRenderer> {
  const fontBuffers = [plainFont, boldFont].map((font) => new Uint8Array(font));
  if (!isReady) await initWasm(resvgModule);
  isReady = true;
  const font = { fontBuffers, defaultFontFamily: "Vazirmatn" };
  const measureAt = (weight: 500 | 800) => {
    const known = new Map<string, number>();
    return (word: string) => {
      const width = known.get(word) ?? measureWord(word, weight, font);
      if (known.size < MOST_WORDS) known.set(word, width);
      return width;
    };
  };
  return {
    measure: { bold: measureAt(800), plain: measureAt(500) },
    png: (svg) => {
      const drawn = new Resvg(svg, { font });
      const image = drawn.render();
      const bytes = image.asPng();
      image.free();
      drawn.free();
      return bytes;
    },
    pixels: (svg) => {
      const drawn = new Resvg(svg, { font });
      const image = drawn.render();
      // The picture lies in the renderer's memory.
      const pixels = { pixels: image.pixels.slice(), width: image.width, height: image.height };
      image.free();
      drawn.free();
      return pixels;
    },
    outlines: (svg) => {
      const drawn = new Resvg(svg, { font });
      const text = drawn.toString();
      drawn.free();
      return text;
    },
  };
}

/** Widths that are kept an isolate. */
const MOST_WORDS = 2_000;

function measureWord(
  word: string,
  weight: number,
  font: { fontBuffers: Uint8Array[]; defaultFontFamily: string },
): number {
  const text = word.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const drawn = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="9999" height="200"><text x="0" y="150" font-family="Vazirmatn" font-weight="${weight}" font-size="${MEASURED_AT}">${text}</text></svg>`,
    { font },
  );
  const box = drawn.getBBox();
  drawn.free();
  return box?.width ?? 0;
}
