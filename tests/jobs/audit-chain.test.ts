import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import {
  auditEntriesPurge,
  sealAuditEntries,
  verifyAuditChain,
} from "../../app/modules/audit/audit-chain.server";
import { auditEntry } from "../../app/modules/audit/audit-entry.server";
import { auditAnchors, auditEntries } from "../../db/schema";
import { purgeAll } from "../helpers/purge";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const MONTH = 30.5 * 86_400_000;

let deps: TestDeps;
beforeEach(async () => {
  deps = createTestDeps();
  await deps.db.batch([deps.db.delete(auditEntries), deps.db.delete(auditAnchors)]);
});

async function happen(count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    await auditEntry(deps, {
      actorId: null,
      action: "city.changed",
      entity: "city",
      entityId: `${index}`,
      metadata: { "2": "b", "1": "ا" },
    });
    deps.pass(1_000);
  }
}

const at = (sequence: number) => eq(auditEntries.sequence, sequence);

describe("the audit chain", () => {
  test("seals entries with the hash of the previous one, in order of time", async () => {
    await happen(250);
    expect(await sealAuditEntries(deps)).toEqual({ sealed: 250 });
    const entries = await deps.db.select().from(auditEntries).orderBy(auditEntries.sequence);
    expect(entries.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 250 }, (_, index) => index + 1),
    );
    expect(entries.map(({ entityId }) => entityId)).toEqual(
      Array.from({ length: 250 }, (_, index) => `${index}`),
    );
    for (const [index, entry] of entries.entries())
      expect(entry.previousHash).toBe(entries[index - 1]?.hash ?? "0".repeat(64));
    expect(await verifyAuditChain(deps)).toMatchObject({
      checked: 250,
      unsealed: 0,
      faults: [],
      head: { sequence: 250 },
    });
  });

  test("reports unsealed entries, which the next run seals", async () => {
    await happen(2);
    await sealAuditEntries(deps);
    await happen(3);
    expect(await verifyAuditChain(deps)).toMatchObject({ checked: 2, unsealed: 3, faults: [] });
    expect(await sealAuditEntries(deps)).toEqual({ sealed: 3 });
    expect(await sealAuditEntries(deps)).toEqual({ sealed: 0 });
    expect(await verifyAuditChain(deps)).toMatchObject({ checked: 5, unsealed: 0, faults: [] });
  });

  test("stays intact with two concurrent sealers, each entry sealed once", async () => {
    await happen(120);
    await Promise.allSettled([
      sealAuditEntries(deps),
      sealAuditEntries(deps),
      sealAuditEntries(deps),
    ]);
    await sealAuditEntries(deps);
    expect(await verifyAuditChain(deps)).toMatchObject({ checked: 120, unsealed: 0, faults: [] });
  });

  test.each([
    ["action", { action: "city.deleted" }],
    ["actor", { actorId: "019b0000-0000-7000-b000-000000000009" }],
    ["time", { createdAt: 1 }],
    ["metadata", { metadata: { "1": "ب", "2": "b" } }],
  ])("reports the position of a tampered %s", async (_name, change) => {
    await happen(5);
    await sealAuditEntries(deps);
    await deps.db.update(auditEntries).set(change).where(at(3));
    expect((await verifyAuditChain(deps)).faults).toMatchObject([{ sequence: 3, kind: "changed" }]);
  });

  test("reports a gap if an entry was removed", async () => {
    await happen(5);
    await sealAuditEntries(deps);
    await deps.db.delete(auditEntries).where(at(2));
    expect((await verifyAuditChain(deps)).faults).toEqual([
      { sequence: 2, id: null, kind: "missing" },
    ]);
  });

  test("reports the entry after one whose hash was recalculated after a change", async () => {
    await happen(4);
    await sealAuditEntries(deps);
    // A careful forgery: changes the second entry, seals it again and leaves the others.
    await deps.db
      .update(auditEntries)
      .set({ action: "x", sequence: null, previousHash: null, hash: null })
      .where(at(2));
    const third = await deps.db.select().from(auditEntries).where(at(3)).get();
    await deps.db
      .update(auditEntries)
      .set({ previousHash: "f".repeat(64) })
      .where(at(3));
    const { faults, unsealed } = await verifyAuditChain(deps);
    expect(faults).toContainEqual({ sequence: 2, id: null, kind: "missing" });
    expect(faults).toContainEqual({ sequence: 3, id: third?.id, kind: "changed" });
    expect(unsealed).toBe(1);
  });

  test("reports a truncated end, compared with the noted one", async () => {
    await happen(5);
    await sealAuditEntries(deps);
    const { head } = await verifyAuditChain(deps);
    await deps.db.delete(auditEntries).where(at(5));
    expect((await verifyAuditChain(deps)).faults).toEqual([]);
    expect((await verifyAuditChain(deps, head)).faults).toEqual([
      { sequence: 5, id: null, kind: "missing" },
    ]);
  });

  test("still holds after entries older than the retention are deleted [S-130]", async () => {
    await happen(3);
    deps.pass(20 * MONTH);
    await happen(2);
    await sealAuditEntries(deps);
    deps.pass(5 * MONTH);
    expect(await purgeAll({ ...deps, retentionMonths: 24 }, auditEntriesPurge)).toBe(3);
    expect(await purgeAll({ ...deps, retentionMonths: 24 }, auditEntriesPurge)).toBe(0);
    expect(await verifyAuditChain(deps)).toMatchObject({
      checked: 2,
      faults: [],
      head: { sequence: 5 },
    });
    await deps.db.update(auditAnchors).set({ hash: sql`'0'` });
    expect((await verifyAuditChain(deps)).faults).toMatchObject([
      { sequence: 4, kind: "unlinked" },
    ]);
  });
});
