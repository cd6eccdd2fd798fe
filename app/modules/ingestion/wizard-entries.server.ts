import type { Deps } from "../../lib/deps";
import type { City } from "../cities/queries.server";
import { correctedEvents } from "./corrected-events";
import { gradeOfFinding } from "./finding-table";
import { answerContext } from "./parse-response.server";
import { parseAnswer } from "./parser/parse-answer";
import { FIELDS, type ParsedEvent } from "./parser/parsed-event";
import type { Wizard } from "./wizard";

/** An entry of the answer, as it was read and as it was corrected. */
export interface WizardEntry {
  original: ParsedEvent;
  event: ParsedEvent;
  isTaken: boolean;
  isCorrected: boolean;
}

/**
 * The entries of a wizard's answer with what was corrected of them. Read anew at each step: the answer is the truth.
 * @returns null where the answer cannot be read, which no answer is kept that cannot
 */
export function entriesOf(deps: Pick<Deps, "clock">, { values }: Pick<Wizard, "values">, city: City, text: string) {
  const context = answerContext(deps, city, values.month);
  const answer = parseAnswer(text, context);
  if (!answer.ok) return null;
  const correctedPlaces = answer.events.flatMap((event) => (values.corrections[event.index] ? [event.index] : []));
  const given = correctedPlaces.map((index) => sentEvent(answer.events[index], values.corrections[index]));
  const read = new Map(correctedEvents(given, answer.events, context).map((event, place) => [correctedPlaces[place], event]));
  const corrected = answer.events.map((original): WizardEntry => {
    const event = read.get(original.index);
    return {
      original,
      event: event ? { ...event, index: original.index, duplicateOf: original.duplicateOf } : original,
      isTaken: !values.leftOut.includes(original.index),
      isCorrected: event !== undefined,
    };
  });
  return { context, corrected };
}

/** An entry as a client of the API sends it: the values, corrected where they were, and which entry of the answer it is. */
export function sentEvent(event: ParsedEvent | undefined, correction: Wizard["values"]["corrections"][string] = {}) {
  return { ...Object.fromEntries(FIELDS.map((field) => [field, event?.[field] ?? null])), ...correction, index: event?.index };
}

/** Whether somebody should look at an event before it goes along: something is doubtful, or it is there twice. */
export const isDoubtful = ({ duplicateOf, issues }: Pick<ParsedEvent, "duplicateOf" | "issues">): boolean =>
  duplicateOf !== null || issues.some(({ code }) => gradeOfFinding(code) !== "note");
