import { env } from "cloudflare:test";
import { scryptSync } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { hashPassword, PASSWORD_COST } from "../../app/modules/identity/password.server";
import { takeFromBucket } from "../../app/modules/identity/sign-in/attempts.server";
import { signIn } from "../../app/modules/identity/sign-in/sign-in.server";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import { auditEntries, signInAttempts, users } from "../../db/schema";
import {
  addPerson,
  CALLER,
  ELSEWHERE,
  emptyPeople,
  entriesOf,
  failureOf,
  mailsOf,
  PASSWORD,
  personOf,
  SARA,
} from "../helpers/people";
import { recordDatabase } from "../helpers/recording-database";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const MINUTE = 60_000;

let deps: TestDeps;
beforeEach(async () => {
  deps = createTestDeps();
  await emptyPeople(deps);
});

const tryTo = (password: string, caller = CALLER, email = SARA.email) =>
  signIn(deps, { email, password }, caller);
const enter = async (caller = CALLER) => {
  const result = await tryTo(PASSWORD, caller);
  if (result.kind !== "signed-in") throw new Error("A second factor was asked for.");
  return result;
};
const SALT = Buffer.alloc(16, 7);
/** The salt in a stored hash, Base64. */
const hashSaltOf = (stored: string) => stored.split("$")[4] ?? "";
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
  for (let turn = 0; turn < times; turn++)
    expect((await failureOf(tryTo("wrong", caller, email))).code).toBe("unauthorized");
};

/** The effect of this many failures on the caller's network, without hashing. */
const takeFailures = async (count: number) => {
  for (let turn = 0; turn < count; turn++)
    await takeFromBucket(deps, {
      name: `sign-in network ${CALLER.address}`,
      capacity: 20,
      period: 15 * MINUTE,
    });
};

