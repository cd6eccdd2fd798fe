/** The beginning of a text as one line of at most `length` characters, cut between words. */
export function excerpt(text: string, length: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= length) return line;
  const room = line.slice(0, length - 1);
  const end = line[length - 1] === " " ? room.length : room.lastIndexOf(" ");
  // Cuts a single overlong word, but not inside a character.
  const cut = end > 0 ? room.slice(0, end) : room.replace(/[\uD800-\uDBFF]$/, "");
  return `${cut.replace(/[\s.,;:!?،؛؟…–—-]+$/, "")}…`;
}
