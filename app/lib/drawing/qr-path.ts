import { encode } from "uqr";

/** The quiet zone that scanners need (ISO/IEC 18004), modules. */
export const QUIET_ZONE = 4;

/**
 * A QR code as an SVG path of one unit a module.
 * @param border modules of margin, where nothing else gives the code its quiet zone
 */
export function qrPath(text: string, border = 0): { path: string; modules: number } {
  const { data, size } = encode(text, { ecc: "M", border });
  const rows = data.map((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")).join(""),
  );
  return { path: rows.join(""), modules: size };
}
