import type { CandidateFinding } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import type { City } from "../../cities/queries.server";
import { assessCandidates } from "./assess-candidates.server";
import { candidateContext } from "./candidate-context.server";
import { candidateValuesOf } from "./candidate-values";
import { correctedEvents } from "./corrected-events.server";
import { gradeOfFinding } from "./finding-table";
import { answerContext } from "./parse-response.server";
import { parseAnswer } from "./parser/parse-answer.server";
import { FIELDS, type ParsedEvent } from "./parser/parsed-event";
import type { Wizard } from "./wizard";

/** An entry of the answer, as parsed and as corrected. */
export interface WizardEntry {
  original: ParsedEvent;
  event: ParsedEvent;
  isTaken: boolean;
  isCorrected: boolean;
}

/**
 * Entries of a wizard's answer with their corrections. Parses the answer at each step: it is the
 * single source. @returns null if the answer is unreadable, which `saveAnswer` records
 */
export function entriesOf(
  deps: Pick<Deps, "clock">,
  { values }: Pick<Wizard, "values">,
  city: City,
  text: string,
) {
  const context = answerContext(deps, city, values.month);
  const answer = parseAnswer(text, context);
  if (!answer.ok) return null;
  const correctedPlaces = answer.events.flatMap((event) =>
    values.corrections[event.index] ? [event.index] : [],
  );
  const given = correctedPlaces.map((index) =>
    sentEvent(answer.events[index], values.corrections[index]),
  );
  const read = new Map(
    correctedEvents(given, answer.events, context).map((event, place) => [
      correctedPlaces[place],
      event,
    ]),
  );
  const corrected = answer.events.map((original): WizardEntry => {
    const event = read.get(original.index);
    return {
      original,
      event: event
        ? { ...event, index: original.index, duplicateOf: original.duplicateOf }
        : original,
      isTaken: !values.leftOut.includes(original.index),
      isCorrected: event !== undefined,
    };
  });
  return { context, corrected };
}

/** An entry in the API's input format: values with corrections, and its index in the answer. */
export function sentEvent(
  event: ParsedEvent | undefined,
  correction: Wizard["values"]["corrections"][string] = {},
) {
  return {
    ...Object.fromEntries(FIELDS.map((field) => [field, event?.[field] ?? null])),
    ...correction,
    index: event?.index,
  };
}

/** Sorts after all run ids: wizard entries are compared with candidates of all runs. */
const AFTER_ALL_RUNS = "~";

/**
 * Assesses the entries of a wizard like a run does, so that the preview matches the result.
 * @returns findings by index, and `doubtful`: indexes that need review
 */
export async function assessEntries(
  deps: Pick<Deps, "db" | "memo" | "clock">,
  city: City,
  entries: readonly WizardEntry[],
) {
  const context = await candidateContext(deps, city);
  const compared = entries.map(({ event }) => ({
    id: String(event.index),
    runId: AFTER_ALL_RUNS,
    position: event.index,
    values: candidateValuesOf(event),
    venueId: null,
  }));
  const { processed } = await assessCandidates(deps, context, compared);
  const findings = new Map(processed.map((one) => [Number(one.id), one.findings]));
  const isDoubt = ({ code }: CandidateFinding) => gradeOfFinding(code) !== "note";
  const doubtful = new Set(
    entries.flatMap(({ original, event }) =>
      original.duplicateOf !== null || findings.get(event.index)?.some(isDoubt)
        ? [event.index]
        : [],
    ),
  );
  return { findings, doubtful };
}
