import { parseArgs } from "node:util";
import { v7 } from "uuid";
import { makeOwner } from "../app/modules/identity/users/make-owner.server";
import { withDatabase } from "./open-database";

/**
 * The part of `npm run create-owner` that writes: prints the secret of the link as JSON.
 *   tsx scripts/make-owner.ts --email EMAIL --name NAME [--persist-to DIR | --remote]
 */
const { values } = parseArgs({
  options: {
    email: { type: "string", default: "" },
    name: { type: "string", default: "" },
    "persist-to": { type: "string" },
    remote: { type: "boolean" },
  },
});

const owner = await withDatabase(values, (db) =>
  makeOwner(
    {
      db,
      clock: { now: () => Date.now() },
      ids: { next: v7 },
      random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    },
    { email: values.email, displayName: values.name },
  ),
);
console.log(`OWNER ${JSON.stringify(owner)}`);
