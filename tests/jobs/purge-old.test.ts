import { expect, test } from "vitest";
import {
  auditEntriesPurge,
  sealAuditEntries,
  verifyAuditChain,
} from "../../app/modules/audit/audit-chain.server";
import { auditEntry } from "../../app/modules/audit/audit-entry.server";
import { countsPurge, notificationsPurge } from "../../app/modules/operations/purges.server";
import { auditAnchors, auditEntries, dailyCounts, notifications } from "../../db/schema";
import { notificationStatement } from "../factories/notification";
import { addActor } from "../helpers/organizers";
import { purgeAll } from "../helpers/purge";
import { createTestDeps } from "../helpers/test-deps";

const MONTH = 30.5 * 86_400_000;

test.each([24, 3])(
  "after %i months of retention, older data is deleted and nothing else",
  async (retentionMonths) => {
    const deps = { ...createTestDeps(), retentionMonths };
    const { id: userId } = await addActor(deps, "user");
    const happen = async (key: string) => {
      await deps.db.batch([
        auditEntry(deps, { actorId: null, action: `${key}.happened`, entity: "test" }),
        notificationStatement(deps, {
          userId,
          type: "approval",
          kind: "event-approved",
          values: { title: { en: key, fa: null } },
          actionPath: null,
          relatedEntityId: null,
          idempotencyKey: `${key}-${retentionMonths}`,
        }),
        deps.db.insert(dailyCounts).values({
          name: `view:${key}`,
          day: new Date(deps.clock.now()).toISOString().slice(0, 10),
          count: 1,
        }),
      ]);
    };
    for (const table of [notifications, dailyCounts, auditEntries, auditAnchors])
      await deps.db.delete(table);
    await happen("old");
    deps.pass(2 * 86_400_000);
    await happen("young");
    await sealAuditEntries(deps);
    deps.pass(retentionMonths * MONTH - 86_400_000);

    expect(await purgeAll(deps, auditEntriesPurge)).toBe(1);
    expect(await purgeAll(deps, notificationsPurge)).toBe(1);
    expect(await purgeAll(deps, countsPurge)).toBeGreaterThan(0);
    for (const purge of [auditEntriesPurge, notificationsPurge, countsPurge])
      expect(await purgeAll(deps, purge)).toBe(0);
    expect((await deps.db.select().from(auditEntries)).map(({ action }) => action)).toEqual([
      "young.happened",
    ]);
    expect((await deps.db.select().from(notifications)).map(({ values }) => values)).toEqual([
      { title: { en: "young", fa: null } },
    ]);
    expect((await deps.db.select().from(dailyCounts)).map(({ name }) => name).sort()).toEqual([
      "news:sent:in-app:event-approved",
      "view:young",
    ]);
    expect(new Set((await deps.db.select().from(dailyCounts)).map(({ day }) => day)).size).toBe(1);
    expect(await verifyAuditChain(deps)).toMatchObject({ checked: 1, faults: [] });
  },
);
