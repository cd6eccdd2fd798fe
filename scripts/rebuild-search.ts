import { parseArgs } from "node:util";
import { getPlatformProxy } from "wrangler";
import { rebuildSearch } from "../app/modules/search/index-event.server";
import { createDatabase } from "../db/client";

/** Empties and refills the search index from the events: after a restore, or when its rules have changed. */
const { values } = parseArgs({ options: { "persist-to": { type: "string" }, remote: { type: "boolean" } } });
const proxy = await getPlatformProxy<Env>({
  persist: { path: `${values["persist-to"] ?? ".wrangler/state"}/v3` },
  remoteBindings: values.remote ?? false,
  ...(values.remote ? { environment: "production" } : null),
});
try {
  const count = await rebuildSearch(createDatabase(proxy.env.DB), { onProgress: (done) => console.log(`${done} events indexed`) });
  console.log(`The search index holds ${count} events.`);
} finally {
  await proxy.dispose();
}
