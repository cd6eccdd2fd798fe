import type { Deps } from "../../app/lib/deps";
import { createMemo } from "../../app/lib/runtime/memo";
import { reviewPage } from "../../app/routes/admin/review/review.server";
import { meterDatabase } from "../helpers/metered-database";
import { requestContext } from "../helpers/request-context";

const clock = { now: () => Date.UTC(2026, 11, 8, 10) };
const memo = createMemo(clock);

/** Runs SQL, or renders the queue page of the URL and returns its cost. */
const queue = {
  async fetch(request: Request, env: { DB: D1Database }): Promise<Response> {
    const url = new URL(request.url);
    if (request.method === "POST") {
      await env.DB.prepare(await request.text()).run();
      return new Response("done");
    }
    const { db, spent } = meterDatabase(env.DB);
    const signedIn = {
      id: "moderator",
      role: "moderator",
      isVerified: true,
      sessionId: "none",
    } as const;
    const deps = { db, clock, memo } as Deps;
    const page = await reviewPage(
      requestContext(deps, { signedIn, origin: url.origin }),
      "pending",
      url.searchParams,
    );
    return Response.json({ rows: page.rows.length, ...spent });
  },
};

// The runtime only reads the default export.
export { queue as default };
