/** Bytes of a line, with one to spare for the space before its continuation (RFC 5545 §3.1). */
const MOST = 74;

/** Bytes of UTF-8 of a character by its first unit. */
const bytesOf = (unit: number): number =>
  unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit >= 0xd800 && unit <= 0xdbff ? 4 : 3;

function foldLine(line: string): string {
  let folded = "";
  let [start, bytes] = [0, 0];
  for (let at = 0; at < line.length; at += 1) {
    const size = bytesOf(line.charCodeAt(at));
    bytes += size;
    if (bytes > MOST) {
      folded += `${line.slice(start, at)}\r\n `;
      [start, bytes] = [at, size];
    }
    if (size === 4) at += 1;
  }
  return start === 0 ? line : folded + line.slice(start);
}

/**
 * Folds the lines of a calendar, no character in two. ical-generator's own builds its lines character
 * by character, which a calendar of a megabyte pays for in collected garbage.
 */
export const foldLines = (text: string): string => text.split("\r\n").map(foldLine).join("\r\n");
