interface Size {
  width: number;
  height: number;
}

/**
 * Scales RGBA pixels down: each pixel is the mean of its source pixels, weighted by opacity.
 * @param to no larger than `from` in either direction
 */
export function averagePixels(
  pixels: Uint8Array,
  from: Size,
  to: Size,
): { pixels: Uint8Array<ArrayBuffer>; isOpaque: boolean } {
  const small = new Uint8Array(to.width * to.height * 4);
  const columns = edges(from.width, to.width);
  const rows = edges(from.height, to.height);
  let isOpaque = true;
  for (let y = 0, out = 0; y < to.height; y += 1) {
    const [top, bottom] = [rows[y] as number, rows[y + 1] as number];
    for (let x = 0; x < to.width; x += 1, out += 4) {
      const [left, right] = [columns[x] as number, columns[x + 1] as number];
      let red = 0;
      let green = 0;
      let blue = 0;
      let opacity = 0;
      for (let row = top; row < bottom; row += 1)
        for (
          let at = (row * from.width + left) * 4, end = at + (right - left) * 4;
          at < end;
          at += 4
        ) {
          const alpha = pixels[at + 3] as number;
          red += (pixels[at] as number) * alpha;
          green += (pixels[at + 1] as number) * alpha;
          blue += (pixels[at + 2] as number) * alpha;
          opacity += alpha;
        }
      const count = (bottom - top) * (right - left);
      if (opacity < count * 255) isOpaque = false;
      if (opacity === 0) continue;
      small[out] = Math.round(red / opacity);
      small[out + 1] = Math.round(green / opacity);
      small[out + 2] = Math.round(blue / opacity);
      small[out + 3] = Math.round(opacity / count);
    }
  }
  return { pixels: small, isOpaque };
}

/** Where the pixels of a smaller row begin in the larger one, and where the last one ends. */
const edges = (from: number, to: number): number[] =>
  Array.from({ length: to + 1 }, (_, index) => Math.floor((index * from) / to));
