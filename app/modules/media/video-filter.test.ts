import { describe, expect, it } from "vitest";
import { fileTypeOf, joinBytes, type VideoType } from "./media-files";
import { createVideoFilter } from "./video-filter";

const bytes = (...parts: (string | number | readonly number[] | Uint8Array)[]) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === "string"
        ? [...part].map((letter) => letter.charCodeAt(0))
        : typeof part === "number"
          ? [part]
          : [...part],
    ),
  );
const text = (of: Uint8Array | null) => (of ? String.fromCharCode(...of) : null);
const four = (value: number) =>
  bytes(value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255);
const box = (type: string, ...content: (string | number | readonly number[] | Uint8Array)[]) => {
  const inner = bytes(...content);
  return bytes(four(inner.length + 8), type, inner);
};

/** The filtered output; every chunk length must give the same. */
function filtered(film: Uint8Array, type: VideoType): Uint8Array | null {
  const outcomes = [film.length, 1, 2, 5, 13].map((length) => inPieces(film, type, length));
  for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
  return outcomes[0] ?? null;
}
function inPieces(film: Uint8Array, type: VideoType, length: number): Uint8Array | null {
  const filter = createVideoFilter(type);
  const passed: Uint8Array[] = [];
  for (let at = 0; at < film.length; at += length) {
    const parts = filter.push(film.subarray(at, at + length));
    if (!parts) return null;
    passed.push(...parts);
  }
  const rest = filter.end();
  return rest && joinBytes([...passed, ...rest]);
}

describe("an MP4", () => {
  it("loses its user data without moving a byte", () => {
    const film = bytes(
      box("ftyp", "isom", [0, 0, 2, 0], "isommp41"),
      box(
        "moov",
        box("mvhd", "m"),
        box("udta", "+35.7+051.4/"),
        box("trak", box("tkhd", "t"), box("udta", "Sara")),
      ),
      box("mdat", "film"),
    );
    expect(fileTypeOf(film)).toBe("mp4");
    const clean = filtered(film, "mp4");
    expect(clean).toHaveLength(film.length);
    expect(text(clean)).toMatch(/mvhd.*tkhd.*mdatfilm$/s);
    expect(text(clean)).not.toMatch(/udta|35\.7|Sara/);
    expect(text(clean)?.match(/free/g)).toHaveLength(2);
  });

  it.each([
    ["no film", bytes(box("ftyp", "isom", [0, 0, 2, 0]), box("moov", "x"))],
    ["a box beyond its end", bytes(box("ftyp", "isom", [0, 0, 2, 0]), four(999), "mdat")],
  ])("with %s is refused", (_, film) => {
    expect(filtered(film, "mp4")).toBeNull();
  });
});

describe("a WebM", () => {
  const element = (id: readonly number[], content: string | Uint8Array, sizeLength = 1) => {
    const inner = bytes(content);
    const size = Array.from({ length: sizeLength }, (_unused, at) =>
      at === sizeLength - 1 ? inner.length : 0,
    );
    size[0] = (size[0] ?? 0) | (2 ** (8 - sizeLength));
    return bytes(id, size, inner);
  };
  const header = element([0x1a, 0x45, 0xdf, 0xa3], bytes([0x42, 0x82, 0x84], "webm"));
  const cluster = element([0x1f, 0x43, 0xb6, 0x75], "film");
  const tags = (sizeLength: number) => element([0x12, 0x54, 0xc3, 0x67], "GPS 35.7", sizeLength);

  it.each([1, 2, 8])(
    "loses its tags in any size encoding (%i bytes) without moving a byte",
    (sizeLength) => {
      const film = bytes(
        header,
        element([0x18, 0x53, 0x80, 0x67], bytes(tags(sizeLength), cluster)),
      );
      expect(fileTypeOf(film)).toBe("webm");
      const clean = filtered(film, "webm");
      expect(clean).toHaveLength(film.length);
      expect(text(clean)).not.toContain("GPS");
      expect(text(clean)).toContain("film");
      // The void element keeps the replaced element's length, so that clusters keep their positions.
      expect(filtered(clean as Uint8Array, "webm")).toEqual(clean);
    },
  );

  it("written live has clusters of unknown size", () => {
    const live = bytes(
      header,
      [0x18, 0x53, 0x80, 0x67, 0x01, 255, 255, 255, 255, 255, 255, 255],
      [0x1f, 0x43, 0xb6, 0x75, 0xff],
      "film",
    );
    expect(filtered(live, "webm")).toEqual(live);
  });

  it.each([
    ["no film", bytes(header, element([0x18, 0x53, 0x80, 0x67], tags(1)))],
    [
      "an element beyond its end",
      bytes(header, [0x18, 0x53, 0x80, 0x67, 0xff], [0x1f, 0x43, 0xb6, 0x75, 0xfe]),
    ],
    ["nothing but a header", header],
  ])("with %s is refused", (_, film) => {
    expect(filtered(film, "webm")).toBeNull();
  });
});

describe("a video of any length", () => {
  it("is buffered no further than its index", () => {
    const filter = createVideoFilter("mp4");
    const chunk = new Uint8Array(1_048_576);
    expect(
      filter.push(bytes(box("ftyp", "isom", [0, 0, 2, 0]), four(1), "mdat", four(1), four(0))),
    ).not.toBeNull();
    // Such a box may exceed 4 GB; chunks are streamed.
    for (let count = 0; count < 300; count += 1)
      expect(filter.push(chunk)?.reduce((sum, { length }) => sum + length, 0)).toBe(chunk.length);
    expect(filter.end()).toBeNull();
  });

  it("with an oversized index is refused before all of it is read", () => {
    const filter = createVideoFilter("mp4");
    filter.push(bytes(box("ftyp", "isom", [0, 0, 2, 0]), four(0x7fffffff), "moov"));
    let pushed = 0;
    while (filter.push(new Uint8Array(1_048_576)) !== null) pushed += 1;
    expect(pushed).toBeLessThan(17);
  });

  it("loses metadata larger than the buffer", () => {
    const notes = new Uint8Array(3_000).fill(65);
    const film = bytes(
      box("ftyp", "isom", [0, 0, 2, 0]),
      box("moov", box("mvhd", "m")),
      box("uuid", notes),
      box("mdat", "film"),
    );
    const clean = filtered(film, "mp4");
    expect(clean).toHaveLength(film.length);
    expect(text(clean)).not.toContain("AA");
    expect(text(clean)).toMatch(/free\0+/);
  });

  it("ends where a last box of size zero says that it reaches to the end", () => {
    const film = bytes(
      box("ftyp", "isom", [0, 0, 2, 0]),
      box("moov", box("mvhd", "m")),
      four(0),
      "mdat",
      "film to the end",
    );
    expect(filtered(film, "mp4")).toEqual(film);
  });

  it("that is truncated is refused", () => {
    const film = bytes(
      box("ftyp", "isom", [0, 0, 2, 0]),
      box("moov", box("mvhd", "m")),
      box("mdat", "film"),
    );
    for (let length = 1; length < film.length; length += 1)
      expect(filtered(film.subarray(0, length), "mp4")).toBeNull();
    expect(filtered(film, "mp4")).toEqual(film);
  });
});
