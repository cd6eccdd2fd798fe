/** Formats of copies, best first. */
export const COPY_FORMATS = ["avif", "webp", "jpeg"] as const;
export type CopyFormat = (typeof COPY_FORMATS)[number];

/** Widths of the copies of a stored picture, pixels. */
const COPY_WIDTHS = [320, 640, 1_200] as const;

/** Format of a stored picture's key: `{id}_{width}x{height}{formats}{_colours}.{type}`. */
const FACTS = /_(\d+)x(\d+)([awj]+)(?:_([0-9a-f]{12}))?\.[a-z0-9]+$/;

export interface PictureFacts {
  /** As shown, pixels. */
  width: number;
  height: number;
  formats: readonly CopyFormat[];
  /** `PictureCopies.colours`. */
  colours: string | null;
}

/**
 * The widths of a picture's copies: the steps, the last of them the picture's own width where it is
 * narrower.
 */
export const copyWidths = (width: number): number[] =>
  COPY_WIDTHS.filter((_, index) => index === 0 || width > (COPY_WIDTHS[index - 1] as number)).map(
    (step) => Math.min(step, width),
  );

/** The end of the name of a picture with copies. */
export function factsSuffix({ width, height, formats, colours }: PictureFacts): string {
  return `_${width}x${height}${formats.map((format) => format[0]).join("")}${colours ? `_${colours}` : ""}`;
}

/** Properties of a picture, from its key or address; null for one without copies. */
export function pictureFacts(address: string): PictureFacts | null {
  const [, width, height, letters, colours = null] = FACTS.exec(address) ?? [];
  if (letters === undefined) return null;
  const formats = COPY_FORMATS.filter((format) => letters.includes(format.charAt(0)));
  return { width: Number(width), height: Number(height), formats, colours };
}

/** The key or address of a copy: beside the picture, in a folder of its name. */
export const copyOf = (address: string, width: number, format: CopyFormat) =>
  `${address.slice(0, address.lastIndexOf("."))}/${width}.${format === "jpeg" ? "jpg" : format}`;

/** The keys of all copies of a picture. */
export function copyKeys(key: string): string[] {
  const facts = pictureFacts(key);
  return facts
    ? copyWidths(facts.width).flatMap((width) =>
        facts.formats.map((format) => copyOf(key, width, format)),
      )
    : [];
}
