/** Years from which a person is an adult. */
export const ADULT = 18;

/**
 * Ages, years, both inclusive. Up to 17: events for children of any of these ages. Without `to`:
 * also events with an age limit of `from` or more; from `ADULT` on those alone.
 */
export interface AgeRange {
  from: number;
  to: number | null;
}

/** Ages that the page offers. */
export const AGE_CHOICES = ["0-2", "3-5", "6-8", "9-12", "13-17", "18-"] as const;

/**
 * The ages of the parameter `age`: "7", "3-6", "12-" or "12+"; undefined if invalid. Ages of adults
 * are one: "18-".
 */
export function readAges(text: string): AgeRange | undefined {
  const [, first, open, last] = /^(\d{1,2})\s*(?:([-–+])\s*(\d{1,2})?)?$/.exec(text) ?? [];
  if (first === undefined || (open === "+" && last !== undefined)) return undefined;
  const from = Math.min(Number(first), ADULT);
  const to = last === undefined ? (open === undefined ? from : null) : Number(last);
  if (to !== null && to < Number(first)) return undefined;
  return { from, to: to === null || to >= ADULT ? null : to };
}

/** The value of the parameter `age`. */
export const writeAges = ({ from, to }: AgeRange): string =>
  to === null ? `${from}-` : to === from ? `${from}` : `${from}-${to}`;

interface EventAges {
  isForChildren: boolean;
  childAgeFrom?: number | null;
  childAgeTo?: number | null;
  ageLimit?: number | null;
}

/**
 * Ages of the children that an event is for: all that it does not exclude. Null for other events.
 */
export function childAgesOf({
  isForChildren,
  childAgeFrom,
  childAgeTo,
  ageLimit,
}: EventAges): { from: number; to: number } | null {
  if (!isForChildren) return null;
  const from = Math.max(childAgeFrom ?? 0, ageLimit ?? 0);
  const to = Math.min(childAgeTo ?? ADULT - 1, ADULT - 1);
  return from <= to ? { from, to } : null;
}
