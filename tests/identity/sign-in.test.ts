import { env } from "cloudflare:test";
import { scryptSync } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { hashPassword, PASSWORD_COST } from "../../app/modules/identity/password.server";
import { takeFromBucket } from "../../app/modules/identity/refilling-bucket.server";
import { signIn } from "../../app/modules/identity/sign-in.server";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import { auditEntries, signInAttempts, users } from "../../db/schema";
import { addPerson, CALLER, ELSEWHERE, emptyPeople, entriesOf, failureOf, mailsOf, PASSWORD, personOf, SARA } from "../helpers/people";
import { recordDatabase } from "../helpers/recording-database";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const MINUTE = 60_000;

let deps: TestDeps;
beforeEach(async () => {
  deps = createTestDeps();
  await emptyPeople(deps);
});

const tryTo = (password: string, caller = CALLER, email = SARA.email) => signIn(deps, { email, password }, caller);
const enter = async (caller = CALLER) => {
  const result = await tryTo(PASSWORD, caller);
  if (result.kind !== "signed-in") throw new Error("A second factor was asked for.");
  return result;
};
const SALT = Buffer.alloc(16, 7);
const hashWith = (n: number, r: number, p: number) =>
  `scrypt$${n}$${r}$${p}$${SALT.toString("base64")}$${scryptSync(PASSWORD, SALT, 32, { N: 2 ** n, r, p }).toString("base64")}`;
/** An account whose password check is fast, for many wrong attempts. */
async function addQuick(email = SARA.email): Promise<string> {
  const id = await addPerson(deps, { email, hasPassword: false });
  await deps.db
    .update(users)
    .set({ passwordHash: hashWith(1, 1, 1) })
    .where(eq(users.id, id));
  return id;
}
const failTimes = async (times: number, caller = CALLER, email = SARA.email) => {
  for (let turn = 0; turn < times; turn++) expect((await failureOf(tryTo("wrong", caller, email))).code).toBe("unauthorized");
};

/** The effect of this many failures on the caller's network, without hashing. */
const takeFailures = async (count: number) => {
  for (let turn = 0; turn < count; turn++)
    await takeFromBucket(deps, { name: `sign-in network ${CALLER.address}`, capacity: 20, period: 15 * MINUTE });
};

describe("what a failed sign-in reveals", () => {
  test("given an unknown address, a wrong password, an account without one, or no address, when trying, then all fail alike", async () => {
    await addPerson(deps);
    await addPerson(deps, { email: "google@example.com", hasPassword: false });
    const answers = new Set<string>();
    const work = new Set<string>();
    for (const email of [SARA.email, "nobody@example.com", "google@example.com"]) {
      const recording = recordDatabase(env.DB);
      const { code, issues, retryAfter } = await failureOf(signIn({ ...deps, db: recording.db }, { email, password: "wrong" }, CALLER));
      answers.add(JSON.stringify({ code, issues, retryAfter }));
      work.add(
        recording.statements
          .map(({ sql }) => sql.split(" ").slice(0, 3).join(" "))
          .filter((sql) => !sql.includes("audit"))
          .join("; "),
      );
      await deps.afterwards();
    }
    expect((await failureOf(tryTo("wrong", CALLER, "nonsense"))).code).toBe("unauthorized");
    expect([...answers]).toEqual([JSON.stringify({ code: "unauthorized", issues: [] })]);
    // Only the first one reads the settings.
    expect(new Set([...work].map((sql) => sql.split("; ").slice(-3).join("; "))).size).toBe(1);
  });

  test("given a known and an unknown address, when each is tried five times, then the median times are close", async () => {
    deps = { ...deps, passwordCost: { n: 13, r: 8, p: 1 } };
    await addPerson(deps, { hasPassword: false });
    await deps.db.update(users).set({ passwordHash: await hashPassword(deps, PASSWORD) });
    await changeSettings(deps, "security", { maxLoginAttempts: 100 }, null);
    const timeOf = async (email: string) => {
      const started = performance.now();
      await failureOf(tryTo("wrong", CALLER, email));
      // Workers' clocks advance with I/O only.
      await deps.db.run("SELECT 1");
      return performance.now() - started;
    };
    const times: Record<string, number[]> = { known: [], unknown: [] };
    for (let turn = 0; turn < 5; turn++) {
      times.known?.push(await timeOf(SARA.email));
      times.unknown?.push(await timeOf("nobody@example.com"));
    }
    const median = (name: string) => [...(times[name] ?? [])].sort((a, b) => a - b)[2] ?? 0;
    expect(median("known")).toBeGreaterThan(20);
    expect(median("unknown") / median("known")).toBeGreaterThan(0.5);
    expect(median("unknown") / median("known")).toBeLessThan(2);
  });

  test("given 10,000 characters, when trying, then the answer is the usual one, and not all of them are hashed", async () => {
    const id = await addPerson(deps);
    // No real password has this length; it shows where the input is truncated.
    await deps.db
      .update(users)
      .set({ passwordHash: await hashPassword(deps, "x".repeat(512)) })
      .where(eq(users.id, id));
    const started = Date.now();
    expect((await failureOf(tryTo(`y${"x".repeat(9_999)}`))).code).toBe("unauthorized");
    expect((await tryTo("x".repeat(10_000))).kind).toBe("signed-in");
    expect(Date.now() - started).toBeLessThan(5_000);
  });

  test("given a deactivated person, when the password is wrong, then nothing is told; when it is right, they may not come", async () => {
    const id = await addPerson(deps);
    await deps.db.update(users).set({ isActive: false }).where(eq(users.id, id));
    expect((await failureOf(tryTo("wrong"))).code).toBe("unauthorized");
    expect((await failureOf(tryTo(PASSWORD))).code).toBe("forbidden");
  });
});

