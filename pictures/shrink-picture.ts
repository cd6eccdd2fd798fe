import type { Picture, PictureCopies, PictureShrinker } from "../app/lib/media-deps";
import type { CopyFormat } from "../app/lib/pages/picture-copies";
import { describeError, log } from "../app/lib/runtime/log";
import { averagePixels } from "./average-pixels";
import { createEncoder, DECODED, decodePicture, type Pixels } from "./picture-codec";

/**
 * Limit of decoded pixels: decoder, scaler and encoder together take some 16 bytes a pixel of an
 * isolate's 128 MB.
 */
const CODEC_PIXELS = 4_000_000;
const QUALITY = { jpeg: 82, webp: 78, avif: 60 } as const;

/** Shrinks by the Images binding where the deployment has one, else by codecs in WebAssembly. */
export function createPictureShrinker(images: ImagesBinding | undefined): PictureShrinker {
  return {
    async shrink(picture, side) {
      const size = scaled(picture, side / Math.max(picture.width, picture.height));
      const format = picture.contentType === "image/jpeg" ? "jpeg" : "webp";
      return (
        (images && (await ofBinding(() => byBinding(images, picture, size, format)))) ??
        ofCodec(() => byCodec(picture, size))
      );
    },
    async copies(picture, widths, isTurned) {
      // The binding would need each turn and mirroring; such pictures are few.
      const byImages =
        images && !isTurned && (await ofBinding(() => copiesByBinding(images, picture, widths)));
      return byImages || ofCodec(() => copiesByCodec(picture, widths));
    },
  };
}

type Size = Pick<Picture, "width" | "height">;

const scaled = ({ width, height }: Size, factor: number): Size => ({
  width: Math.max(1, Math.round(width * factor)),
  height: Math.max(1, Math.round(height * factor)),
});

/**
 * Null when the service is missing in this account, its allowance is used up, or it cannot read the
 * picture: the codec may.
 */
const ofBinding = <T>(make: () => Promise<T>): Promise<T | null> =>
  make().catch((error: unknown) => {
    log("warn", "picture.binding-failed", describeError(error));
    return null;
  });

const ofCodec = <T>(make: () => Promise<T | null>): Promise<T | null> =>
  make().catch((error: unknown) => {
    log("warn", "picture.not-decoded", describeError(error));
    return null;
  });

async function byBinding(
  images: ImagesBinding,
  { bytes }: Picture,
  size: Size,
  format: CopyFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  const result = await images
    .input(new Blob([bytes]).stream())
    .transform({ ...size, fit: "scale-down" })
    .output({ format: `image/${format}`, quality: QUALITY[format] });
  return new Uint8Array(await new Response(result.image()).arrayBuffer());
}

async function copiesByBinding(
  images: ImagesBinding,
  picture: Picture,
  widths: readonly number[],
): Promise<PictureCopies | null> {
  const make = (format: CopyFormat) =>
    Promise.all(
      widths.map(async (width) => ({
        width,
        format,
        bytes: await byBinding(images, picture, scaled(picture, width / picture.width), format),
      })),
    );
  const [avif, webp] = await Promise.all([make("avif"), make("webp")]);
  const smallest = webp[0] && (await decodePicture(webp[0].bytes, "image/webp", false));
  if (!smallest) return null;
  const { isOpaque, colours } = coloursOf(smallest);
  // Past its limits the service answers AVIF with another format.
  const isAvif = avif.every(({ bytes }) => String.fromCharCode(...bytes.subarray(4, 8)) === "ftyp");
  return {
    files: [...(isAvif ? avif : []), ...webp, ...(isOpaque ? await make("jpeg") : [])],
    colours,
  };
}

const canDecode = ({ contentType, width, height }: Picture) =>
  DECODED.includes(contentType) && width * height <= CODEC_PIXELS;

async function byCodec(picture: Picture, size: Size): Promise<Uint8Array<ArrayBuffer> | null> {
  const pixels = canDecode(picture)
    ? await decodePicture(picture.bytes, picture.contentType, false)
    : null;
  // Where the file holds another size than its header says, its place is unknown.
  if (pixels?.width !== picture.width || pixels.height !== picture.height) return null;
  const { pixels: small, isOpaque } = averagePixels(pixels.pixels, pixels, size);
  const format = isOpaque ? "jpeg" : "webp";
  return (await createEncoder(format))({ pixels: small, ...size }, QUALITY[format]);
}

async function copiesByCodec(
  picture: Picture,
  widths: readonly number[],
): Promise<PictureCopies | null> {
  const pixels = canDecode(picture)
    ? await decodePicture(picture.bytes, picture.contentType, true)
    : null;
  if (!pixels) return null;
  // The largest first: each smaller one is made of it.
  let source: Pixels = pixels;
  const sizes = [...widths].reverse().map((width) => {
    const size = scaled(pixels, width / pixels.width);
    source = { ...size, pixels: averagePixels(source.pixels, source, size).pixels };
    return source;
  });
  const { isOpaque, colours } = coloursOf(source);
  const files: PictureCopies["files"] = [];
  for (const format of isOpaque ? (["webp", "jpeg"] as const) : (["webp"] as const)) {
    const encode = await createEncoder(format);
    files.push(
      ...sizes.map((size) => ({ width: size.width, format, bytes: encode(size, QUALITY[format]) })),
    );
  }
  return { files, colours };
}

/**
 * The mean colours of its four corners; none for a transparent picture, through which they would be
 * seen.
 */
function coloursOf(picture: Pixels): { isOpaque: boolean; colours: string | null } {
  const size = { width: Math.min(2, picture.width), height: Math.min(2, picture.height) };
  const { pixels, isOpaque } = averagePixels(picture.pixels, picture, size);
  const isWhole = isOpaque && pixels.length === 16;
  const digits = [...pixels]
    .filter((_, at) => at % 4 !== 3)
    .map((value) => Math.round(value / 17).toString(16));
  return { isOpaque, colours: isWhole ? digits.join("") : null };
}
