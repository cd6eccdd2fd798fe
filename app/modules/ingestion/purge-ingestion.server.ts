import { and, lt, notInArray } from "drizzle-orm";
import { ingestionRuns, ingestionTexts, ingestionWizards } from "../../../db/schema";
import { DAY } from "../../lib/dates/durations";
import { purgeOf } from "../../lib/runtime/purge-rounds.server";

const MONTH = 30.5 * DAY;
/** A wizard that nobody goes on with. */
const WIZARD = 30 * DAY;
/** Days of answers as they were pasted: they are long, and looked up only while their candidates are new. */
const ANSWER_DAYS = 90;
/** Runs of one round: their candidates and logs go with them. */
const RUNS = 20;

/** For how many days an answer is kept. */
export const answerDays = (retentionMonths: number): number => Math.min(ANSWER_DAYS, Math.floor((retentionMonths * MONTH) / DAY));

/** Runs with their candidates and logs, once they are older than the operator says (decisions.md §15). Events that came of them stay. */
export const runsPurge = purgeOf(
  ingestionRuns,
  (at, months) => and(lt(ingestionRuns.createdAt, at - months * MONTH), notInArray(ingestionRuns.status, ["pending", "running"])),
  RUNS,
);
/** Answers as they were pasted. */
export const pastedTextsPurge = purgeOf(ingestionTexts, (at, months) => lt(ingestionTexts.createdAt, at - answerDays(months) * DAY));
/** Wizards that were left. */
export const wizardsPurge = purgeOf(ingestionWizards, (at) => lt(ingestionWizards.updatedAt, at - WIZARD));
