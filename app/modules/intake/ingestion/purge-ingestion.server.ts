import { and, lt, notInArray } from "drizzle-orm";
import { ingestionRuns, ingestionTexts, ingestionWizards } from "../../../../db/schema";
import { DAY } from "../../../lib/dates/durations";
import { purgeOf } from "../../../lib/runtime/purge-rounds.server";

const MONTH = 30.5 * DAY;
/** Retention of an unused wizard, ms. */
const WIZARD = 30 * DAY;
/** Retention of raw answers, days: they are long and only useful while their candidates are new. */
const ANSWER_DAYS = 90;
/** Runs per round; their candidates and logs are deleted with them. */
const RUNS = 20;

/** Retention of raw answers, days. */
export const answerDays = (retentionMonths: number): number =>
  Math.min(ANSWER_DAYS, Math.floor((retentionMonths * MONTH) / DAY));

/**
 * Runs with their candidates and logs after the configured months (decisions.md §15). Their events
 * stay.
 */
export const runsPurge = purgeOf(
  ingestionRuns,
  (at, months) =>
    and(
      lt(ingestionRuns.createdAt, at - months * MONTH),
      notInArray(ingestionRuns.status, ["pending", "running"]),
    ),
  RUNS,
);
/** Raw answers. */
export const pastedTextsPurge = purgeOf(ingestionTexts, (at, months) =>
  lt(ingestionTexts.createdAt, at - answerDays(months) * DAY),
);
/** Unused wizards. */
export const wizardsPurge = purgeOf(ingestionWizards, (at) =>
  lt(ingestionWizards.updatedAt, at - WIZARD),
);
