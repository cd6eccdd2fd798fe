/** Minimal valid files for upload tests. */

const bytesOf = (
  ...parts: (string | number | readonly number[] | Uint8Array)[]
): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === "string"
        ? [...part].map((letter) => letter.charCodeAt(0))
        : typeof part === "number"
          ? [part]
          : [...part],
    ),
  );
const two = (value: number) => [value >> 8, value & 255];
const four = (value: number) => [
  value >>> 24,
  (value >> 16) & 255,
  (value >> 8) & 255,
  value & 255,
];

/** A JPEG with a frame size and, on request, EXIF with orientation and position. */
export function createJpeg({
  width = 1,
  height = 1,
  orientation = 0,
  padding = 0,
} = {}): Uint8Array<ArrayBuffer> {
  const exif = orientation
    ? bytesOf(
        "Exif\0\0II",
        [42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0],
        "GPS 35.7 51.4",
      )
    : null;
  return bytesOf(
    [0xff, 0xd8],
    exif ? [0xff, 0xe1, ...two(exif.length + 2), ...exif] : [],
    [0xff, 0xc0, 0, 11, 8, ...two(height), ...two(width), 1, 1, 0x11, 0],
    [0xff, 0xda, 0, 3, 1],
    new Uint8Array(padding).fill(7),
    [7, 7, 0xff, 0xd9],
  );
}

export function createPng(width = 1, height = 1): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, content: readonly number[]) => [
    ...four(content.length),
    ...bytesOf(type),
    ...content,
    0,
    0,
    0,
    0,
  ];
  return bytesOf(
    "\x89PNG\r\n\x1a\n",
    chunk("IHDR", [...four(width), ...four(height), 8, 2, 0, 0, 0]),
    chunk("IDAT", [1]),
    chunk("IEND", []),
  );
}

export const createGif = (): Uint8Array<ArrayBuffer> =>
  bytesOf(
    "GIF89a",
    [1, 0, 1, 0, 0, 0, 0, 0x21, 0xfe, 3],
    "GPS",
    [0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 1, 0, 0, 0x3b],
  );

const box = (type: string, ...content: Uint8Array[]) => {
  const inner = bytesOf(...content);
  return bytesOf(four(inner.length + 8), type, inner);
};

/** An MP4 whose metadata contain a position. @param padding bytes of film */
export function createMp4({ padding = 0 } = {}): Uint8Array<ArrayBuffer> {
  const before = bytesOf(
    box("ftyp", bytesOf("isom", [0, 0, 2, 0], "isommp41")),
    box("moov", box("mvhd", bytesOf([0])), box("udta", bytesOf("+35.7+051.4/"))),
    four(padding + 12),
    "mdatfilm",
  );
  const film = new Uint8Array(before.length + padding).fill(7);
  film.set(before);
  return film;
}
