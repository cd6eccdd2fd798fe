import { leaveFormerCity } from "../../app/modules/cities/move-followers.server";
import { mailWeek } from "../../app/modules/discovery/weeks/week-mail.server";
import { linkHostsStatements } from "../../app/modules/hosts/link-hosts.server";
import { moveHostEvents } from "../../app/modules/hosts/write-host.server";
import { checkSourceOn } from "../../app/modules/intake/sources/check-source.server";
import type { JobSteps } from "../../app/modules/jobs/jobs.server";
import { sendDigestsOn } from "../../app/modules/notifications/digests/preview-digest.server";
import { purgeOn } from "../../app/modules/operations/purges.server";
import { indexCity } from "../../app/modules/search/index-city.server";
import { renewMeaning, sweepMeanings } from "../../app/modules/search/renew-meanings.server";
import { renewPhrasings } from "../../app/modules/search/renew-phrasings.server";
import { purges } from "./purges";

/** Steps by kind of job. */
export const jobSteps: JobSteps = {
  "city.index": (deps, values) =>
    indexCity(deps, values, (found) => linkHostsStatements(deps, found)),
  "event.phrasings": renewPhrasings,
  "event.meaning": renewMeaning,
  "meanings.sweep": sweepMeanings,
  "city.followers": (deps, values) => leaveFormerCity(deps, values),
  "host.merge": moveHostEvents,
  "digests.send": sendDigestsOn,
  "week.mail": mailWeek,
  "source.check": (deps, values) => checkSourceOn(deps, values),
  purge: (deps, values) => purgeOn(deps, purges, values),
};
