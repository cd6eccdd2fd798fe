import { initPhoton, PhotonImage } from "@cf-wasm/photon/others";
import photonModule from "@cf-wasm/photon/photon.wasm";
import type { Picture, PictureShrinker } from "../../app/lib/deps";
import { describeError, log } from "../../app/lib/runtime/log";
import { averagePixels } from "./average-pixels";

/** Limit of decoded pixels: the codec takes about 14 bytes a pixel of an isolate's 128 MB, and its memory never shrinks. */
const CODEC_PIXELS = 4_000_000;
const QUALITY = 82;
/** Types that the codec decodes. */
const DECODED = ["image/jpeg", "image/png", "image/webp"];

/** Shrinks by the Images binding where the deployment has one, else by a codec in WebAssembly. */
export function createPictureShrinker(images: ImagesBinding | undefined): PictureShrinker {
  return {
    async shrink(picture, side) {
      const factor = side / Math.max(picture.width, picture.height);
      const size = {
        width: Math.max(1, Math.round(picture.width * factor)),
        height: Math.max(1, Math.round(picture.height * factor)),
      };
      return (images && (await byBinding(images, picture, size))) ?? byCodec(picture, size);
    },
  };
}

type Size = Pick<Picture, "width" | "height">;

async function byBinding(images: ImagesBinding, { bytes, contentType }: Picture, size: Size): Promise<Uint8Array | null> {
  const format = contentType === "image/jpeg" ? contentType : "image/webp";
  try {
    const result = await images
      .input(new Blob([bytes]).stream())
      .transform({ ...size, fit: "scale-down" })
      .output({ format, quality: QUALITY });
    return new Uint8Array(await new Response(result.image()).arrayBuffer());
  } catch (error) {
    // No such service for this account, a used-up allowance, or a picture that it cannot read: the codec may.
    log("warn", "picture.binding-failed", describeError(error));
    return null;
  }
}

let isReady = false;

function byCodec({ bytes, contentType, width, height }: Picture, size: Size): Uint8Array | null {
  if (!DECODED.includes(contentType) || width * height > CODEC_PIXELS) return null;
  // Instantiated with the first picture, not with the Worker.
  if (!isReady) initPhoton.sync({ module: photonModule });
  isReady = true;
  try {
    const pixels = pixelsOf(bytes, { width, height });
    if (!pixels) return null;
    const { pixels: small, isOpaque } = averagePixels(pixels, { width, height }, size);
    const image = new PhotonImage(small, size.width, size.height);
    try {
      return isOpaque ? image.get_bytes_jpeg(QUALITY) : image.get_bytes();
    } finally {
      image.free();
    }
  } catch (error) {
    log("warn", "picture.not-decoded", describeError(error));
    return null;
  }
}

/** RGBA; null where the file holds another size than its header says. */
function pixelsOf(bytes: Uint8Array, { width, height }: Size): Uint8Array | null {
  const image = PhotonImage.new_from_byteslice(bytes);
  try {
    return image.get_width() === width && image.get_height() === height ? image.get_raw_pixels() : null;
  } finally {
    image.free();
  }
}
