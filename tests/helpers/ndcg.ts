/** Relevance of an event for a query: 3 is what was meant, 2 fits, 1 touches it; what is not named is 0. */
export type Grades = Readonly<Record<string, number>>;

const gain = (grade: number) => 2 ** grade - 1;
const discounted = (grades: readonly number[]) => grades.reduce((sum, grade, index) => sum + gain(grade) / Math.log2(index + 2), 0);

/**
 * Normalised discounted cumulative gain of the first `depth` results: 1 where no order of the judged items is
 * better, 0 where nothing relevant is found (Järvelin and Kekäläinen 2002, gains 2^grade − 1).
 */
export function ndcg(results: readonly string[], grades: Grades, depth = 10): number {
  const ideal = discounted(
    Object.values(grades)
      .sort((a, b) => b - a)
      .slice(0, depth),
  );
  return ideal === 0 ? 1 : discounted(results.slice(0, depth).map((key) => grades[key] ?? 0)) / ideal;
}
