/** Relevance of an event for a query: 3 intended, 2 fitting, 1 related; 0 if not listed. */
export type Grades = Readonly<Record<string, number>>;

const gain = (grade: number) => 2 ** grade - 1;
const discounted = (grades: readonly number[]) =>
  grades.reduce((sum, grade, index) => sum + gain(grade) / Math.log2(index + 2), 0);

/**
 * Normalized discounted cumulative gain of the first `depth` results: 1 for the best possible
 * order, 0 without relevant results (Järvelin and Kekäläinen 2002, gains 2^grade − 1).
 */
export function ndcg(results: readonly string[], grades: Grades, depth = 10): number {
  const ideal = discounted(
    Object.values(grades)
      .sort((a, b) => b - a)
      .slice(0, depth),
  );
  return ideal === 0
    ? 1
    : discounted(results.slice(0, depth).map((key) => grades[key] ?? 0)) / ideal;
}
