import { sql } from "drizzle-orm";
import { beforeEach, it } from "vitest";
import { readerOf } from "../../app/lib/dates/dates.server";
import { DAY } from "../../app/lib/dates/durations";
import { registerAccount } from "../../app/modules/hosting/register.server";
import { confirmStatement } from "../../app/modules/hosting/registration-statements.server";
import { getHostedShowing } from "../../app/modules/hosting/showings.server";
import { tellChanges } from "../../app/modules/hosting/tell-changes.server";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createRegistration, hostEvent } from "../factories/hosting";
import { emptyDatabase } from "../helpers/empty-database";
import { addSignedIn } from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
let occ: string;
beforeEach(async () => {
  await emptyDatabase();
  deps = createTestDeps();
  const cityId = (await createCity(deps.db, { slug: "tehran" })).id;
  const event = await createEvent(deps.db, { cityId, startsAt: deps.clock.now() + 7 * DAY });
  occ = await hostEvent(deps.db, event.id);
});
const N = 200;
async function timed(name: string, count: number, work: () => Promise<unknown>) {
  const at = performance.now();
  await work();
  const s = (performance.now() - at) / 1000;
  console.log(`BENCH ${name}: ${(count / s).toFixed(0)}/s, ${((s / count) * 1000).toFixed(2)} ms`);
}
it("bench", async () => {
  await timed("select 1, in turn", N, async () => { for (let i = 0; i < N; i++) await deps.db.get(sql`SELECT 1 AS x`); });
  await timed("select 1, at once", N, () => Promise.all(Array.from({ length: N }, () => deps.db.get(sql`SELECT 1 AS x`))));
  const make = async () => { const ids: string[] = []; for (let i = 0; i < N; i++) ids.push(await createRegistration(deps.db, occ)); return ids; };
  const a = await make();
  await timed("bare guarded update, in turn", N, async () => { for (const id of a) await confirmStatement(deps, id); });
  const b = await make();
  await timed("bare guarded update, at once", N, () => Promise.all(b.map((id) => confirmStatement(deps, id))));
  await deps.db.run(sql`UPDATE registration_changes SET told_at = 1`);
  const showing = await getHostedShowing(deps, occ);
  const form = { name: "Sara", seats: 1, levelId: null, takesFewer: false, sharesEmail: false, sharesName: false, answers: new Map(), ...readerOf("en") };
  const people = await Promise.all(Array.from({ length: N }, () => addSignedIn(deps)));
  const quiet = { ...deps, later: () => {} };
  await timed("registerAccount without mails, at once", N, () => Promise.all(people.map(({ actor }) => registerAccount(quiet as never, actor as never, showing, form))));
  await timed("mails of 200 changes, in one run of the cron", N, async () => { let after: number | null = 0; while (after !== null) after = (await tellChanges(deps, { after })).last; });
  const more = await Promise.all(Array.from({ length: N }, () => addSignedIn(deps)));
  await timed("registerAccount with mails, at once", N, async () => { await Promise.all(more.map(({ actor }) => registerAccount(deps, actor as never, showing, form))); await deps.settle(); });
}, 120_000);
