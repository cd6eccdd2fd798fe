import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../app/lib/permissions";
import { approveCandidate } from "../../app/modules/intake/ingestion/approve-candidates.server";
import {
  editCandidate,
  markCandidateDistinct,
} from "../../app/modules/intake/ingestion/edit-candidate.server";
import {
  type CandidateJoin,
  joinCandidates,
} from "../../app/modules/intake/ingestion/join-candidates.server";
import { processRun } from "../../app/modules/intake/ingestion/process-run.server";
import { startRun } from "../../app/modules/intake/ingestion/start-run.server";
import { auditEntries, distinctPairs, ingestionCandidates } from "../../db/schema";
import { answered, startOf } from "../factories/answer";
import { addTehran, emptyIngestion } from "../helpers/ingestion";
import { addActor } from "../helpers/organizers";
import { failureOf } from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
let admin: Actor;

beforeEach(async () => {
  deps = createTestDeps();
  await emptyIngestion(deps);
  admin = await addActor(deps, "admin");
  await addTehran(deps);
});

const BRIEF = answered(1, {
  description: "Short.",
  url: null,
  venue: null,
  address: null,
  price: null,
});
const FULL = answered(1, {
  description: "Two masters of the setar play together for the first time in years.",
  tags: ["setar"],
});

async function processed(...entries: readonly unknown[]): Promise<string> {
  deps.pass(120_000);
  const id = await startRun(deps, admin, startOf(entries), null);
  await processRun(deps, id);
  return id;
}
const candidatesOf = (runId: string) =>
  deps.db
    .select()
    .from(ingestionCandidates)
    .where(eq(ingestionCandidates.runId, runId))
    .orderBy(asc(ingestionCandidates.position));
const candidate = async (id: string) => {
  const [row] = await deps.db
    .select()
    .from(ingestionCandidates)
    .where(eq(ingestionCandidates.id, id));
  if (!row) throw new Error("There is no such candidate.");
  return row;
};
/** The same event twice: in one run, or in two. */
async function twice(isOneRun: boolean): Promise<[string, string]> {
  const runs = isOneRun
    ? [await processed(BRIEF, FULL)]
    : [await processed(BRIEF), await processed(FULL)];
  const ids = (await Promise.all(runs.map(candidatesOf))).flat().map(({ id }) => id);
  return [ids[0] ?? "", ids[1] ?? ""];
}
const join = (stays: string, goes: string, changes: Partial<CandidateJoin> = {}, actor = admin) =>
  joinCandidates(deps, actor, {
    stays,
    goes,
    reason: "Merged into another candidate",
    expectedVersions: {},
    ...changes,
  });

describe("merging two candidates of one event", () => {
  it.each([
    ["of one run, the earlier stays", true, true],
    ["of one run, the later stays", true, false],
    ["of two runs, the earlier stays", false, true],
    ["of two runs, the later stays", false, false],
  ])(
    "given two %s, keeps the fuller fields, and the other candidate leads to the merged one",
    async (_, isOneRun, isEarlier) => {
      const [first, second] = await twice(isOneRun);
      expect((await candidate(second)).findings).toContainEqual(
        expect.objectContaining({ code: "duplicate-candidate", candidate: first }),
      );
      const [stays, goes] = isEarlier ? [first, second] : [second, first];
      await join(stays, goes);
      const kept = await candidate(stays);
      expect(kept.values).toMatchObject({
        description: FULL.description,
        venue: FULL.venue,
        url: FULL.url,
        tags: ["setar"],
        price: 4_500_000,
      });
      expect(kept).toMatchObject({ status: "pending_review", version: 2 });
      expect(kept.findings.map(({ code }) => code)).not.toContain("duplicate-candidate");
      expect(await candidate(goes)).toMatchObject({
        status: "rejected",
        rejectionReason: "Merged into another candidate",
        findings: [{ code: "merged-into", field: null, candidate: stays }],
        decidedBy: admin.id,
      });
      const [entry] = (await deps.db.select().from(auditEntries)).filter(
        ({ action }) => action === "candidate.merged",
      );
      expect([entry?.entityId, entry?.metadata]).toEqual([
        goes,
        expect.objectContaining({ candidate: stays }),
      ]);
    },
  );

  it("keeps the remaining candidate's own facts, and no price gets the other's currency", async () => {
    const [first, second] = await processed(
      answered(1, { price: "20 USD" }),
      answered(1, { price: "900,000 toman" }),
    ).then(async (run) => (await candidatesOf(run)).map(({ id }) => id));
    await join(second ?? "", first ?? "");
    expect((await candidate(second ?? "")).values).toMatchObject({
      price: 9_000_000,
      currency: "IRR",
    });
  });

  it("makes a third candidate a duplicate of the remaining one if it was one of the merged one", async () => {
    const [first, second] = await twice(true);
    const [third] = await candidatesOf(await processed(FULL));
    await join(second, first);
    const about = (await candidate(third?.id ?? "")).findings.flatMap(
      (finding) => finding.candidate ?? [],
    );
    expect([...new Set(about)]).toEqual([second]);
  });

  it("given two editors at once, happens once, and the other gets a conflict", async () => {
    const [first, second] = await twice(true);
    const other = await addActor(deps, "admin");
    const outcomes = await Promise.allSettled([
      join(first, second),
      join(second, first, {}, other),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const states = [(await candidate(first)).status, (await candidate(second)).status];
    expect(states.filter((status) => status === "rejected")).toHaveLength(1);
    expect(
      (await deps.db.select().from(auditEntries)).filter(
        ({ action }) => action === "candidate.merged",
      ),
    ).toHaveLength(1);
  });

  it("is refused if either was corrected, approved or merged meanwhile", async () => {
    const [first, second] = await twice(true);
    await editCandidate(deps, admin, first, { version: 1, organizer: "Rudaki Foundation" });
    expect(
      (await failureOf(join(first, second, { expectedVersions: { [first]: 1, [second]: 1 } })))
        .code,
    ).toBe("conflict");
    await approveCandidate(deps, admin, second);
    for (const [stays, goes] of [
      [first, second],
      [second, first],
      [first, first],
    ] as const)
      expect((await failureOf(join(stays, goes))).code).toBe("conflict");
    expect((await failureOf(join(first, "019b0000-0000-7000-9000-0000000000ff"))).code).toBe(
      "not-found",
    );
    expect((await candidate(first)).status).not.toBe("rejected");
  });

  it("flags the earlier one as a duplicate of the event if the later one was approved", async () => {
    const [first, second] = await twice(false);
    const eventId = await approveCandidate(deps, admin, second);
    expect(await candidate(first)).toMatchObject({ status: "flagged" });
    expect((await candidate(first)).findings).toContainEqual(
      expect.objectContaining({ code: "duplicate-event", event: eventId }),
    );
  });

  it("can be declined on either page, for good", async () => {
    const [first, second] = await twice(false);
    await markCandidateDistinct(deps, admin, first, second, 1);
    expect((await candidate(second)).findings.map(({ code }) => code)).not.toContain(
      "duplicate-candidate",
    );
    expect(await deps.db.select().from(distinctPairs)).toHaveLength(1);
  });

  it("is for admins only", async () => {
    const [first, second] = await twice(true);
    const moderator = await addActor(deps, "moderator");
    expect((await failureOf(join(first, second, {}, moderator))).code).toBe("forbidden");
  });
});
