import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import type { Deps } from "../../app/lib/deps";
import { requestPasswordReset } from "../../app/modules/identity/change-password.server";
import { deriveKeyHere } from "../../app/modules/identity/password.server";
import { signIn } from "../../app/modules/identity/sign-in/sign-in.server";
import { requestSignInLink } from "../../app/modules/identity/sign-in/sign-in-link.server";
import { signUp } from "../../app/modules/identity/sign-in/sign-up.server";
import { issueIdToken } from "../../app/modules/identity/tokens/exchange-token.server";
import { requestEmailChange } from "../../app/modules/identity/users/change-email.server";
import { settingsOf } from "../../app/modules/settings/platform-settings.server";
import { addPerson, addSignedIn, CALLER, emptyPeople, PASSWORD, SARA } from "../helpers/people";
import { recordDatabase } from "../helpers/recording-database";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const UNKNOWN = "nobody@example.com";
const WRONG = { ...CALLER, device: "d".repeat(43) };

let deps: TestDeps;
beforeEach(async () => {
  deps = createTestDeps();
  await emptyPeople(deps);
  await settingsOf(deps);
});

/** What a request does before it answers: round trips to the database, statements that only read, and hashes. */
async function workOf(request: (deps: Deps) => Promise<unknown>) {
  const recording = recordDatabase(env.DB);
  let hashes = 0;
  const deriveKey: Deps["deriveKey"] = (...values) => {
    hashes += 1;
    return deriveKeyHere(...values);
  };
  const answer = await request({ ...deps, db: recording.db, deriveKey }).then(
    (value) => ["answers", value],
    (error: { code?: string; issues?: unknown }) => ["refuses", error.code, error.issues],
  );
  const { statements } = recording;
  // The audit of a refusal is begun with the answer, which does not wait for it.
  const isAudit = ({ sql }: { sql: string }) => sql.includes('into "audit_entries"');
  const begun = answer[0] === "refuses" ? statements.filter(isAudit).length : 0;
  const roundTrips = recording.roundTrips - begun;
  const reads = statements.filter(({ sql }) => /^\s*select/i.test(sql)).length;
  // What goes on after the answer does not count.
  await deps.afterwards();
  return { answer, roundTrips, reads, hashes };
}

/** Requests that anyone can send about an address. */
const REQUESTS: Readonly<Record<string, (deps: Deps, email: string) => Promise<unknown>>> = {
  "a sign-in": (slow, email) => signIn(slow, { email, password: "a wrong password" }, WRONG),
  "a sign-in by the API": (slow, email) =>
    issueIdToken(slow, { email, password: "a wrong password" }, CALLER),
  "a reset": (slow, email) => requestPasswordReset(slow, email, WRONG),
  "a sign-in link": (slow, email) => requestSignInLink(slow, email, WRONG, "/"),
  "a sign-up": (slow, email) => signUp(slow, { ...SARA, email }, CALLER),
};

describe("an address with an account and one without", () => {
  it.each(Object.entries(REQUESTS))("%s: same answer, same work [S-20]", async (_name, request) => {
    await addPerson(deps);
    const known = await workOf((slow) => request(slow, SARA.email));
    const unknown = await workOf((slow) => request(slow, UNKNOWN));
    expect(known).toEqual(unknown);
    expect(known.roundTrips).toBeGreaterThan(1);
  });

  it("a sign-up past the limit of its network: same answer, same work", async () => {
    await addPerson(deps);
    const postponed = (email: string) => (slow: Deps) =>
      signUp(slow, { ...SARA, email }, CALLER, { atLimit: "mail" });
    for (let turn = 0; turn < 60; turn += 1)
      await signUp(deps, { ...SARA, email: `taken${turn}@example.com` }, CALLER);
    const known = await workOf(postponed(SARA.email));
    expect(known.answer).toEqual(["answers", "postponed"]);
    expect(known).toEqual(await workOf(postponed(UNKNOWN)));
  });

  it("a change of address to it: same answer, same work", async () => {
    await addPerson(deps);
    const { actor } = await addSignedIn(deps, { email: "mallory@example.com" });
    const change = (email: string) => (slow: Deps) =>
      requestEmailChange(slow, actor, { email, currentPassword: PASSWORD }, CALLER);
    expect(await workOf(change(SARA.email))).toEqual(await workOf(change(UNKNOWN)));
  });
});
