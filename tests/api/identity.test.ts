import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { signIn } from "../../app/modules/identity/sign-in.server";
import { signUp } from "../../app/modules/identity/sign-up.server";
import { verifyEmail } from "../../app/modules/identity/verify-email.server";
import { auditEntries, mails, sessions, signInAttempts, users, userTokens } from "../../db/schema";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const VISIT = { locale: "en" as const, origin: "https://rooydad.test", address: "203.0.113.7", userAgent: "A browser", device: null };
const SARA = {
  email: "sara@example.com",
  password: "a long quiet evening",
  displayName: "Sara",
  isAdult16: true as const,
  acceptsTerms: true as const,
};

let deps: TestDeps;
beforeEach(async () => {
  deps = createTestDeps();
  for (const table of [mails, userTokens, sessions, auditEntries, signInAttempts]) await deps.db.delete(table);
  await deps.db.run("DELETE FROM known_devices");
  await deps.db.delete(users);
});

const linkIn = async (kind: string) => {
  const mail = await deps.db.select().from(mails).where(eq(mails.kind, kind)).get();
  return new URL(/https:\S+/.exec(mail?.text ?? "")?.[0] ?? "https://none.test").searchParams.get("token");
};

describe("signing up and in", () => {
  test("given a new address, when its link is taken, it is verified, and the password signs in", async () => {
    await signUp(deps, SARA, VISIT);
    const { userId } = await verifyEmail(deps, await linkIn("verifyEmail"), null);
    const result = await signIn(deps, { email: " SARA@example.com", password: SARA.password }, VISIT);
    expect(result.kind).toBe("signed-in");
    const user = await deps.db.select().from(users).where(eq(users.id, userId)).get();
    expect(user?.emailVerifiedAt).toBe(deps.clock.now());
    expect(user?.passwordHash).toMatch(/^scrypt\$15\$8\$3\$/);
    expect(env.ENVIRONMENT).toBe("local");
  });
});
