import decodeJpeg from "@jsquash/jpeg/codec/dec/mozjpeg_dec.js";
import jpegDecoder from "@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm";
import encodeJpeg from "@jsquash/jpeg/codec/enc/mozjpeg_enc.js";
import jpegEncoder from "@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm";
import { defaultOptions as JPEG_OPTIONS } from "@jsquash/jpeg/meta.js";
import { initEmscriptenModule } from "@jsquash/jpeg/utils.js";
import { decode as decodePng, initSync as initPng } from "@jsquash/png/codec/pkg/squoosh_png.js";
// @ts-expect-error: its types are those of the instance
import pngDecoder from "@jsquash/png/codec/pkg/squoosh_png_bg.wasm";
import decodeWebp from "@jsquash/webp/codec/dec/webp_dec.js";
import webpDecoder from "@jsquash/webp/codec/dec/webp_dec.wasm";
import encodeWebp from "@jsquash/webp/codec/enc/webp_enc_simd.js";
import webpEncoder from "@jsquash/webp/codec/enc/webp_enc_simd.wasm";
import { defaultOptions as WEBP_OPTIONS } from "@jsquash/webp/meta.js";

/** RGBA. */
export interface Pixels {
  pixels: Uint8Array;
  width: number;
  height: number;
}

const toPixels = (image: ImageData | null): Pixels | null =>
  image && {
    pixels: new Uint8Array(image.data.buffer, image.data.byteOffset, image.data.byteLength),
    width: image.width,
    height: image.height,
  };

// Each picture gets its own instances: the memory of an instance never shrinks, so it goes with the
// instance.
const DECODERS: Record<
  string,
  (bytes: Uint8Array<ArrayBuffer>, isUpright: boolean) => Promise<ImageData | null>
> = {
  "image/jpeg": async (bytes, isUpright) =>
    (await initEmscriptenModule(decodeJpeg, jpegDecoder)).decode(bytes, isUpright),
  "image/webp": async (bytes) =>
    (await initEmscriptenModule(decodeWebp, webpDecoder)).decode(bytes),
  "image/png": async (bytes) => {
    initPng(pngDecoder);
    return decodePng(bytes);
  },
};

/** Types that `decodePicture` reads. */
export const DECODED = Object.keys(DECODERS);

/**
 * @param isUpright turns a JPEG by its orientation; @returns null for other types; @throws for
 * broken files
 */
export async function decodePicture(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  isUpright: boolean,
): Promise<Pixels | null> {
  return toPixels((await DECODERS[contentType]?.(bytes, isUpright)) ?? null);
}

type Encoder = (picture: Pixels, quality: number) => Uint8Array<ArrayBuffer>;

const copied = (bytes: Uint8Array | null): Uint8Array<ArrayBuffer> => {
  if (!bytes) throw new Error("The picture was not encoded.");
  // The result lies in the codec's memory.
  return Uint8Array.from(bytes);
};

/** Writes several pictures with one instance. */
export async function createEncoder(format: "jpeg" | "webp"): Promise<Encoder> {
  if (format === "webp") {
    const codec = await initEmscriptenModule(encodeWebp, webpEncoder);
    return ({ pixels, width, height }, quality) =>
      copied(
        codec.encode(pixels as Uint8Array<ArrayBuffer>, width, height, {
          ...WEBP_OPTIONS,
          quality,
        }),
      );
  }
  const codec = await initEmscriptenModule(encodeJpeg, jpegEncoder);
  return ({ pixels, width, height }, quality) =>
    copied(
      codec.encode(pixels as Uint8Array<ArrayBuffer>, width, height, { ...JPEG_OPTIONS, quality }),
    );
}
