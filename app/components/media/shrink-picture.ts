/** Default side, larger than any place that shows the picture, px. */
const SIDE = 512;
const QUALITY = 0.86;

/**
 * Shrinks a picture to at most `side` pixels a side, applies its orientation and drops its
 * metadata.
 * @throws if the browser cannot decode the file; the server then reports the error
 */
export async function shrinkPictureFile(file: File, side = SIDE): Promise<File> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("There is no canvas to draw on.");
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  // PNG and WebP may be transparent, which JPEG does not support.
  const type = file.type === "image/jpeg" ? "image/jpeg" : "image/png";
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
  if (!blob) throw new Error("The canvas gave no picture.");
  return new File([blob], type === "image/png" ? "picture.png" : "picture.jpg", { type });
}
