/** Controls but the newline; directional overrides, which could turn what stands around a text. Joiners stay: Persian and emoji need them. */
const CONTROLS = /(?!\n)\p{Cc}|[\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** A text of one line as it is kept: no controls, single spaces, composed letters. */
export function cleanLine(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\n\r\t\u2028\u2029]+/g, " ")
    .replace(CONTROLS, "")
    .replace(/ {2,}/g, " ")
    .trim();
}

/** A text of several lines as it is kept: at most one empty line in a row. */
export function cleanLines(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/\t/g, " ")
    .replace(CONTROLS, "")
    .replace(/[^\S\n]+\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
