import { diffArrays } from "diff";

/** A stretch of a text: on both sides, or on its own side alone. */
export interface DiffPart {
  text: string;
  isChanged: boolean;
}

export interface WordDiff {
  before: DiffPart[];
  after: DiffPart[];
}

/**
 * Texts further apart than this many words are shown as wholly replaced: the cost rises with the
 * square of the distance.
 */
const EDITS_MAX = 700;

/**
 * Words and separators. Times and numbers stay whole, since their parts would swap places in
 * Persian.
 */
const words = (text: string): string[] =>
  text.match(/\p{N}+(?:[:.,٫٬/]\p{N}+)+|[\p{L}\p{N}\p{M}\u200C'’]+|\s+|[^\p{L}\p{N}\p{M}\s]/gu) ??
  [];

/**
 * Compares two texts word by word. The parts of each side join to its whole text. A mere space
 * between two changes changes with them.
 */
export function diffWords(before: string, after: string): WordDiff {
  const [a, b] = [words(before), words(after)];
  const changes = diffArrays(a, b, { maxEditLength: EDITS_MAX }) ?? [
    { value: a, removed: true, added: false },
    { value: b, removed: false, added: true },
  ];
  const diff: WordDiff = { before: [], after: [] };
  let [removed, added]: [string[], string[]] = [[], []];
  const close = (kept: readonly string[]) => {
    let shared = 0;
    while (shared < removed.length && removed.at(-1 - shared) === added.at(-1 - shared)) shared++;
    const both = [...removed.splice(removed.length - shared), ...kept];
    added.length -= shared;
    append(diff.before, removed, true);
    append(diff.after, added, true);
    append(diff.before, both, false);
    append(diff.after, both, false);
    [removed, added] = [[], []];
  };
  for (const [index, { value, removed: isRemoved, added: isAdded }] of changes.entries()) {
    const isBetween = index > 0 && index < changes.length - 1 && /^\s+$/.test(value.join(""));
    if (!isRemoved && !isAdded && !isBetween) close(value);
    else {
      if (!isAdded) removed.push(...value);
      if (!isRemoved) added.push(...value);
    }
  }
  close([]);
  return diff;
}

function append(side: DiffPart[], tokens: readonly string[], isChanged: boolean): void {
  if (tokens.length === 0) return;
  const last = side.at(-1);
  if (last?.isChanged === isChanged) last.text += tokens.join("");
  else side.push({ text: tokens.join(""), isChanged });
}
