import type { Deps } from "../../app/lib/deps";
import { createMemo } from "../../app/lib/runtime/memo";
import { sendDigests } from "../../app/modules/notifications/digests/send-digests.server";
import { createDatabase } from "../../db/client";
import { createVault } from "../../worker/adapters/vault";

/** 2026-12-08T10:00:00Z. */
const NOW = Date.UTC(2026, 11, 8, 10);
const clock = { now: () => NOW };
const random = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) };
const memo = createMemo(clock);
let count = 0;
let messages = 0;

/** Runs the digests of one queue message with the product's code and workerd's D1. */
const digests = {
  async fetch(_request: Request, env: { DB: D1Database }): Promise<Response> {
    const deps = {
      db: createDatabase(env.DB),
      clock,
      random,
      siteUrl: "https://rooydad.example",
      memo,
      vault: createVault("a secret of the bench, long enough for one", random),
      ids: { next: () => `019b0000-0000-7000-8000-${String(++count).padStart(12, "0")}` },
      jobs: { send: async () => void messages++ },
      budget: { take: async () => {} },
      later: (work: Promise<unknown>) => void work,
    } as unknown as Deps;
    return Response.json({
      ...(await sendDigests(deps, { frequency: null, after: "" })),
      messages,
    });
  },
};

// The runtime only reads the default export.
export { digests as default };
