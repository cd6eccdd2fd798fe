import { FILTERED, type Ranked } from "./rank-passes";

/**
 * A part of the results, by what its events lack. all: nothing. category: the understood category,
 * whose words they contain. words: some words. fewer: various words. literal: the understood
 * filters, whose words they contain.
 */
export interface ResultPart {
  kind: "all" | "category" | "words" | "fewer" | "literal";
  /** Missing words, folded; empty for other kinds. */
  without: readonly string[];
  /** Number of its events. */
  total: number;
}

/** Maximum number of parts that name their missing words; the others form one part. */
const NAMED_PARTS = 2;

type Kind = Pick<ResultPart, "kind" | "without">;

function kindOf({ isExact, filtered, missing }: Ranked): Kind {
  if (isExact) return { kind: "all", without: [] };
  if (filtered === FILTERED.not) return { kind: "literal", without: [] };
  return missing.length === 0
    ? { kind: "category", without: [] }
    : { kind: "words", without: missing };
}

const keyOf = ({ kind, without }: Kind) => [kind, ...without].join(" ");

/**
 * Orders ranked events by part: events that match everything first, then the part of the best of
 * the others.
 */
export function partsOf(ranked: readonly Ranked[]): { order: Ranked[]; parts: ResultPart[] } {
  const found = new Map<string, Kind & { events: Ranked[] }>();
  let named = 0;
  for (const event of ranked) {
    let kind = kindOf(event);
    const isNew = kind.kind === "words" && !found.has(keyOf(kind));
    if (isNew && ++named > NAMED_PARTS) kind = { kind: "fewer", without: [] };
    const key = keyOf(kind);
    const part = found.get(key) ?? { ...kind, events: [] };
    part.events.push(event);
    found.set(key, part);
  }
  const parts = [...found.values()];
  return {
    order: parts.flatMap(({ events }) => events),
    parts: parts.map(({ kind, without, events }) => ({ kind, without, total: events.length })),
  };
}
