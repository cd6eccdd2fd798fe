import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { changePassword } from "../../app/modules/identity/change-password.server";
import { firstProof } from "../../app/modules/identity/first-proof.server";
import { hashPassword } from "../../app/modules/identity/password.server";
import { signIn } from "../../app/modules/identity/sign-in/sign-in.server";
import { issueIdToken } from "../../app/modules/identity/tokens/exchange-token.server";
import { requestEmailChange } from "../../app/modules/identity/users/change-email.server";
import { settingsOf } from "../../app/modules/settings/platform-settings.server";
import { sessions, users, userTokens } from "../../db/schema";
import {
  addSignedIn,
  CALLER,
  emptyPeople,
  failureOf,
  OTHER_PASSWORD,
  PASSWORD,
  SARA,
} from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
beforeEach(async () => {
  deps = createTestDeps();
  await emptyPeople(deps);
});

/** Dependencies of a request that is under way while the owner proves the address. */
async function during(userId: string): Promise<TestDeps> {
  const passwordHash = await hashPassword(deps, OTHER_PASSWORD);
  // Known, so that the account is read before the first batch.
  await settingsOf(deps);
  const { db } = deps;
  let isProved = false;
  const batch = async (statements: Parameters<typeof db.batch>[0]) => {
    if (!isProved) {
      isProved = true;
      await db.batch([
        ...firstProof(deps, userId, false),
        db.update(users).set({ passwordHash }).where(eq(users.id, userId)),
      ]);
    }
    return db.batch(statements);
  };
  const slow = new Proxy(db, {
    get: (target, name) => (name === "batch" ? batch : Reflect.get(target, name, target)),
  });
  return { ...deps, db: slow };
}

describe("a request of before the first proof that ends after it", () => {
  it("opens no session", async () => {
    const { id } = await addSignedIn(deps, { isVerified: false });
    for (const work of [signIn, issueIdToken]) {
      const failure = await failureOf(
        work(await during(id), { email: SARA.email, password: PASSWORD }, CALLER),
      );
      expect(failure.code).toBe("unauthorized");
      expect(await deps.db.$count(sessions)).toBe(0);
      // As before, for the next way.
      const passwordHash = await hashPassword(deps, PASSWORD);
      await deps.db.update(users).set({ passwordHash, tokensValidFrom: 0 });
    }
  });

  it("asks for no other address", async () => {
    const { id, actor } = await addSignedIn(deps, { isVerified: false });
    const input = { email: "mallory@example.com", currentPassword: PASSWORD };
    const failure = await failureOf(
      requestEmailChange(await during(id), actor, input, { ...CALLER, device: "x".repeat(43) }),
    );
    expect(failure.code).toBe("conflict");
    expect(await deps.db.$count(userTokens)).toBe(0);
  });

  it("changes no password", async () => {
    const { id, actor } = await addSignedIn(deps, { isVerified: false });
    const input = { currentPassword: PASSWORD, newPassword: "mallory waits for sara" };
    const slow = await during(id);
    const failure = await failureOf(changePassword(slow, actor, input, CALLER));
    expect(failure.code).toBe("conflict");
    // The owner's password is the one that counts.
    await signIn(deps, { email: SARA.email, password: OTHER_PASSWORD }, CALLER);
  });
});
