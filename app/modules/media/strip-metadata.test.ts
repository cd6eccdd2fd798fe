import { describe, expect, it } from "vitest";
import { fileTypeOf } from "./media-files";
import { pictureSize } from "./picture-size";
import { stripMetadata } from "./strip-metadata";

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

const segment = (marker: number, content: Uint8Array) =>
  bytes(0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255, content);
const SCAN = bytes(segment(0xda, bytes(1, 2, 3)), [10, 0xff, 0, 11, 0xff, 0xd3, 12]);
const EXIF = segment(0xe1, bytes("Exif\0\0GPS 35.7 51.4"));
const JFIF = segment(0xe0, bytes("JFIF\0", [1, 1]));
const PROFILE = segment(0xe2, bytes("ICC_PROFILE\0", [1, 1, 9]));
const TABLE = segment(0xdb, bytes(0, 16, 11));

describe("a JPEG", () => {
  it("loses EXIF, XMP, previews, comments and trailing bytes, and keeps pixels and colours", () => {
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
    expect(fileTypeOf(picture)).toBe("jpg");
    expect(stripMetadata(picture, "jpg")).toEqual(
      bytes([0xff, 0xd8], JFIF, PROFILE, TABLE, SCAN, TABLE, SCAN, [0xff, 0xd9]),
    );
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

/**
 * EXIF in either order of bytes: which way is up, a thumbnail's place, and where the picture was
 * taken.
 */
const exif = (order: "II" | "MM", entries: readonly (readonly [tag: number, value: number])[]) => {
  const two = (value: number) =>
    order === "II" ? [value & 255, value >> 8] : [value >> 8, value & 255];
  const four = (value: number) => (order === "II" ? [...two(value), 0, 0] : [0, 0, ...two(value)]);
  const directory = entries.flatMap(([tag, value]) => [
    ...two(tag),
    ...two(3),
    ...four(1),
    ...two(value),
    0,
    0,
  ]);
  return segment(
    0xe1,
    bytes(
      "Exif\0\0",
      order,
      two(42),
      four(8),
      two(entries.length),
      directory,
      four(0),
      "GPS 35.7 51.4",
    ),
  );
};
/** The orientation in an EXIF segment that has nothing else. */
const turned = (picture: Uint8Array | null) =>
  /4578696600004d4d002a0000000800010112000300000001000(\d)/.exec(
    Buffer.from(picture ?? []).toString("hex"),
  )?.[1];

describe("the orientation of a picture", () => {
  it.each(["II", "MM"] as const)(
    "is kept from EXIF in the order %s, without other data",
    (order) => {
      const picture = bytes(
        [0xff, 0xd8],
        JFIF,
        exif(order, [
          [0x010f, 9],
          [0x0112, 6],
          [0x8825, 90],
        ]),
        TABLE,
        SCAN,
        [0xff, 0xd9],
      );
      const clean = stripMetadata(picture, "jpg");
      expect(turned(clean)).toBe("6");
      expect(text(clean)).not.toContain("GPS");
      expect(text(clean)?.match(/Exif/g)).toHaveLength(1);
      // A second run changes nothing.
      expect(stripMetadata(clean as Uint8Array, "jpg")).toEqual(clean);
    },
  );

  it.each([
    ["upright", exif("II", [[0x0112, 1]])],
    ["an unknown value", exif("II", [[0x0112, 9]])],
    ["no such tag", exif("MM", [[0x010f, 6]])],
    [
      "a directory beyond its end",
      segment(0xe1, bytes("Exif\0\0MM", [0, 42, 0, 0, 255, 255, 0, 1])),
    ],
    ["nothing", segment(0xe1, bytes("Exif\0\0"))],
  ])("given %s, is not written", (_, metadata) => {
    const picture = bytes([0xff, 0xd8], metadata, TABLE, SCAN, [0xff, 0xd9]);
    expect(stripMetadata(picture, "jpg")).toEqual(bytes([0xff, 0xd8], TABLE, SCAN, [0xff, 0xd9]));
  });
});

const chunk = (type: string, content: string) =>
  bytes([0, 0, 0, content.length], type, content, [1, 2, 3, 4]);
const SIGNATURE = "\x89PNG\r\n\x1a\n";

describe("a PNG", () => {
  it("loses EXIF, texts and times", () => {
    const kept = [
      chunk("IHDR", "header"),
      chunk("iCCP", "profile"),
      chunk("IDAT", "pixels"),
      chunk("IEND", ""),
    ];
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
    expect(fileTypeOf(picture)).toBe("png");
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

const riff = (type: string, content: Uint8Array) =>
  bytes(type, [content.length, 0, 0, 0], content, content.length % 2 ? [0] : []);
const webp = (...chunks: Uint8Array[]) => {
  const content = bytes("WEBP", ...chunks);
  return bytes("RIFF", [content.length & 255, content.length >> 8, 0, 0], content);
};

describe("a WebP", () => {
  it("loses EXIF and XMP, with flags and length updated", () => {
    const pixels = riff("VP8 ", bytes("odd"));
    const picture = webp(
      riff("VP8X", bytes([0b101100, 0, 0, 0, 1, 0, 0, 1, 0, 0])),
      riff("ICCP", bytes("profile")),
      pixels,
      riff("EXIF", bytes("GPS")),
      riff("XMP ", bytes("names")),
    );
    expect(fileTypeOf(picture)).toBe("webp");
    const clean = webp(
      riff("VP8X", bytes([0b100000, 0, 0, 0, 1, 0, 0, 1, 0, 0])),
      riff("ICCP", bytes("profile")),
      pixels,
    );
    expect(stripMetadata(picture, "webp")).toEqual(clean);
    expect(stripMetadata(clean, "webp")).toEqual(clean);
  });

  it.each([
    ["no pixels", webp(riff("EXIF", bytes("GPS")))],
    [
      "a length beyond the file",
      bytes("RIFF", [255, 255, 0, 0], "WEBP", "VP8 ", [4, 0, 0, 0], "abcd"),
    ],
    [
      "a chunk beyond its end",
      bytes("RIFF", [16, 0, 0, 0], "WEBP", "VP8 ", [200, 0, 0, 0], "abcd"),
    ],
  ])("with %s is refused", (_, picture) => {
    expect(stripMetadata(picture, "webp")).toBeNull();
  });
});

it.each([
  ["SVG", "<svg xmlns='http://www.w3.org/2000/svg'/>"],
  ["QuickTime", "\0\0\0\x14ftypqt  \0\0\0\0qt  "],
  ["HEIC", "\0\0\0\x18ftypheic\0\0\0\0mif1heic"],
  ["Matroska", "\x1a\x45\xdf\xa3\x8b\x42\x82\x88matroska"],
  ["HTML", "<!doctype html>"],
  ["nothing", ""],
])("%s is no supported file", (_, content) => {
  expect(fileTypeOf(bytes(content))).toBeNull();
});

describe("a GIF", () => {
  const head = bytes("GIF89a", [2, 0, 3, 0, 0x80, 0, 0], [0, 0, 0, 255, 255, 255]);
  const image = bytes([0x2c, 0, 0, 0, 0, 2, 0, 3, 0, 0, 2, 2, 9, 9, 0]);
  const loop = bytes([0x21, 0xff, 11], "NETSCAPE2.0", [3, 1, 0, 0, 0]);
  const control = bytes([0x21, 0xf9, 4, 0, 10, 0, 0, 0]);

  it("loses comments and XMP, and keeps frames, durations and loop count", () => {
    const xmp = bytes([0x21, 0xff, 11], "XMP DataXMP", [3], "GPS", [0]);
    const picture = bytes(
      head,
      [0x21, 0xfe, 4],
      "Sara",
      [0],
      loop,
      xmp,
      control,
      image,
      [0x3b],
      "more",
    );
    expect(fileTypeOf(picture)).toBe("gif");
    expect(stripMetadata(picture, "gif")).toEqual(bytes(head, loop, control, image, [0x3b]));
  });

  it.each([
    ["no end", bytes(head, image)],
    ["no picture", bytes(head, [0x3b])],
    ["blocks that do not end", bytes(head, [0x21, 0xfe, 200], "Sara")],
    ["something else in it", bytes(head, "<script>")],
  ])("with %s is refused", (_, picture) => {
    expect(stripMetadata(picture, "gif")).toBeNull();
  });
});

const four = (value: number) => [
  value >>> 24,
  (value >> 16) & 255,
  (value >> 8) & 255,
  value & 255,
];
const box = (type: string, ...content: (Uint8Array | string | readonly number[])[]) => {
  const inner = bytes(...content);
  return bytes(four(inner.length + 8), type, inner);
};

describe("an AVIF", () => {
  /** With an item of pixels and one of EXIF in the file's data. */
  function avif(exifAt: (data: number) => number) {
    const build = (data: number) => {
      const item = (id: number, type: string) => box("infe", [2, 0, 0, 0, 0, id, 0, 0], type, [0]);
      const place = (id: number, at: number, length: number) => [
        0,
        id,
        0,
        0,
        0,
        1,
        ...four(at),
        ...four(length),
      ];
      return bytes(
        box("ftyp", "avif", [0, 0, 0, 0], "mif1avif"),
        box(
          "meta",
          [0, 0, 0, 0],
          box("iinf", [0, 0, 0, 0, 0, 2], item(1, "av01"), item(2, "Exif")),
          box("iloc", [0, 0, 0, 0, 0x44, 0, 0, 2], place(1, data, 6), place(2, exifAt(data), 13)),
          box(
            "iprp",
            box(
              "ipco",
              box("ispe", [0, 0, 0, 0], four(640), four(480)),
              box("ispe", [0, 0, 0, 0], four(64), four(48)),
            ),
          ),
        ),
        box("mdat", "pixels", "GPS 35.7 51.4"),
      );
    };
    return build(build(0).length - 19);
  }

  it("loses EXIF in place, and keeps pixels and length", () => {
    const picture = avif((data) => data + 6);
    expect(fileTypeOf(picture)).toBe("avif");
    const clean = stripMetadata(picture, "avif");
    expect(clean).toHaveLength(picture.length);
    expect(text(clean)).toContain("pixels");
    expect(text(clean)).not.toContain("GPS");
    expect(pictureSize(picture, "avif")).toEqual({ width: 640, height: 480 });
  });

  it("with items beyond its end is refused", () => {
    expect(
      stripMetadata(
        avif(() => 9_999),
        "avif",
      ),
    ).toBeNull();
  });
});

describe("the dimensions of a picture", () => {
  it.each([
    [
      "jpg",
      bytes([0xff, 0xd8], JFIF, segment(0xc2, bytes([8, 4, 0, 8, 0, 3])), SCAN),
      { width: 2048, height: 1024 },
    ],
    [
      "png",
      bytes(SIGNATURE, four(13), "IHDR", four(70_000), four(9)),
      { width: 70_000, height: 9 },
    ],
    ["gif", bytes("GIF89a", [0, 1, 2, 0, 0, 0, 0]), { width: 256, height: 2 }],
    [
      "webp",
      webp(riff("VP8X", bytes([0, 0, 0, 0, 255, 3, 0, 99, 0, 0]))),
      { width: 1024, height: 100 },
    ],
    [
      "webp",
      webp(riff("VP8 ", bytes([0, 0, 0, 0x9d, 1, 0x2a, 64, 1, 200, 0]))),
      { width: 320, height: 200 },
    ],
    ["webp", webp(riff("VP8L", bytes([0x2f, 0x3f, 0xc1, 0x31, 0]))), { width: 320, height: 200 }],
  ] as const)("are read from a %s", (type, picture, size) => {
    expect(pictureSize(picture, type)).toEqual(size);
  });

  it.each([
    ["jpg", bytes([0xff, 0xd8], JFIF, SCAN)],
    ["png", bytes(SIGNATURE, "IHDR")],
    ["gif", bytes("GIF89a", [0, 0, 2, 0, 0, 0, 0])],
    ["webp", webp(riff("ALPH", bytes("x")))],
    ["avif", box("ftyp", "avif", [0, 0, 0, 0])],
  ] as const)("are null for a %s without them", (type, picture) => {
    expect(pictureSize(picture, type)).toBeNull();
  });
});
