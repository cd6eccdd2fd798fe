/** Larger than any place that shows it, pixels. */
const SIDE = 512;
const QUALITY = 0.86;

/**
 * The picture with at most so many pixels a side. What the camera wrote into the file stays behind, and
 * it is turned as it is to be seen. @throws where the browser cannot read it: the server says what is wrong with it
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
  // PNG and WebP may be see-through, which JPEG cannot.
  const type = file.type === "image/jpeg" ? "image/jpeg" : "image/png";
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
  if (!blob) throw new Error("The canvas gave no picture.");
  return new File([blob], type === "image/png" ? "picture.png" : "picture.jpg", { type });
}
