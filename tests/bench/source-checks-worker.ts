import { asc, eq, sql } from "drizzle-orm";
import type { Deps } from "../../app/lib/deps";
import { createMemo } from "../../app/lib/runtime/memo";
import { beginSourceChecks } from "../../app/modules/intake/sources/begin-checks.server";
import { checkSourceOn } from "../../app/modules/intake/sources/check-source.server";
import { runJob } from "../../app/modules/jobs/jobs.server";
import { jobs, sourceChecks } from "../../db/schema";
import { createVault } from "../../worker/adapters/vault";
import { recordDatabase } from "../helpers/recording-database";

const random = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) };
const vault = createVault("a secret of the bench, long enough for one", random);
let count = 0;

/**
 * Begins the checks that are due at `?now=`, or runs the job `?job=` as one message of the queue
 * does. Returns what the message cost and what is left.
 */
const checks = {
  async fetch(request: Request, env: { DB: D1Database }): Promise<Response> {
    const params = new URL(request.url).searchParams;
    const clock = { now: () => Number(params.get("now")) };
    const recording = recordDatabase(env.DB);
    const deps = {
      db: recording.db,
      clock,
      random,
      vault,
      memo: createMemo(clock),
      siteUrl: "https://rooydad.example",
      isLocal: false,
      ids: { next: () => `019b0000-0000-7000-8000-${String(++count).padStart(12, "0")}` },
      jobs: { send: async () => {} },
      budget: { take: async () => {} },
      rooms: {
        cityChanged: async () => {},
        notified: async () => {},
        cityNotification: async () => {},
        runChanged: async () => {},
      },
      assistant: null,
      later: (work: Promise<unknown>) => void work,
    } as unknown as Deps;
    const job = params.get("job");
    if (job === null) await beginSourceChecks(deps);
    else await runJob(deps, { "source.check": (own, values) => checkSourceOn(own, values) }, job);
    const left = await deps.db
      .select({ id: jobs.id })
      .from(jobs)
      .where(eq(jobs.kind, "source.check"))
      .orderBy(asc(jobs.id));
    const [sums] = await deps.db
      .select({
        added: sql<number>`coalesce(sum(added), 0)`,
        changed: sql<number>`coalesce(sum(changed), 0)`,
        items: sql<number>`coalesce(sum(items), 0)`,
        bad: sql<number>`coalesce(sum(status NOT IN ('ok', 'not-modified', 'running')), 0)`,
      })
      .from(sourceChecks)
      .where(eq(sourceChecks.startedAt, clock.now()));
    return Response.json({
      left: left.map(({ id }) => id),
      sums,
      roundTrips: recording.roundTrips,
      parameters: Math.max(0, ...recording.statements.map(({ parameters }) => parameters.length)),
      bytes: Math.max(0, ...recording.statements.map(({ sql: text }) => text.length)),
      // D1's limit of a text is that of a row.
      longest: Math.max(
        0,
        ...recording.statements.flatMap(({ parameters }) =>
          parameters.map((one) => String(one).length),
        ),
      ),
    });
  },
};

// The runtime only reads the default export.
export { checks as default };
