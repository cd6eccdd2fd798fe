import type { CategoryName } from "../events/categories";
import type { DatePreset } from "../../lib/date-presets";
export interface Chip { kind: "city" | "category" | "free" | "when"; value: string; matchedText: string }
export interface Understood { words: string; filters: { city?: string; category?: CategoryName; free?: boolean; when?: DatePreset }; chips: Chip[] }
export function understandQuery(q: string, _options: object): Understood {
  return { words: q, filters: {}, chips: [] };
}
