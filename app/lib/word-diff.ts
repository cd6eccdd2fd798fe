/** A stretch of a text: on both sides, or on its own side alone. */
export interface DiffPart {
  text: string;
  isChanged: boolean;
}

export interface WordDiff {
  before: DiffPart[];
  after: DiffPart[];
}

/** Two texts that share no more than this are told apart as a whole: the cost rises with the product of their words. */
const CELLS_MAX = 1_500_000;

/** Words, and what stands between them. Times and numbers stay whole: apart, they would change places in Persian. */
const words = (text: string): string[] =>
  text.match(/\p{N}+(?:[:.,٫٬/]\p{N}+)+|[\p{L}\p{N}\p{M}\u200C'’]+|\s+|[^\p{L}\p{N}\p{M}\s]/gu) ?? [];

/**
 * What has changed between two texts, word by word: the longest common run of words stays, all else is changed
 * (Hunt and McIlroy 1976, "An algorithm for differential file comparison").
 */
export function diffWords(before: string, after: string): WordDiff {
  const [a, b] = [words(before), words(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const [middleA, middleB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const kept = commonWords(middleA, middleB);
  const side = (all: readonly string[], middle: readonly string[], stays: ReadonlySet<number>) =>
    joined([
      ...all.slice(0, start).map((text) => ({ text, isChanged: false })),
      ...middle.map((text, index) => ({ text, isChanged: !stays.has(index) })),
      ...all.slice(all.length - end).map((text) => ({ text, isChanged: false })),
    ]);
  return { before: side(a, middleA, kept.a), after: side(b, middleB, kept.b) };
}

/** Places of the longest common subsequence in both lists. */
function commonWords(a: readonly string[], b: readonly string[]): { a: Set<number>; b: Set<number> } {
  const found = { a: new Set<number>(), b: new Set<number>() };
  const width = b.length + 1;
  if (a.length === 0 || b.length === 0 || a.length * b.length > CELLS_MAX) return found;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = a.length - 1; row >= 0; row--)
    for (let column = b.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        a[row] === b[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
  for (let row = 0, column = 0; row < a.length && column < b.length; ) {
    if (a[row] === b[column]) {
      found.a.add(row++);
      found.b.add(column++);
    } else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return found;
}

/** Neighbours of a kind as one; a mere space between two changed words has changed with them. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = [];
  for (const [index, part] of parts.entries()) {
    const isBetween =
      !part.isChanged && /^\s+$/.test(part.text) && result.at(-1)?.isChanged === true && parts[index + 1]?.isChanged === true;
    const isChanged = part.isChanged || isBetween;
    const last = result.at(-1);
    if (last?.isChanged === isChanged) last.text += part.text;
    else result.push({ text: part.text, isChanged });
  }
  return result;
}
