/** Bytes of a line, with one to spare for the space before its continuation (RFC 5545 §3.1). */
const MOST = 74;

/** Bytes of UTF-8 of a character by its first unit. */
const bytesOf = (unit: number): number =>
  unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit >= 0xd800 && unit <= 0xdbff ? 4 : 3;

/** A line of a calendar with its end, folded, no character in two. */
export function foldLine(line: string): string {
  // No character has more than three bytes a unit.
  if (line.length * 3 <= MOST) return `${line}\r\n`;
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
  return `${start === 0 ? line : folded + line.slice(start)}\r\n`;
}

const RESERVED = /[\\;,\p{Cc}]/u;

/**
 * A value of type TEXT (RFC 5545 §3.3.11): escaped, its line breaks too, since a line break would
 * begin a property. It takes no other control characters.
 */
export function escapeText(text: string): string {
  if (!RESERVED.test(text)) return text;
  return text
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\r\n?|\n/g, "\\n")
    .replace(/\p{Cc}/gu, " ");
}
