import { initWasm, Resvg } from "@resvg/resvg-wasm";
import resvgModule from "@resvg/resvg-wasm/index_bg.wasm";
import type { Deps } from "../../app/lib/deps";
import type { CardMeasure } from "../../app/lib/drawing/social-card";

/** Draws SVG with the cards' font. */
interface SvgRenderer {
  measure: CardMeasure;
  png: (svg: string) => Uint8Array;
  /** The same SVG with its texts as outlines, which looks equal everywhere. */
  outlines: (svg: string) => string;
}

/** Vazirmatn of one weight each: the renderer does not support variable fonts. */
const FONT_FILES = ["/fonts/vazirmatn-500.ttf", "/fonts/vazirmatn-800.ttf"];
/** Widths of words are measured at this size, px. */
const MEASURED_AT = 100;

let renderer: Promise<SvgRenderer> | undefined;

/**
 * The isolate's renderer, created for its first card. @throws Error if a font cannot be read
 */
export function svgRenderer({ shipped }: Pick<Deps, "shipped">): Promise<SvgRenderer> {
  renderer ??= openRenderer(shipped).catch((error: unknown) => {
    renderer = undefined;
    throw error;
  });
  return renderer;
}

let isReady = false;

async function openRenderer(shipped: Deps["shipped"]): Promise<SvgRenderer> {
  const fontBuffers = await Promise.all(FONT_FILES.map((path) => readFont(shipped, path)));
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

const readFont = async (shipped: Deps["shipped"], path: string): Promise<Uint8Array> =>
  new Uint8Array(await (await shipped(path)).arrayBuffer());

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
