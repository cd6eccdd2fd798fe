import { type Cell, cellsAround, degreesOf, type Position, shrinkageAt } from "../../lib/geo/geo";

/** Cells of the index's own grid per degree: about 1.7 km from south to north. */
const PER_DEGREE = 64;
/** Radius within which its cells are few enough, km. */
const FINE_KM = 8;

/** Facet word of a cell of the lists. */
export const cellWord = ({ grid, row, column }: Cell): string => `${grid}x${row}x${column}`;

/** Facet word of the fine cell that a position is in. */
export const fineCellOf = ({ latitude, longitude }: Position): string =>
  `g${Math.floor((latitude + 90) * PER_DEGREE)}x${Math.floor((longitude + 180) * PER_DEGREE)}`;

/** Facet words of the cells that a circle touches; `radius` in km. */
export function cellWordsAround(center: Position, radius: number): string[] {
  if (radius > FINE_KM) return cellsAround(center, radius).map(cellWord);
  const high = degreesOf(radius);
  const wide = high / shrinkageAt(center.latitude);
  const index = (degrees: number, offset: number) => Math.floor((degrees + offset) * PER_DEGREE);
  const words: string[] = [];
  for (let row = index(center.latitude - high, 90); row <= index(center.latitude + high, 90); row++)
    for (
      let column = index(center.longitude - wide, 180);
      column <= index(center.longitude + wide, 180);
      column++
    )
      words.push(`g${row}x${column}`);
  return words;
}
