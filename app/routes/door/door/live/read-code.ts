/** The text of a QR code in a picture; null without one. */
export type ReadCode = (picture: HTMLVideoElement) => Promise<string | null>;

/** Of the Shape Detection API, which TypeScript does not know. */
interface Detector {
  detect(picture: CanvasImageSource): Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

/** Side of the picture that is decoded, px: enough for the code of a ticket at arm's length. */
const SIDE = 720;

async function nativeReader(): Promise<ReadCode | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  if (!BarcodeDetector || !formats.includes("qr_code")) return null;
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  return async (picture) => (await detector.detect(picture))[0]?.rawValue ?? null;
}

/** The middle of the picture, where the frame is. */
function pixelsOf(picture: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | null {
  const { videoWidth, videoHeight } = picture;
  const cut = Math.min(videoWidth, videoHeight);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (cut === 0 || !context) return null;
  const side = Math.min(cut, SIDE);
  canvas.width = side;
  canvas.height = side;
  const [left, top] = [(videoWidth - cut) / 2, (videoHeight - cut) / 2];
  context.drawImage(picture, left, top, cut, cut, 0, 0, side, side);
  return context.getImageData(0, 0, side, side);
}

/**
 * A reader of codes: the browser's own, or else a package that only this page loads. It throws for
 * a picture without a code.
 */
export async function createCodeReader(): Promise<ReadCode> {
  const native = await nativeReader();
  if (native) return native;
  const { default: decodeQR } = await import("qr/decode.js");
  const canvas = document.createElement("canvas");
  return async (picture) => {
    const pixels = pixelsOf(picture, canvas);
    try {
      return pixels && decodeQR(pixels);
    } catch {
      return null;
    }
  };
}
