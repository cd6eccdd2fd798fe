import { encode } from "uqr";

/** A QR code as an SVG path of one unit a module, without a margin. */
export function qrPath(text: string): { path: string; modules: number } {
  const { data, size } = encode(text, { ecc: "M", border: 0 });
  const rows = data.map((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")).join(""),
  );
  return { path: rows.join(""), modules: size };
}
