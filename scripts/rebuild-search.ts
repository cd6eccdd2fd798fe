import { parseArgs } from "node:util";
import { rebuildSearch } from "../app/modules/search/index-event.server";
import { withDatabase } from "./open-database";

/**
 * Empties and refills the search index from the events: after a restore, or when its rules have
 * changed. npm run search:rebuild -- [--persist-to DIR | --remote]
 */
const { values } = parseArgs({
  options: { "persist-to": { type: "string" }, remote: { type: "boolean" } },
});

const count = await withDatabase(values, (db) =>
  rebuildSearch(db, { onProgress: (done) => console.log(`${done} events indexed`) }),
);
console.log(
  `The search index of the ${values.remote ? "remote" : "local"} database holds ${count} events.`,
);
