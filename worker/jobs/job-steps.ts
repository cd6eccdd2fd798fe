import { purgeOn } from "../../app/modules/administration/purges.server";
import { leaveFormerCity } from "../../app/modules/cities/move-followers.server";
import { sendDigestsOn } from "../../app/modules/digests/trigger-digests.server";
import type { JobSteps } from "../../app/modules/queues/jobs.server";
import { indexCity } from "../../app/modules/search/index-city.server";
import { purges } from "./purges";

/** Steps by kind of job. */
export const jobSteps: JobSteps = {
  "city.index": indexCity,
  "city.followers": (deps, values) => leaveFormerCity(deps, values),
  "digests.send": sendDigestsOn,
  purge: (deps, values) => purgeOn(deps, purges, values),
};