describe("too many failures", () => {
  test("given five failures, when trying once more, then even the right password waits 15 minutes, and then signs in", async () => {
    await addQuick();
    await failTimes(4);
    deps.pass(10 * MINUTE);
    await failTimes(1);
    expect(await failureOf(tryTo(PASSWORD))).toMatchObject({ code: "too-many-requests", retryAfter: 900 });
    deps.pass(15 * MINUTE - 1);
    expect(await failureOf(tryTo(PASSWORD))).toMatchObject({ code: "too-many-requests", retryAfter: 1 });
    deps.pass(1);
    expect((await tryTo(PASSWORD)).kind).toBe("signed-in");
  });

  test("given an unknown address, when it fails as often, then it waits alike", async () => {
    await failTimes(5, CALLER, "nobody@example.com");
    expect(await failureOf(tryTo("wrong", CALLER, "Nobody@example.com"))).toMatchObject({ code: "too-many-requests", retryAfter: 900 });
  });

  test("given four failures, when one succeeds, then the count begins anew", async () => {
    await addQuick();
    await failTimes(4);
    await enter();
    await failTimes(5);
    expect((await failureOf(tryTo("wrong"))).code).toBe("too-many-requests");
  });

  test("given the setting says three, when there have been three, then the fourth waits", async () => {
    await addQuick();
    await changeSettings(deps, "security", { maxLoginAttempts: 3 }, null);
    await failTimes(3);
    expect((await failureOf(tryTo("wrong"))).code).toBe("too-many-requests");
  });

  test("given ten wrong passwords at the same time, when they arrive, then no more than five are tried", async () => {
    const id = await addQuick();
    const failures = await Promise.all(Array.from({ length: 10 }, () => failureOf(tryTo("wrong"))));
    expect(failures.filter(({ code }) => code === "unauthorized")).toHaveLength(5);
    expect(failures.filter(({ code }) => code === "too-many-requests")).toHaveLength(5);
    await deps.afterwards();
    expect(await entriesOf(deps, "user.sign-in-failed", id)).toHaveLength(5);
  });

  test("given a stranger elsewhere has locked themselves out, when the owner comes from another network, then they get in", async () => {
    await addQuick();
    await failTimes(5, ELSEWHERE);
    expect((await failureOf(tryTo(PASSWORD, ELSEWHERE))).code).toBe("too-many-requests");
    expect((await tryTo(PASSWORD, CALLER)).kind).toBe("signed-in");
  });

  test("given a stranger on the owner's own network has used up its 20, when the owner's browser comes, then it gets in", async () => {
    await addPerson(deps);
    const { device } = await enter();
    await failTimes(5);
    for (let turn = 0; turn < 15; turn++) {
      await addQuick(`somebody${turn}@example.com`);
      await failTimes(1, CALLER, `somebody${turn}@example.com`);
    }
    expect((await failureOf(tryTo("wrong", CALLER, "one-more@example.com"))).code).toBe("too-many-requests");
    expect((await failureOf(tryTo(PASSWORD))).code).toBe("too-many-requests");
    expect((await tryTo(PASSWORD, { ...CALLER, device })).kind).toBe("signed-in");
  });

  test("given a known browser, when it fails five times itself, then it waits too; another's browser is no way round", async () => {
    await addPerson(deps);
    await addPerson(deps, { email: "mallory@example.com" });
    const { device } = await enter();
    const other = await signIn(deps, { email: "mallory@example.com", password: PASSWORD }, ELSEWHERE);
    await failTimes(5, { ...CALLER, device });
    expect((await failureOf(tryTo("wrong", { ...CALLER, device }))).code).toBe("too-many-requests");
    const planted = { ...ELSEWHERE, device: other.kind === "signed-in" ? other.device : "" };
    await failTimes(5, planted);
    expect((await failureOf(tryTo("wrong", planted))).code).toBe("too-many-requests");
  });

  test("given 20 failures of one network, when a further account is tried, then it waits 45 s and no 15 minutes; one IPv6 household is one network", async () => {
    for (let turn = 0; turn < 20; turn++) {
      await addQuick(`somebody${turn}@example.com`);
      await failTimes(1, { ...CALLER, address: `2001:db8:1:2::${turn + 1}` }, `somebody${turn}@example.com`);
    }
    const household = { ...CALLER, address: "2001:db8:1:2:ffff::1" };
    expect(await failureOf(tryTo("wrong", household))).toMatchObject({ code: "too-many-requests", retryAfter: 45 });
    await failTimes(1, { ...CALLER, address: "2001:db8:1:3::1" });
    deps.pass(45_000);
    await failTimes(1, household);
    expect((await failureOf(tryTo("wrong", household))).code).toBe("too-many-requests");
  });

  test("given a network has no attempts left, when somebody on it keeps trying, then their own account does not lock by that", async () => {
    await addQuick();
    await takeFailures(20);
    for (let turn = 0; turn < 8; turn++) expect((await failureOf(tryTo(PASSWORD))).code).toBe("too-many-requests");
    deps.pass(45_000);
    expect((await tryTo(PASSWORD)).kind).toBe("signed-in");
  });

  test("given a network with one attempt left, when people on it log in rightly, then none of it counts", async () => {
    await addQuick();
    await takeFailures(19);
    for (let turn = 0; turn < 3; turn++) expect((await tryTo(PASSWORD)).kind).toBe("signed-in");
  });

  test("given counts, when the database is read, then no address stands there", async () => {
    await failTimes(1);
    const kept = JSON.stringify(await deps.db.select().from(signInAttempts));
    expect(kept).not.toContain("sara");
    expect(kept).not.toContain("203.0.113");
  });
});

