import type { Deps } from "../../app/lib/deps";
import { describeError, log } from "../../app/lib/runtime/log";
import { beginPurges, measureBacklogs } from "../../app/modules/administration/purges.server";
import { sealAuditEntries } from "../../app/modules/audit/audit-chain.server";
import { advanceSeries, topUpSeries } from "../../app/modules/authoring/advance-series.server";
import { sendDueDigests } from "../../app/modules/digests/send-digests.server";
import { endEvents } from "../../app/modules/events/end-events.server";
import { sweepRuns } from "../../app/modules/ingestion/process-run.server";
import { sweepMails } from "../../app/modules/mail/deliver-mail.server";
import { notifyStaff } from "../../app/modules/moderation/notify-staff.server";
import { sweepDomainEvents } from "../../app/modules/notifications/expand-domain-event.server";
import { remindSavers } from "../../app/modules/notifications/remind-savers.server";
import { siteState } from "../../app/modules/page-cache/site-state.server";
import { sweepPushes } from "../../app/modules/push/deliver-push.server";
import { sweepJobs } from "../../app/modules/queues/jobs.server";
import { fetchRemotePictures } from "../../app/modules/remote-pictures/fetch-remote-pictures.server";
import { countMembership } from "../../app/modules/trust/count-membership.server";
import { createDeps } from "../deps";
import { jobSteps } from "./job-steps";
import { purges } from "./purges";

const sweepAllJobs = (deps: Deps) => sweepJobs(deps, jobSteps);
const measureAllBacklogs = (deps: Deps) => measureBacklogs(deps, purges);

type Job = (deps: Deps) => Promise<unknown>;

/**
 * Jobs of each cron in wrangler.toml: lists run in parallel, so that a hanging mail server delays mails only. A job may
 * run late, twice or not at all.
 */
const JOBS: Record<string, Job[][]> = {
  // Every minute: work for staff, and outbox rows that the queue may have lost. Digests included: 8:00 in Tehran is at
  // half past an hour of UTC.
  "* * * * *": [
    [advanceSeries, notifyStaff, sweepDomainEvents, sendDueDigests, sweepRuns, sweepAllJobs, sealAuditEntries],
    [sweepMails],
    [sweepPushes],
    [fetchRemotePictures],
  ],
  // Hourly: ended events, city counters, and reminders.
  "0 * * * *": [[endEvents, remindSavers]],
  // Nightly: dates of series, purges and audits.
  "20 1 * * *": [[topUpSeries, measureAllBacklogs, beginPurges, countMembership]],
};

/** A job that fails holds up none of the others, but the run counts as failed. */
export const scheduled: ExportedHandlerScheduledHandler<Env> = async ({ cron }, env, context) => {
  const lists = JOBS[cron];
  if (!lists) {
    log("error", "cron.unknown", { cron });
    throw new Error(`No job belongs to the cron "${cron}".`);
  }
  const deps = createDeps(env, (work) => context.waitUntil(work));
  if ((await siteState(deps)).isRestoring) {
    log("error", "restore.unended", { cron });
    return;
  }
  let failure: unknown;
  const runInTurn = async (jobs: readonly Job[]) => {
    for (const job of jobs)
      try {
        const done = await job(deps);
        log("info", "cron.done", { cron, job: job.name, ...(typeof done === "object" ? done : null) });
      } catch (error) {
        failure = error;
        log("error", "cron.failed", { cron, job: job.name, ...describeError(error) });
      }
  };
  await Promise.all(lists.map(runInTurn));
  if (failure) throw failure;
};
