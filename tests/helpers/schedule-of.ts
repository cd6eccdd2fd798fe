import type { Schedule } from "../../app/lib/event/schedule";
import { readSchedule } from "../../app/modules/schedule/schedule-schema";

/**
 * A schedule from its parts that matter; the schema supplies the rest. @throws with the issues of
 * an invalid one
 */
export function scheduleOf(raw: unknown): Schedule {
  const read = readSchedule(raw);
  if ("issues" in read) throw new Error(JSON.stringify(read.issues));
  return read.schedule;
}

/** A schedule of one rule. */
export const ruleOf = (rule: object, others: object = {}): Schedule =>
  scheduleOf({ kind: "rule", rules: [rule], ...others });

/** A series without the occurrence of one start. */
export const withoutDate = <Series extends Schedule>(schedule: Series, start: string): Series =>
  "dropped" in schedule ? { ...schedule, dropped: [...schedule.dropped, start].sort() } : schedule;
