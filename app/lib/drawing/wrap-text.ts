/** Width of a word at a size of 100 px. */
export type Measure = (word: string) => number;

interface WrappedText {
  lines: { text: string; width: number }[];
  size: number;
}

const ELLIPSIS = "…";
/**
 * Between two words at 100 px: the font's space, and the bearings that a word's box does not have.
 */
const SPACE = 33;

/**
 * Characters of the card's font: Latin, Arabic script, digits and punctuation; no emoji, no marks
 * of direction.
 */
const UNDRAWN =
  /[^\p{Script=Latin}\p{Script=Arabic}\p{Script=Inherited}\p{Nd}\p{P}\p{Sc}\p{Sm}\s]|(?!\u200c)\p{Cf}|\p{Cc}|[\ufe00-\ufe0f]|\u20e3/gu;
/** More would not be seen. */
const LONGEST = 160;

/**
 * A text as cards draw it: one line, without what their font cannot draw, 160 characters at most.
 */
export function drawableText(text: string): string {
  const clean = text.replaceAll(/\s/gu, " ").replaceAll(UNDRAWN, "").replaceAll(/ +/g, " ").trim();
  return clean.length > LONGEST ? `${clean.slice(0, LONGEST).trimEnd()}${ELLIPSIS}` : clean;
}

/**
 * Breaks a text into lines at the largest size that fits, of equal lengths as far as words allow.
 * At the smallest size what does not fit is cut.
 * @param width of a line, px; @param sizes of the font, px, largest first; @param mostLines at a
 * size
 */
export function wrapText(
  text: string,
  measure: Measure,
  width: number,
  sizes: readonly number[],
  mostLines: (size: number) => number,
): WrappedText {
  const words = text.split(" ").filter(Boolean);
  const smallest = sizes.at(-1) ?? 0;
  const measured = words.flatMap((word) => pieces(word, measure, (width / smallest) * 100));
  for (const size of sizes) {
    const room = (width / size) * 100;
    if (measured.some(({ width: own }) => own > room)) continue;
    const lines = fill(measured, room);
    if (lines.length <= mostLines(size))
      return { lines: scaled(balanced(measured, room, lines.length), size), size };
  }
  const room = (width / smallest) * 100;
  const lines = fill(measured, room).slice(0, Math.max(1, mostLines(smallest)));
  const last = lines.at(-1);
  if (last) lines[lines.length - 1] = cut(last, room, measure);
  return { lines: scaled(lines, smallest), size: smallest };
}

interface Piece {
  text: string;
  width: number;
}

const scaled = (lines: readonly Piece[], size: number) =>
  lines.map(({ text, width }) => ({ text, width: (width * size) / 100 }));

/** A word, in parts where it is longer than a line. */
function pieces(word: string, measure: Measure, room: number): Piece[] {
  const width = measure(word);
  if (width <= room) return [{ text: word, width }];
  const share = Math.max(1, Math.floor((word.length * room * 0.9) / width));
  const parts = Array.from({ length: Math.ceil(word.length / share) }, (_, at) =>
    word.slice(at * share, (at + 1) * share),
  );
  return parts.map((text) => ({ text, width: Math.min(room, measure(text)) }));
}

function fill(words: readonly Piece[], room: number): Piece[] {
  const lines: Piece[] = [];
  for (const { text, width } of words) {
    const line = lines.at(-1);
    if (line && line.width + SPACE + width <= room)
      lines[lines.length - 1] = { text: `${line.text} ${text}`, width: line.width + SPACE + width };
    else lines.push({ text, width });
  }
  return lines;
}

/** As many lines, in the narrowest column that gives no more. */
function balanced(words: readonly Piece[], room: number, count: number): Piece[] {
  let low = Math.max(...words.map(({ width }) => width), 0);
  let high = room;
  for (let step = 0; step < 12; step++) {
    const middle = (low + high) / 2;
    if (fill(words, middle).length <= count) high = middle;
    else low = middle;
  }
  return fill(words, high);
}

function cut({ text, width }: Piece, room: number, measure: Measure): Piece {
  const words = text.split(" ");
  let rest = width;
  const dots = measure(ELLIPSIS);
  while (words.length > 1 && rest + dots > room) rest -= measure(words.pop() ?? "") + SPACE;
  return { text: `${words.join(" ")}${ELLIPSIS}`, width: Math.min(room, rest + dots) };
}
