import { describe, expect, it } from "vitest";
import { pictureKindOf, stripMetadata } from "./strip-metadata";

const bytes = (...parts: (string | number | readonly number[] | Uint8Array)[]) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === "string" ? [...part].map((letter) => letter.charCodeAt(0)) : typeof part === "number" ? [part] : [...part],
    ),
  );
const text = (of: Uint8Array | null) => (of ? String.fromCharCode(...of) : null);

const segment = (marker: number, content: Uint8Array) =>
  bytes(0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255, content);
const SCAN = bytes(segment(0xda, bytes(1, 2, 3)), [10, 0xff, 0, 11, 0xff, 0xd3, 12]);
const EXIF = segment(0xe1, bytes("Exif\0\0GPS 35.7 51.4"));
const JFIF = segment(0xe0, bytes("JFIF\0", [1, 1]));
const PROFILE = segment(0xe2, bytes("ICC_PROFILE\0", [1, 1, 9]));
const TABLE = segment(0xdb, bytes(0, 16, 11));

describe("a JPEG", () => {
  it("loses EXIF, XMP, previews, comments and what follows its end, and keeps its pixels and colours", () => {
    const picture = bytes(
      [0xff, 0xd8],
      JFIF,
      EXIF,
      segment(0xe1, bytes("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>")),
      PROFILE,
      segment(0xe2, bytes("MPF\0")),
      segment(0xed, bytes("Photoshop 3.0\0Nasrin")),
      segment(0xfe, bytes("a comment")),
      TABLE,
      SCAN,
      TABLE,
      SCAN,
      [0xff, 0xd9],
      "a film",
    );
    expect(pictureKindOf(picture)).toBe("jpg");
    expect(stripMetadata(picture, "jpg")).toEqual(bytes([0xff, 0xd8], JFIF, PROFILE, TABLE, SCAN, TABLE, SCAN, [0xff, 0xd9]));
  });

  it.each([
    ["no end", bytes([0xff, 0xd8], JFIF, SCAN)],
    ["no pixels", bytes([0xff, 0xd8], EXIF, [0xff, 0xd9])],
    ["a segment longer than the file", bytes([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff], "Exif")],
    ["a segment of no length", bytes([0xff, 0xd8, 0xff, 0xe1, 0, 0, 0, 0])],
    ["something else between its segments", bytes([0xff, 0xd8, 0xff, 0xe0, 0, 2], "<script>")],
  ])("with %s is refused", (_, picture) => {
    expect(stripMetadata(picture, "jpg")).toBeNull();
  });
});

const chunk = (type: string, content: string) => bytes([0, 0, 0, content.length], type, content, [1, 2, 3, 4]);
const SIGNATURE = "\x89PNG\r\n\x1a\n";

describe("a PNG", () => {
  it("loses EXIF, texts and times", () => {
    const kept = [chunk("IHDR", "header"), chunk("iCCP", "profile"), chunk("IDAT", "pixels"), chunk("IEND", "")];
    const [header, profile, pixels, end] = kept as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
    const picture = bytes(
      SIGNATURE,
      header,
      profile,
      chunk("eXIf", "GPS"),
      chunk("tEXt", "Author\0Nasrin"),
      chunk("iTXt", "XMP"),
      pixels,
      chunk("tIME", "now"),
      end,
      "more",
    );
    expect(pictureKindOf(picture)).toBe("png");
    expect(text(stripMetadata(picture, "png"))).toBe(text(bytes(SIGNATURE, ...kept)));
  });

  it.each([
    ["no end", bytes(SIGNATURE, chunk("IHDR", "header"))],
    ["no header", bytes(SIGNATURE, chunk("IDAT", "pixels"), chunk("IEND", ""))],
    ["a chunk longer than the file", bytes(SIGNATURE, [255, 255, 255, 255], "IHDR", [0, 0, 0, 0])],
  ])("with %s is refused", (_, picture) => {
    expect(stripMetadata(picture, "png")).toBeNull();
  });
});

const riff = (type: string, content: Uint8Array) => bytes(type, [content.length, 0, 0, 0], content, content.length % 2 ? [0] : []);
const webp = (...chunks: Uint8Array[]) => {
  const content = bytes("WEBP", ...chunks);
  return bytes("RIFF", [content.length & 255, content.length >> 8, 0, 0], content);
};

describe("a WebP", () => {
  it("loses EXIF and XMP, and says so in its flags and length", () => {
    const pixels = riff("VP8 ", bytes("odd"));
    const picture = webp(
      riff("VP8X", bytes([0b101100, 0, 0, 0, 1, 0, 0, 1, 0, 0])),
      riff("ICCP", bytes("profile")),
      pixels,
      riff("EXIF", bytes("GPS")),
      riff("XMP ", bytes("names")),
    );
    expect(pictureKindOf(picture)).toBe("webp");
    const clean = webp(riff("VP8X", bytes([0b100000, 0, 0, 0, 1, 0, 0, 1, 0, 0])), riff("ICCP", bytes("profile")), pixels);
    expect(stripMetadata(picture, "webp")).toEqual(clean);
    expect(stripMetadata(clean, "webp")).toEqual(clean);
  });

  it.each([
    ["no pixels", webp(riff("EXIF", bytes("GPS")))],
    ["a length beyond the file", bytes("RIFF", [255, 255, 0, 0], "WEBP", "VP8 ", [4, 0, 0, 0], "abcd")],
    ["a chunk beyond its end", bytes("RIFF", [16, 0, 0, 0], "WEBP", "VP8 ", [200, 0, 0, 0], "abcd")],
  ])("with %s is refused", (_, picture) => {
    expect(stripMetadata(picture, "webp")).toBeNull();
  });
});

it.each([
  ["SVG", "<svg xmlns='http://www.w3.org/2000/svg'/>"],
  ["GIF", "GIF89a"],
  ["HTML", "<!doctype html>"],
  ["nothing", ""],
])("%s is no picture that we take", (_, content) => {
  expect(pictureKindOf(bytes(content))).toBeNull();
});
