import { type SQL, sql } from "drizzle-orm";

/** Optional parts of a good event, with the points lost without each. */
export const QUALITY_RULES = [
  { name: "picture", points: 20 },
  { name: "persian", points: 25 },
  { name: "coordinates", points: 15 },
  { name: "time", points: 20 },
  { name: "description", points: 10 },
] as const;
export type QualityRule = (typeof QUALITY_RULES)[number]["name"];

/** Score from which a case is one press from publishable. */
export const READY_SCORE = 85;
/** Minimum length of a sufficient description, characters. */
const WORDS = 80;

interface QualityColumns {
  picture: SQL;
  titleFa: SQL;
  latitude: SQL;
  /** Whether it has no time of day, 0 or 1. */
  isVague: SQL;
  description: SQL;
}

/** SQL: what is missing, one bit per rule in the order of the table. */
export function missingBits({
  picture,
  titleFa,
  latitude,
  isVague,
  description,
}: QualityColumns): SQL<number> {
  const isMissing: Record<QualityRule, SQL> = {
    picture: sql`${picture} IS NULL`,
    persian: sql`${titleFa} IS NULL`,
    coordinates: sql`${latitude} IS NULL`,
    time: sql`${isVague} = 1`,
    description: sql`length(coalesce(${description}, '')) < ${sql.raw(String(WORDS))}`,
  };
  const bits = QUALITY_RULES.map(
    ({ name }, place) => sql`(${isMissing[name]}) * ${sql.raw(String(1 << place))}`,
  );
  return sql<number>`(${sql.join(bits, sql` + `)})`;
}

/** SQL condition: the score is high enough. @param bits of `missingBits` */
export const isGoodEnough = (bits: SQL): SQL =>
  sql`(${sql.join(
    QUALITY_RULES.map(
      ({ points }, place) =>
        sql`(${bits} >> ${sql.raw(String(place))} & 1) * ${sql.raw(String(points))}`,
    ),
    sql` + `,
  )}) <= ${sql.raw(String(100 - READY_SCORE))}`;

/** The score, 0 to 100, and what is missing. */
export function qualityOf(bits: number): { score: number; missing: QualityRule[] } {
  const missing = QUALITY_RULES.filter((_, place) => (bits >> place) & 1);
  return {
    score: missing.reduce((score, { points }) => score - points, 100),
    missing: missing.map(({ name }) => name),
  };
}
