import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { DEMO_PASSWORD, seedAccounts } from "../db/seed/demo-accounts";
import { DEMO_DOOR, seedDemoDoor } from "../db/seed/demo-door";
import { seedDatabase } from "../db/seed/seed-database";
import { seedHosting } from "../db/seed/seed-hosting";
import { createVault } from "../worker/adapters/vault";
import { withDatabase } from "./open-database";

/**
 * Fills the local database, including demo accounts with the password in SEED_PASSWORD. It cannot
 * reach a remote database. npm run db:seed -- [--persist-to DIR] [--now ISO]
 */
const { values } = parseArgs({
  options: {
    "persist-to": { type: "string" },
    now: { type: "string" },
    remote: { type: "boolean" },
    env: { type: "string" },
  },
});
if (values.remote || values.env) {
  console.error("Sample events are for local databases only. Nothing was written.");
  process.exit(1);
}
const now = values.now ? Date.parse(values.now) : Date.now();
if (Number.isNaN(now)) {
  console.error(`--now takes a date such as 2026-12-08T10:00:00Z, not ${values.now}.`);
  process.exit(1);
}

await withDatabase({ "persist-to": values["persist-to"] }, async (database) => {
  const [unended] = await database.all<{ count: number }>(
    sql`SELECT count(*) AS count FROM restore_state`,
  );
  if (unended && unended.count > 0) {
    console.error(
      "A restore of this database has not ended. Run it again with the same file: npm run restore -- FILE",
    );
    process.exit(1);
  }
  const { seeded, cities, events } = await seedDatabase(database, now);
  console.log(
    seeded
      ? `Seeded ${cities} cities and ${events} events.`
      : `Already seeded: ${cities} cities, ${events} events. Nothing changed.`,
  );
  const accounts = await seedAccounts(database, now, process.env.SEED_PASSWORD || DEMO_PASSWORD);
  if (accounts > 0) console.log(`Added ${accounts} demo accounts.`);
  await seedHosting(database, now);
  if (await seedDemoDoor(database, now, localVault()))
    console.log(`The demo door: /door/${DEMO_DOOR.key}, PIN ${DEMO_DOOR.pin}.`);
});

/** The vault of local runs, whose secret is in wrangler.toml. */
function localVault() {
  const file = readFileSync(new URL("../wrangler.toml", import.meta.url), "utf8");
  const [, secret = ""] = /^APP_SECRET = "(.+)"$/m.exec(file) ?? [];
  return createVault(secret, {
    bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  });
}
