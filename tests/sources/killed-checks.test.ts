import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { HOUR, MINUTE } from "../../app/lib/dates/durations";
import type { Actor } from "../../app/lib/permissions";
import { beginSourceChecks } from "../../app/modules/intake/sources/begin-checks.server";
import { runJob } from "../../app/modules/jobs/jobs.server";
import type { SourceTrust } from "../../db/schema";
import {
  eventRevisions,
  events,
  ingestionCandidates,
  ingestionRuns,
  jobs,
  sourceProposals,
} from "../../db/schema";
import { answerWith } from "../helpers/external-services";
import {
  addSource,
  calendar,
  calendarAnswer,
  checksOf,
  itemsOf,
  readyToCheck,
  runChecks,
  stepsWith,
} from "../helpers/sources";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
let admin: Actor;
let path: string;

beforeEach(async () => {
  deps = createTestDeps();
  ({ admin, path } = await readyToCheck(deps));
});

/** The database of a dead worker: every query fails. */
const dead: unknown = new Proxy(() => {}, {
  get(_, name) {
    const error = new Error("The worker has died.");
    if (typeof name === "symbol") throw error;
    return name === "then" ? (_done: unknown, fail: (reason: Error) => void) => fail(error) : dead;
  },
  apply: () => dead,
});

/**
 * A worker that dies after some statements: the database is away for it from then on, batches are
 * carried out whole or not at all.
 */
function dying(statements: number): TestDeps {
  let left = statements;
  const db = new Proxy(deps.db, {
    get(target, name, receiver) {
      if (
        ["batch", "select", "update", "insert", "delete", "run", "all", "get"].includes(
          String(name),
        ) &&
        left-- <= 0
      )
        return dead;
      return Reflect.get(target, name, receiver);
    },
  });
  return { ...deps, db };
}

const NAMES = [
  "Setar",
  "Oud",
  "Daf",
  "Ney",
  "Tar",
  "Santur",
  "Kamancheh",
  "Tonbak",
  "Qanun",
  "Dutar",
];
const PLACES = ["Garden", "Bazaar", "Castle", "Bridge", "Harbour", "Desert"];
const entryOf = (index: number) => ({
  uid: `${index}@test`,
  title: `${NAMES[index % NAMES.length]} of the ${PLACES[index % PLACES.length]}`,
  start: `202612${String(10 + (index % 20)).padStart(2, "0")}T${String(9 + (index % 12)).padStart(2, "0")}0000`,
  venue: `${PLACES[(index * 5 + 1) % PLACES.length]} House`,
});
const ENTRIES = Array.from({ length: 30 }, (_, index) => entryOf(index));

/**
 * Runs the waiting checks with ten workers that die, each after another number of statements, then
 * with one that lives.
 */
async function runKilled(): Promise<number> {
  let killed = 0;
  for (const statements of [6, 11, 17, 23, 9, 31, 14, 40, 20, 27]) {
    const due = await deps.db
      .select({ id: jobs.id })
      .from(jobs)
      .where(sql`kind = 'source.check' AND due_at <= ${deps.clock.now()}`);
    for (const { id } of due)
      await runJob(dying(statements), stepsWith(), id).catch(() => {
        killed += 1;
      });
    // The claims of the dead end.
    deps.pass(3 * MINUTE);
  }
  await runChecks(deps);
  return killed;
}

describe.each(["reviewed", "trusted"] as const satisfies SourceTrust[])(
  "a check of a %s source whose workers die ten times",
  (trust) => {
    it("loses nothing and doubles nothing", async () => {
      await answerWith(path, calendarAnswer(calendar(...ENTRIES)));
      const id = await addSource(deps, admin, path, { trust, category: "Concert" });
      await beginSourceChecks(deps);
      expect(await runKilled()).toBeGreaterThanOrEqual(3);
      const candidates = await deps.db.select().from(ingestionCandidates);
      expect(candidates.map(({ values }) => values.title).sort()).toEqual(
        ENTRIES.map(({ title }) => title).sort(),
      );
      expect(new Set((await itemsOf(deps, id)).map(({ candidateId }) => candidateId))).toEqual(
        new Set(candidates.map((one) => one.id)),
      );
      expect(
        (await deps.db.select().from(ingestionRuns)).map(({ status, processedCount }) => [
          status,
          processedCount,
        ]),
      ).toEqual([["completed", ENTRIES.length]]);
      const approved = candidates.filter(({ status }) => status === "approved");
      expect(approved.length).toBe(trust === "trusted" ? ENTRIES.length : 0);
      expect((await deps.db.select().from(events)).map(({ titleEn }) => titleEn).sort()).toEqual(
        approved.map(({ values }) => values.title).sort(),
      );
      const [first] = await checksOf(deps, id);
      expect(first).toMatchObject({
        status: "ok",
        items: 30,
        added: 30,
        changed: 0,
        published: approved.length,
      });

      // Ten change, five are cancelled, five are gone, five are new.
      const later = [
        ...ENTRIES.slice(0, 10).map((entry) => ({
          ...entry,
          start: entry.start.replace(/T\d\d/, "T22"),
        })),
        ...ENTRIES.slice(10, 15).map((entry) => ({ ...entry, lines: ["STATUS:CANCELLED"] })),
        ...ENTRIES.slice(20),
        ...Array.from({ length: 5 }, (_, index) => ({
          ...entryOf(30 + index),
          uid: `new-${index}@test`,
          title: `A new thing ${"abcde"[index]}`,
        })),
      ];
      await answerWith(path, calendarAnswer(calendar(...later)));
      deps.pass(7 * HOUR);
      await beginSourceChecks(deps);
      expect(await runKilled()).toBeGreaterThanOrEqual(3);
      const now = await deps.db.select().from(ingestionCandidates);
      expect(now).toHaveLength(35);
      const [, second] = await checksOf(deps, id);
      expect(second).toMatchObject({
        status: "ok",
        items: 30,
        added: 5,
        changed: 10,
        cancelled: 5,
        gone: 5,
      });
      if (trust === "trusted") {
        expect(await deps.db.select().from(eventRevisions)).toHaveLength(10);
        const proposals = await deps.db
          .select({ kind: sourceProposals.kind })
          .from(sourceProposals);
        expect(proposals.map(({ kind }) => kind).sort()).toEqual([
          ...Array(5).fill("cancelled"),
          ...Array(5).fill("gone"),
        ]);
      } else {
        expect(now.filter(({ values }) => String(values.time).startsWith("22"))).toHaveLength(10);
        const marks = now.flatMap(({ findings }) =>
          findings.filter(({ code }) => code.endsWith("-at-source")),
        );
        expect(marks.map(({ code }) => code).sort()).toEqual([
          ...Array(5).fill("cancelled-at-source"),
          ...Array(5).fill("gone-at-source"),
        ]);
      }
      expect(await deps.db.select().from(jobs).where(eq(jobs.kind, "source.check"))).toEqual([]);
    });
  },
);
