import { TRAIT_KEYS } from "../../../lib/event/event-fields";
import {
  ANSWER_FIELD_NAMES,
  type AnswerFieldName,
  EMPTY_ANSWER_VALUES,
} from "../../../lib/event/field-groups";
import type { ParsedFieldName } from "../entries/parsed-event";
import type { CandidateValues } from "./candidate-values";

/** Fields that must come from the same source: a price with its currency, an hour with its day. */
const GROUPS: readonly (readonly (keyof CandidateValues & string)[])[] = [
  ["title"],
  ["titleFa"],
  ["description"],
  ["descriptionFa"],
  ["category"],
  ["price", "currency", "free"],
  ["venue", "venueFa"],
  ["address", "addressFa", "latitude", "longitude"],
  ["url"],
  ["imageUrl"],
  ["organizer"],
  // A link belongs to an online event.
  ["attendance", "onlineUrl"],
  ...ANSWER_FIELD_NAMES.filter((name) => name !== "attendance" && name !== "onlineUrl").map(
    (name) => [name],
  ),
];
const SERIES = ["schedule", "date", "time", "endDate", "endTime"] as const;
const ONE_DATE = [["date"], ["time", "endDate", "endTime"]] as const;
/** Fields of which the longer text wins. */
const LONG_TEXTS: ReadonlySet<string> = new Set(["description", "descriptionFa"]);
const TAGS_MAX = 10;

const isBlank = (values: CandidateValues, group: readonly (keyof CandidateValues)[]): boolean =>
  group.every(
    (name) =>
      values[name] === null ||
      values[name] === false ||
      values[name] === "" ||
      (name in EMPTY_ANSWER_VALUES &&
        values[name] === EMPTY_ANSWER_VALUES[name as AnswerFieldName]),
  );

function isFuller(
  name: string | undefined,
  kept: CandidateValues,
  other: CandidateValues,
): boolean {
  if (name === undefined || !LONG_TEXTS.has(name)) return false;
  const [keptText, otherText] = [kept[name as "description"], other[name as "description"]];
  return (otherText?.length ?? 0) > (keptText?.length ?? 0);
}

/**
 * Merges two candidates of the same event: `kept` wins; missing fields and longer descriptions come
 * from `other`, with their origin and issues.
 */
export function fullerValues(kept: CandidateValues, other: CandidateValues): CandidateValues {
  const values: CandidateValues = {
    ...kept,
    confidence: { ...kept.confidence },
    origin: { ...kept.origin },
  };
  const taken = new Set<string>();
  // Several dates say more than one of them, and are taken as a whole.
  const when = kept.schedule ? [] : other.schedule ? [SERIES] : ONE_DATE;
  for (const group of [...when, ...GROUPS]) {
    const [name] = group;
    if (
      isBlank(other, group) ||
      !(group === SERIES || isBlank(kept, group) || isFuller(name, kept, other))
    )
      continue;
    // An end belongs to the start's day.
    if (name === "time" && kept.date !== other.date) continue;
    for (const field of group) {
      taken.add(field);
      Object.assign(values, { [field]: other[field] });
      const [confidence, origin] = [
        other.confidence[field as ParsedFieldName],
        other.origin[field as ParsedFieldName],
      ];
      if (confidence !== undefined) values.confidence[field as ParsedFieldName] = confidence;
      if (origin) values.origin[field as ParsedFieldName] = origin;
    }
  }
  values.tags = [...new Set([...kept.tags, ...other.tags])].slice(0, TAGS_MAX);
  values.proposedTraits = TRAIT_KEYS.filter(
    (key) => kept.proposedTraits.includes(key) || other.proposedTraits.includes(key),
  );
  values.issues = [
    ...kept.issues.filter(({ field }) => !taken.has(field)),
    ...other.issues.filter(({ field }) => taken.has(field)),
  ];
  return values;
}
