import { beforeEach, expect, test } from "vitest";
import { processRun } from "../../app/modules/intake/ingestion/process-run.server";
import {
  pastedTextsPurge,
  runsPurge,
  wizardsPurge,
} from "../../app/modules/intake/ingestion/purge-ingestion.server";
import { startRun } from "../../app/modules/intake/ingestion/start-run.server";
import {
  ingestionCandidates,
  ingestionLogs,
  ingestionRuns,
  ingestionTexts,
  ingestionWizards,
} from "../../db/schema";
import { answered, startOf } from "../factories/answer";
import { addTehran, emptyIngestion } from "../helpers/ingestion";
import { addActor } from "../helpers/organizers";
import { purgeAll } from "../helpers/purge";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const DAY = 86_400_000;
const purgeIngestion = async (deps: TestDeps, retentionMonths: number) => {
  const kept = { ...deps, retentionMonths };
  return {
    runs: await purgeAll(kept, runsPurge),
    texts: await purgeAll(kept, pastedTextsPurge),
    wizards: await purgeAll(kept, wizardsPurge),
  };
};

beforeEach(() => emptyIngestion(createTestDeps()));

test("wizard, answer and run are deleted in that order as time passes", async () => {
  const deps = createTestDeps();
  await addTehran(deps);
  const admin = await addActor(deps, "admin");
  const now = deps.clock.now();
  await processRun(deps, await startRun(deps, admin, startOf([answered(1)]), null));
  await deps.db
    .insert(ingestionWizards)
    .values({ id: "w", userId: admin.id, values: {}, createdAt: now, updatedAt: now });
  const left = async () =>
    Promise.all(
      [ingestionWizards, ingestionTexts, ingestionRuns, ingestionCandidates, ingestionLogs].map(
        async (table) => (await deps.db.select().from(table)).length > 0,
      ),
    );

  deps.pass(29 * DAY);
  expect(await purgeIngestion(deps, 6)).toEqual({ runs: 0, texts: 0, wizards: 0 });
  deps.pass(2 * DAY);
  expect(await purgeIngestion(deps, 6)).toMatchObject({ wizards: 1 });
  expect(await left()).toEqual([false, true, true, true, true]);
  deps.pass(60 * DAY);
  await purgeIngestion(deps, 6);
  expect(await left()).toEqual([false, false, true, true, true]);
  deps.pass(100 * DAY);
  expect(await purgeIngestion(deps, 6)).toMatchObject({ runs: 1 });
  expect(await left()).toEqual([false, false, false, false, false]);
});

test("an active run is kept at any age", async () => {
  const deps = createTestDeps();
  await addTehran(deps);
  await startRun(deps, await addActor(deps, "admin"), startOf([answered(1)]), null);
  deps.pass(800 * DAY);
  expect(await purgeIngestion(deps, 24)).toMatchObject({ runs: 0 });
});
