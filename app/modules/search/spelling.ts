/** A word of fewer letters has too many neighbours to guess among. */
export const SHORTEST_CORRECTED = 4;

/** The word and what is left of it without each one of its letters: two words one mistake apart share one of these. */
export function spellings(word: string): string[] {
  const all = new Set([word]);
  for (let i = 0; i < word.length; i++) all.add(word.slice(0, i) + word.slice(i + 1));
  return [...all];
}

/** One letter wrong, missing, too many, or two neighbours exchanged. */
export function isOneMistakeApart(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const restA = a.slice(start, a.length - end);
  const restB = b.slice(start, b.length - end);
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
}
