import rules from "../../../data/phrasing-rules.tsv?raw";
import { CATEGORIES } from "../../lib/event/categories";
import { filterKeysOf } from "../../lib/event/field-groups";
import { readTsv } from "../../lib/text/csv";
import { textHash } from "../../lib/text/text-hash";
import type { IndexedEvent } from "./search-document";

/** Hours of a local start, as minutes from midnight. */
const [MORNING_ENDS, EVENING_BEGINS] = [10 * 60, 17 * 60];

let table: ReadonlyMap<string, string> | undefined;

const ruleOf = (kind: string): string => {
  table ??= new Map(
    readTsv(rules).map(([name = "", phrasings = ""]) => [name, phrasings.replaceAll("|", "\n")]),
  );
  return table.get(kind) ?? "";
};

/** The kinds of an event in `data/phrasing-rules.tsv`. */
function kindsOf(event: IndexedEvent, startMinute: number): string[] {
  return [
    ...event.categories.flatMap((name) =>
      CATEGORIES.filter((category) => category.name === name).map(({ slug }) => `category:${slug}`),
    ),
    ...filterKeysOf(event).map((key) => `trait:${key}`),
    ...(event.price === 0 ? ["free"] : []),
    ...(startMinute < MORNING_ENDS ? ["morning"] : []),
    ...(startMinute >= EVENING_BEGINS ? ["evening"] : []),
  ];
}

/**
 * How people ask for events like this one, by rules, one a line. @param startMinute of its local
 * start, from midnight
 */
export const rulePhrasings = (event: IndexedEvent, startMinute: number): string =>
  kindsOf(event, startMinute).map(ruleOf).filter(Boolean).join("\n");

/** The texts of an event that phrasings are written for, as a short hash. */
export const phrasedText = ({
  titleEn,
  titleFa,
  descriptionEn,
  descriptionFa,
  categories,
}: Pick<
  IndexedEvent,
  "titleEn" | "titleFa" | "descriptionEn" | "descriptionFa" | "categories"
>): string =>
  textHash(JSON.stringify([titleEn, titleFa, descriptionEn, descriptionFa, categories]));
