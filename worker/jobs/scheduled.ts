import type { Deps } from "../../app/lib/deps";
import { leaving } from "../../app/lib/runtime/allowance";
import { describeError, log } from "../../app/lib/runtime/log";
import { countOperation } from "../../app/lib/runtime/operation-counts";
import { sealAuditEntries } from "../../app/modules/audit/audit-chain.server";
import { advanceSeries, topUpSeries } from "../../app/modules/authoring/advance-series.server";
import { storeSuggestionIndexes } from "../../app/modules/discovery/suggestions/build-suggestion-index.server";
import { publishWeeks } from "../../app/modules/discovery/weeks/publish-weeks.server";
import { proposePairs } from "../../app/modules/events/duplicates/propose-pairs.server";
import { endEvents } from "../../app/modules/events/end-events.server";
import { digestHosts } from "../../app/modules/hosting/digest-hosts.server";
import { sweepRegistrations } from "../../app/modules/hosting/sweep-registrations.server";
import { countMembership } from "../../app/modules/identity/trust/trust.server";
import { sweepRuns } from "../../app/modules/intake/ingestion/process-run.server";
import { fetchRemotePictures } from "../../app/modules/intake/pictures/fetch-remote-pictures.server";
import { beginSourceChecks } from "../../app/modules/intake/sources/begin-checks.server";
import { sweepJobs } from "../../app/modules/jobs/jobs.server";
import { sweepMails } from "../../app/modules/mail/deliver-mail.server";
import { sweepMessengers } from "../../app/modules/messengers/send-posts.server";
import { lookUpSearches } from "../../app/modules/notifications/digests/look-up-searches.server";
import { sendDueDigests } from "../../app/modules/notifications/digests/send-digests.server";
import { sweepDomainEvents } from "../../app/modules/notifications/expand-domain-event.server";
import { sweepPushes } from "../../app/modules/notifications/push/deliver-push.server";
import { remindSavers } from "../../app/modules/notifications/remind-savers.server";
import { checkAlarms, reportAway } from "../../app/modules/operations/check-alarms.server";
import { gatherOperations } from "../../app/modules/operations/operation-store.server";
import { beginPurges, measureBacklogs } from "../../app/modules/operations/purges.server";
import { settleDecisions } from "../../app/modules/review/inbox/schedule-decision.server";
import { notifyStaff } from "../../app/modules/review/moderation/notify-staff.server";
import { mergeSearchIndex } from "../../app/modules/search/index-event.server";
import { beginMeaningSweep } from "../../app/modules/search/renew-meanings.server";
import { siteState } from "../../app/modules/store/content-version.server";
import { storeSitemap } from "../../app/modules/syndication/sitemap/write-sitemap.server";
import { sweepWebhooks } from "../../app/modules/webhooks/deliver-webhook.server";
import { createJobDeps } from "../deps";
import { buildVersion } from "../pages";
import { jobSteps } from "./job-steps";
import { purges } from "./purges";

const sweepAllJobs = (deps: Deps) => sweepJobs(deps, jobSteps);
const sendWebhooks = (deps: Deps) => sweepWebhooks(deps);
const sendChannelPosts = (deps: Deps) => sweepMessengers(deps);
const storeWholeSitemap = (deps: Deps) => storeSitemap(deps);
const storeSuggestions = (deps: Deps) => storeSuggestionIndexes(deps, buildVersion);
const measureAllBacklogs = (deps: Deps) => measureBacklogs(deps, purges);

type Job = (deps: Deps) => Promise<unknown>;

/**
 * What the long jobs of a minute leave to those beside and after them, of what an invocation may
 * ask: they go on a minute later.
 */
const KEPT = 350;
const politely =
  (job: Job): Job =>
  (deps) =>
    job(leaving(deps, KEPT));

/**
 * Jobs of each cron in wrangler.toml: lists run in parallel, so that a hanging mail server delays
 * mails only. A job may run late, twice or not at all. Their names are for the log, since the
 * deployed bundle drops those of functions.
 */
const JOBS: Record<string, Readonly<Record<string, Job>>[]> = {
  // Every minute: work for staff, and outbox rows that the queue may have lost. Digests included:
  // 8:00 in Tehran is at half past an hour of UTC.
  "* * * * *": [
    {
      settleDecisions: politely(settleDecisions),
      advanceSeries: politely(advanceSeries),
      notifyStaff,
      sweepDomainEvents,
      lookUpSearches: politely(lookUpSearches),
      sendDueDigests,
      sweepRuns,
      beginSourceChecks: politely(beginSourceChecks),
      sweepAllJobs,
      sealAuditEntries,
    },
    { sweepMails: politely(sweepMails) },
    { sweepPushes: politely(sweepPushes) },
    { fetchRemotePictures: politely(fetchRemotePictures) },
    { sendWebhooks: politely(sendWebhooks) },
    { checkAlarms },
    { sendChannelPosts: politely(sendChannelPosts) },
    { storeSuggestions },
    { sweepRegistrations: politely(sweepRegistrations) },
  ],
  // Hourly: ended events, city counters, reminders, the RSVPs of the day for hosts, the picks of cities in whose zone it is time,
  // a large sitemap, and dates of series.
  "0 * * * *": [
    {
      endEvents,
      remindSavers,
      digestHosts: politely(digestHosts),
      publishWeeks,
      storeSitemap: storeWholeSitemap,
      topUpSeries,
    },
  ],
  // Nightly: purges and audits, the search index.
  "20 1 * * *": [
    {
      measureAllBacklogs,
      beginPurges,
      countMembership,
      mergeSearchIndex,
      beginMeaningSweep,
      proposePairs,
    },
  ],
};

/** A failed job does not stop the others, but the run counts as failed. */
export const scheduled: ExportedHandlerScheduledHandler<Env> = async ({ cron }, env, context) => {
  const lists = JOBS[cron];
  if (!lists) {
    log("error", "cron.unknown", { cron });
    throw new Error(`No job belongs to the cron "${cron}".`);
  }
  const deps = createJobDeps(env, (work) => context.waitUntil(work));
  const state = await siteState(deps).catch(async (error: unknown) => {
    await reportAway(deps);
    throw error;
  });
  if (state.isRestoring) {
    log("error", "restore.unended", { cron });
    return;
  }
  let failure: unknown;
  const runInTurn = async (jobs: Readonly<Record<string, Job>>) => {
    for (const [name, job] of Object.entries(jobs)) {
      const began = Date.now();
      try {
        const done = await job(deps);
        log("info", "cron.done", { cron, job: name, ...(typeof done === "object" ? done : null) });
      } catch (error) {
        failure = error;
        log("error", "cron.failed", { cron, job: name, ...describeError(error) });
      } finally {
        countOperation("job", name, Date.now() - began);
      }
    }
  };
  await Promise.all(lists.map(runInTurn));
  gatherOperations(deps);
  if (failure) throw failure;
};