describe("a lock-out in the audit log", () => {
  const lockOuts = async () => {
    await deps.settle();
    const rows = await deps.db.select().from(auditEntries).where(eq(auditEntries.action, "user.locked-out"));
    return rows.map(({ entityId, severity, metadata }) => ({ entityId, severity, ...metadata }));
  };

  test("given five failures, when it goes on, then one entry says so, however often it is tried", async () => {
    const id = await addPerson(deps);
    await failTimes(5);
    expect(await lockOuts()).toEqual([]);
    for (let turn = 0; turn < 3; turn++) expect((await failureOf(tryTo(PASSWORD))).code).toBe("too-many-requests");
    expect(await lockOuts()).toEqual([{ entityId: id, severity: "warning", step: "password", by: "account" }]);
  });

  test("given an unknown address and a network over all accounts, when they have had too many, then each has its entry, without address", async () => {
    await failTimes(5, CALLER, "nobody@example.com");
    await failureOf(tryTo("wrong", CALLER, "nobody@example.com"));
    await takeFailures(15);
    for (let turn = 0; turn < 3; turn++) await failureOf(tryTo("wrong", CALLER, `other${turn}@example.com`));
    const entries = await lockOuts();
    expect(entries).toEqual([
      { entityId: null, severity: "warning", step: "password", by: "account" },
      { entityId: null, severity: "warning", step: "password", by: "network" },
    ]);
  });
});

describe("what a sign-in leaves", () => {
  test("given a hash of an older cost, when signing in, then it is made anew with today's", async () => {
    deps = { ...deps, passwordCost: PASSWORD_COST };
    const id = await addPerson(deps);
    await deps.db
      .update(users)
      .set({ passwordHash: hashWith(14, 8, 1) })
      .where(eq(users.id, id));
    await enter();
    expect((await personOf(deps, id)).passwordHash).toMatch(/^scrypt\$15\$8\$3\$/);
    await enter();
  });

  test("given a first browser, when signing in, then no notice; given another one, then one; given it again, then none", async () => {
    await addPerson(deps);
    const first = await enter();
    await enter({ ...CALLER, device: first.device });
    expect(await mailsOf(deps, "newDevice")).toEqual([]);
    const second = await enter({ ...ELSEWHERE, userAgent: "Firefox <script>" });
    const notices = await mailsOf(deps, "newDevice");
    expect(notices).toMatchObject([{ toAddress: SARA.email, isSecret: false }]);
    expect(notices[0]?.html).toContain("Firefox &lt;script&gt;");
    await enter({ ...ELSEWHERE, device: second.device });
    expect(await mailsOf(deps, "newDevice")).toHaveLength(1);
  });

  test("given failures and a success, when the log is read, then both are there, without address or password", async () => {
    const id = await addPerson(deps);
    await failureOf(tryTo("my wrong password"));
    await failureOf(tryTo("my wrong password", CALLER, "nobody@example.com"));
    await deps.afterwards();
    const { session } = await enter();
    expect(await entriesOf(deps, "user.sign-in-failed", id)).toMatchObject([{ actorId: null, severity: "warning" }]);
    expect(await entriesOf(deps, "user.signed-in", id)).toMatchObject([{ actorId: id, sessionId: session.id }]);
  });
});
