import type { Deps } from "../../app/lib/deps";
import { describeError, log } from "../../app/lib/log";
import { purgeOld } from "../../app/modules/administration/purge-old.server";
import { sealAuditEntries } from "../../app/modules/audit/audit-chain.server";
import { sendDueDigests } from "../../app/modules/digests/send-digests.server";
import { purgeVisitors } from "../../app/modules/events/count-visits.server";
import { endEvents } from "../../app/modules/events/end-events.server";
import { purgeAnswers } from "../../app/modules/idempotency/kept-answers.server";
import { purgeAttempts } from "../../app/modules/identity/attempts.server";
import { purgeDevices, purgeSessions } from "../../app/modules/identity/sessions.server";
import { purgeSigningKeys } from "../../app/modules/identity/signing-keys.server";
import { purgeTokens } from "../../app/modules/identity/user-tokens.server";
import { sweepRuns } from "../../app/modules/ingestion/process-run.server";
import { purgeMails, sweepMails } from "../../app/modules/mail/deliver-mail.server";
import { purgeUnusedMedia } from "../../app/modules/media/purge-unused-media.server";
import { purgeReportNetworks } from "../../app/modules/moderation/flag-event.server";
import { notifyStaff } from "../../app/modules/moderation/notify-staff.server";
import { purgeDeletedEvents } from "../../app/modules/moderation/purge-deleted-events.server";
import { sweepCauses } from "../../app/modules/notifications/expand-cause.server";
import { purgeNotifications } from "../../app/modules/notifications/purge-notifications.server";
import { remindSavers } from "../../app/modules/notifications/remind-savers.server";
import { siteState } from "../../app/modules/page-cache/site-state.server";
import { sweepPushes } from "../../app/modules/push/deliver-push.server";
import { purgeDeadLetters } from "../../app/modules/queues/dead-letters.server";
import { sweepJobs } from "../../app/modules/queues/jobs.server";

import { fetchRemotePictures } from "../../app/modules/remote-pictures/fetch-remote-pictures.server";

import { countMembership } from "../../app/modules/trust/count-membership.server";
import { deleteDueAccounts } from "../../app/modules/users/delete-account.server";
import { createDeps } from "../deps";
import { jobSteps } from "./job-steps";

const sweepAllJobs = (deps: Deps) => sweepJobs(deps, jobSteps);

type Job = (deps: Deps) => Promise<unknown>;

/**
 * What each cron of wrangler.toml does: lists that run side by side, so that a mail server that hangs holds up nothing but
 * mails. Every job may come late, twice or not at all.
 */
const JOBS: Record<string, Job[][]> = {
  // Every minute: what waits for staff, and what the database holds for somebody and the queue may have lost.
  // Digests among it: eight o'clock is at half past an hour of UTC in Tehran.
  "* * * * *": [
    [notifyStaff, sweepCauses, sendDueDigests, sweepRuns, sweepAllJobs, sealAuditEntries],
    [sweepMails],
    [sweepPushes],
    [fetchRemotePictures],
  ],
  // Hourly: what has ended, each city's counters, and what begins in a day.
  "0 * * * *": [[endEvents, remindSavers]],
  // Nightly: what must be forgotten.
  "20 1 * * *": [
    [
      purgeVisitors,
      purgeDeadLetters,
      purgeSessions,
      purgeTokens,
      purgeAttempts,
      purgeSigningKeys,
      purgeDevices,
      purgeMails,
      purgeNotifications,
      purgeAnswers,
      purgeReportNetworks,
      purgeDeletedEvents,
      countMembership,
      deleteDueAccounts,
      // After what refers to files.
      purgeUnusedMedia,
      purgeOld,
    ],
  ],
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
