import { applyD1Migrations, env } from "cloudflare:test";
import { beforeEach } from "vitest";
import { memo } from "../../worker/deps";
import { emptyDatabase } from "./empty-database";

/**
 * Each test file starts with an empty database, bucket and cache in a reused worker: starting a
 * worker takes longer than most files (vitest.config.ts).
 */
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS ?? []);
await emptyDatabase();
for (const { key } of (await env.MEDIA.list()).objects) await env.MEDIA.delete(key);

// Jobs left by the previous file may cache settings and cities while this file writes its own.
beforeEach(() => memo.clear());
