import { applyD1Migrations, env } from "cloudflare:test";
import { beforeEach } from "vitest";
import { memo } from "../../worker/deps";
import { emptyDatabase } from "./empty-database";

/**
 * A file of tests begins with an empty database and bucket and with nothing remembered, in the worker that the file
 * before has left: starting one takes longer than most files (vitest.config.ts).
 */
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS ?? []);
await emptyDatabase();
for (const { key } of (await env.MEDIA.list()).objects) await env.MEDIA.delete(key);

// Jobs that the file before has left read the settings and cities while this one still writes its own.
beforeEach(() => memo.clear());