describe("a failed sign-in [S-16]", () => {
  test("fails alike for an unknown address, a wrong password, an account without one, and no address", async () => {
    await addPerson(deps);
    await addPerson(deps, { email: "google@example.com", hasPassword: false });
    const answers = new Set<string>();
    const work = new Set<string>();
    for (const email of [SARA.email, "nobody@example.com", "google@example.com"]) {
      const recording = recordDatabase(env.DB);
      const { code, issues, retryAfter } = await failureOf(
        signIn({ ...deps, db: recording.db }, { email, password: "wrong" }, CALLER),
      );
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

  test("computes one hash of the configured cost for known and unknown addresses", async () => {
    deps = { ...deps, passwordCost: { n: 6, r: 4, p: 2 } };
    const id = await addPerson(deps, { hasPassword: false });
    await deps.db.update(users).set({ passwordHash: await hashPassword(deps, PASSWORD) });
    const salt = Buffer.from(hashSaltOf((await personOf(deps, id)).passwordHash ?? ""), "base64");
    const compare = vi.spyOn(crypto.subtle, "timingSafeEqual");
    onTestFinished(() => compare.mockRestore());
    const keyOf = (bytes: Buffer) => scryptSync("wrong", bytes, 32, { N: 2 ** 6, r: 4, p: 2 });

    await failureOf(tryTo("wrong", CALLER, SARA.email));
    await failureOf(tryTo("wrong", CALLER, "nobody@example.com"));
    expect(compare.mock.calls.map(([found]) => Buffer.from(found as Uint8Array))).toEqual([
      keyOf(salt),
      keyOf(Buffer.alloc(16)),
    ]);
  });

  test("with 10,000 characters gets the usual response without hashing all of them", async () => {
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

  test("of a deactivated user reveals the state only with the right password", async () => {
    const id = await addPerson(deps);
    await deps.db.update(users).set({ isActive: false }).where(eq(users.id, id));
    expect((await failureOf(tryTo("wrong"))).code).toBe("unauthorized");
    expect((await failureOf(tryTo(PASSWORD))).code).toBe("forbidden");
  });
});

describe("too many failures [S-13]", () => {
  test("delay even the right password for 15 minutes after five", async () => {
    await addQuick();
    await failTimes(4);
    deps.pass(10 * MINUTE);
    await failTimes(1);
    expect(await failureOf(tryTo(PASSWORD))).toMatchObject({
      code: "too-many-requests",
      retryAfter: 900,
    });
    deps.pass(15 * MINUTE - 1);
    expect(await failureOf(tryTo(PASSWORD))).toMatchObject({
      code: "too-many-requests",
      retryAfter: 1,
    });
    deps.pass(1);
    expect((await tryTo(PASSWORD)).kind).toBe("signed-in");
  });

  test("delay unknown addresses alike", async () => {
    await failTimes(5, CALLER, "nobody@example.com");
    expect(await failureOf(tryTo("wrong", CALLER, "Nobody@example.com"))).toMatchObject({
      code: "too-many-requests",
      retryAfter: 900,
    });
  });

  test("are counted from zero after a success", async () => {
    await addQuick();
    await failTimes(4);
    await enter();
    await failTimes(5);
    expect((await failureOf(tryTo("wrong"))).code).toBe("too-many-requests");
  });

  test("are counted up to the number in the settings", async () => {
    await addQuick();
    await changeSettings(deps, "security", { maxLoginAttempts: 3 }, null);
    await failTimes(3);
    expect((await failureOf(tryTo("wrong"))).code).toBe("too-many-requests");
  });

  test("include at most five of ten concurrent attempts", async () => {
    const id = await addQuick();
    const failures = await Promise.all(Array.from({ length: 10 }, () => failureOf(tryTo("wrong"))));
    expect(failures.filter(({ code }) => code === "unauthorized")).toHaveLength(5);
    expect(failures.filter(({ code }) => code === "too-many-requests")).toHaveLength(5);
    await deps.afterwards();
    expect(await entriesOf(deps, "user.sign-in-failed", id)).toHaveLength(5);
  });

  test("of a stranger elsewhere do not lock the owner out", async () => {
    await addQuick();
    await failTimes(5, ELSEWHERE);
    expect((await failureOf(tryTo(PASSWORD, ELSEWHERE))).code).toBe("too-many-requests");
    expect((await tryTo(PASSWORD, CALLER)).kind).toBe("signed-in");
  });

  test("of a stranger on the owner's own network do not lock out the owner's browser [S-15]", async () => {
    await addPerson(deps);
    const { device } = await enter();
    await failTimes(5);
    for (let turn = 0; turn < 15; turn++) {
      await addQuick(`somebody${turn}@example.com`);
      await failTimes(1, CALLER, `somebody${turn}@example.com`);
    }
    expect((await failureOf(tryTo("wrong", CALLER, "one-more@example.com"))).code).toBe(
      "too-many-requests",
    );
    expect((await failureOf(tryTo(PASSWORD))).code).toBe("too-many-requests");
    expect((await tryTo(PASSWORD, { ...CALLER, device })).kind).toBe("signed-in");
  });

  test("delay a known browser too, and another user's browser is no way round", async () => {
    await addPerson(deps);
    await addPerson(deps, { email: "mallory@example.com" });
    const { device } = await enter();
    const other = await signIn(
      deps,
      { email: "mallory@example.com", password: PASSWORD },
      ELSEWHERE,
    );
    await failTimes(5, { ...CALLER, device });
    expect((await failureOf(tryTo("wrong", { ...CALLER, device }))).code).toBe("too-many-requests");
    const planted = { ...ELSEWHERE, device: other.kind === "signed-in" ? other.device : "" };
    await failTimes(5, planted);
    expect((await failureOf(tryTo("wrong", planted))).code).toBe("too-many-requests");
  });

  test("of one network delay other accounts on it by 45 s; an IPv6 household is one network", async () => {
    for (let turn = 0; turn < 20; turn++) {
      await addQuick(`somebody${turn}@example.com`);
      await failTimes(
        1,
        { ...CALLER, address: `2001:db8:1:2::${turn + 1}` },
        `somebody${turn}@example.com`,
      );
    }
    const household = { ...CALLER, address: "2001:db8:1:2:ffff::1" };
    expect(await failureOf(tryTo("wrong", household))).toMatchObject({
      code: "too-many-requests",
      retryAfter: 45,
    });
    await failTimes(1, { ...CALLER, address: "2001:db8:1:3::1" });
    deps.pass(45_000);
    await failTimes(1, household);
    expect((await failureOf(tryTo("wrong", household))).code).toBe("too-many-requests");
  });

  test("of a network do not lock the accounts of people who try on it", async () => {
    await addQuick();
    await takeFailures(20);
    for (let turn = 0; turn < 8; turn++)
      expect((await failureOf(tryTo(PASSWORD))).code).toBe("too-many-requests");
    deps.pass(45_000);
    expect((await tryTo(PASSWORD)).kind).toBe("signed-in");
  });

  test("exclude successful sign-ins of a network with one attempt left", async () => {
    await addQuick();
    await takeFailures(19);
    for (let turn = 0; turn < 3; turn++) expect((await tryTo(PASSWORD)).kind).toBe("signed-in");
  });

  test("are stored without any address", async () => {
    await failTimes(1);
    const kept = JSON.stringify(await deps.db.select().from(signInAttempts));
    expect(kept).not.toContain("sara");
    expect(kept).not.toContain("203.0.113");
  });
});

describe("a lock-out in the audit log [S-126]", () => {
  const lockOuts = async () => {
    await deps.settle();
    const rows = await deps.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, "user.locked-out"));
    return rows.map(({ entityId, severity, metadata }) => ({ entityId, severity, ...metadata }));
  };

  test("is one entry, however many attempts follow", async () => {
    const id = await addPerson(deps);
    await failTimes(5);
    expect(await lockOuts()).toEqual([]);
    for (let turn = 0; turn < 3; turn++)
      expect((await failureOf(tryTo(PASSWORD))).code).toBe("too-many-requests");
    expect(await lockOuts()).toEqual([
      { entityId: id, severity: "warning", step: "password", by: "account" },
    ]);
  });

  test("is recorded for an unknown address and for a network, without address", async () => {
    await failTimes(5, CALLER, "nobody@example.com");
    await failureOf(tryTo("wrong", CALLER, "nobody@example.com"));
    await takeFailures(15);
    for (let turn = 0; turn < 3; turn++)
      await failureOf(tryTo("wrong", CALLER, `other${turn}@example.com`));
    const entries = await lockOuts();
    expect(entries).toEqual([
      { entityId: null, severity: "warning", step: "password", by: "account" },
      { entityId: null, severity: "warning", step: "password", by: "network" },
    ]);
  });
});

describe("a successful sign-in", () => {
  test("renews a hash of an older cost [S-12]", async () => {
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

  test("sends no notice for the first browser, one for a second, none when that returns", async () => {
    await addPerson(deps);
    const first = await enter();
    await enter({ ...CALLER, device: first.device });
    expect(await mailsOf(deps, "newDevice")).toEqual([]);
    const second = await enter({
      ...ELSEWHERE,
      userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0 <script>evil.example",
    });
    const notices = await mailsOf(deps, "newDevice");
    expect(notices).toMatchObject([{ toAddress: SARA.email, isSecret: false }]);
    expect(notices[0]?.html).toContain("Firefox on Linux");
    expect(notices[0]?.html).not.toContain("evil");
    await enter({ ...ELSEWHERE, device: second.device });
    expect(await mailsOf(deps, "newDevice")).toHaveLength(1);
  });

  test("is recorded like failures, without address or password", async () => {
    const id = await addPerson(deps);
    await failureOf(tryTo("my wrong password"));
    await failureOf(tryTo("my wrong password", CALLER, "nobody@example.com"));
    await deps.afterwards();
    const { session } = await enter();
    expect(await entriesOf(deps, "user.sign-in-failed", id)).toMatchObject([
      { actorId: null, severity: "warning" },
    ]);
    expect(await entriesOf(deps, "user.signed-in", id)).toMatchObject([
      { actorId: id, sessionId: session.id },
    ]);
  });
});
