import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import {
  requestPasswordReset,
  resetPassword,
} from "../../app/modules/identity/change-password.server";
import { findSignedIn } from "../../app/modules/identity/sessions.server";
import { signIn } from "../../app/modules/identity/sign-in/sign-in.server";
import { verificationLinkKind } from "../../app/modules/identity/sign-in/verify-email.server";
import {
  exchangeToken,
  issueIdToken,
} from "../../app/modules/identity/tokens/exchange-token.server";
import { makeOwner } from "../../app/modules/identity/users/make-owner.server";
import { changeRole } from "../../app/modules/identity/users/user-commands.server";
import {
  calendarFeeds,
  externalIdentities,
  knownDevices,
  pushSubscriptions,
  recoveryCodes,
  sessions,
  users,
  userTokens,
} from "../../db/schema";
import {
  addPerson,
  addSignedIn,
  CALLER,
  ELSEWHERE,
  emptyPeople,
  entriesOf,
  failureOf,
  linkIn,
  mailsOf,
  OTHER_PASSWORD,
  PASSWORD,
  personOf,
  SARA,
} from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
beforeEach(async () => {
  deps = createTestDeps();
  await emptyPeople(deps);
});

/** An account that signed up with a stranger's address, with every kind of credential. */
async function addSquatter() {
  const id = await addPerson(deps, { isVerified: false, displayName: "Mallory" });
  const entered = await signIn(deps, { email: SARA.email, password: PASSWORD }, ELSEWHERE);
  if (entered.kind !== "signed-in") throw new Error("The squatter was asked for a second factor.");
  const { idToken } = await issueIdToken(
    deps,
    { email: SARA.email, password: PASSWORD },
    ELSEWHERE,
  );
  const at = deps.clock.now();
  const { db } = deps;
  await db.batch([
    // As accounts of before may have it: an unverified one can no longer set it up.
    db
      .update(users)
      .set({ totpSecret: "the squatter's", totpEnabledAt: at })
      .where(eq(users.id, id)),
    db.insert(recoveryCodes).values({ userId: id, codeHash: "the squatter's" }),
    db
      .insert(externalIdentities)
      .values({ provider: "google", subject: "the squatter's", userId: id, createdAt: at }),
    db
      .insert(calendarFeeds)
      .values({ userId: id, tokenHash: "the squatter's", sealedToken: "sealed", createdAt: at }),
    db.insert(pushSubscriptions).values({
      id: deps.ids.next(),
      userId: id,
      endpoint: "https://push.example/mallory",
      p256dh: "x",
      auth: "x",
      locale: "en",
      createdAt: at,
    }),
  ]);
  await requestPasswordReset(deps, SARA.email, ELSEWHERE);
  await deps.settle();
  // The clock stands still otherwise, and a token of the same millisecond would count as later.
  deps.pass(1);
  return { id, cookie: entered.session.token, idToken, link: await linkIn(deps, "verifyEmail") };
}

/** Remaining credentials by table. */
async function waysIn(id: string): Promise<Record<string, number>> {
  const { db } = deps;
  const person = await personOf(deps, id);
  return {
    password: person.passwordHash === null ? 0 : 1,
    totp: person.totpSecret === null && person.totpEnabledAt === null ? 0 : 1,
    sessions: await db.$count(sessions, eq(sessions.userId, id)),
    tokens: await db.$count(userTokens, eq(userTokens.userId, id)),
    providers: await db.$count(externalIdentities, eq(externalIdentities.userId, id)),
    codes: await db.$count(recoveryCodes, eq(recoveryCodes.userId, id)),
    devices: await db.$count(knownDevices, eq(knownDevices.userId, id)),
    calendars: await db.$count(calendarFeeds, eq(calendarFeeds.userId, id)),
    pushes: await db.$count(pushSubscriptions, eq(pushSubscriptions.userId, id)),
  };
}
const NONE = {
  password: 0,
  totp: 0,
  sessions: 0,
  tokens: 0,
  providers: 0,
  codes: 0,
  devices: 0,
  calendars: 0,
  pushes: 0,
};

describe("npm run create-owner", () => {
  test("removes all access of a squatter who registered the owner's address first", async () => {
    const squatter = await addSquatter();
    expect(Object.values(await waysIn(squatter.id)).every((count) => count > 0)).toBe(true);
    const { token, isNew } = await makeOwner(deps, {
      email: " Sara@Example.com",
      displayName: "Sara",
    });
    expect(isNew).toBe(false);
    expect(await waysIn(squatter.id)).toEqual({ ...NONE, tokens: 1 });
    expect(await personOf(deps, squatter.id)).toMatchObject({
      role: "owner",
      isActive: true,
      emailVerifiedAt: deps.clock.now(),
    });
    expect(await findSignedIn(deps, squatter.cookie)).toBeNull();
    expect((await failureOf(exchangeToken(deps, squatter.idToken, ELSEWHERE))).code).toBe(
      "unauthorized",
    );
    const reader = { device: null, userId: null };
    expect(await verificationLinkKind(deps, squatter.link, reader)).toBeNull();
    expect(
      (await failureOf(signIn(deps, { email: SARA.email, password: PASSWORD }, ELSEWHERE))).code,
    ).toBe("unauthorized");
    expect(await entriesOf(deps, "user.made-owner", squatter.id)).toMatchObject([
      { severity: "critical", source: "command-line" },
    ]);
    await resetPassword(deps, token, OTHER_PASSWORD, CALLER);
    expect((await signIn(deps, { email: SARA.email, password: OTHER_PASSWORD }, CALLER)).kind).toBe(
      "signed-in",
    );
  });

  test("creates an account for a new address; the printed link does not prove the address", async () => {
    const { token, isNew } = await makeOwner(deps, { email: SARA.email, displayName: "Sara" });
    expect(isNew).toBe(true);
    await resetPassword(deps, token, OTHER_PASSWORD, CALLER);
    const [owner] = await deps.db.select().from(users);
    expect(owner).toMatchObject({
      role: "owner",
      displayName: "Sara",
      emailProvedAt: null,
      emailVerifiedAt: deps.clock.now(),
    });
    await requestPasswordReset(deps, SARA.email, CALLER);
    await deps.settle();
    await resetPassword(deps, await linkIn(deps, "resetPassword"), PASSWORD, CALLER);
    expect((await personOf(deps, owner?.id ?? "")).emailProvedAt).toBe(deps.clock.now());
  });

  test("refuses an invalid address and writes nothing", async () => {
    expect((await failureOf(makeOwner(deps, { email: "sara@", displayName: "Sara" }))).code).toBe(
      "invalid",
    );
    expect(await deps.db.select().from(users)).toEqual([]);
  });
});

describe("a promotion", () => {
  const promote = async (id: string) => {
    const admin = await addSignedIn(deps, { email: "admin@example.com", role: "admin" });
    return changeRole(deps, admin.actor, id, "moderator");
  };

  test("of an address that only an operator vouches for removes all access and emails its mailbox", async () => {
    const squatter = await addSquatter();
    await deps.db
      .update(users)
      .set({ emailVerifiedAt: deps.clock.now() })
      .where(eq(users.id, squatter.id));
    await promote(squatter.id);
    expect(await waysIn(squatter.id)).toEqual(NONE);
    expect(await mailsOf(deps, "accessCleared")).toMatchObject([
      { toAddress: SARA.email, isSecret: false },
    ]);
    expect((await entriesOf(deps, "user.role-changed", squatter.id))[0]?.metadata).toMatchObject({
      accessCleared: true,
    });
    await requestPasswordReset(deps, SARA.email, CALLER);
    await deps.settle();
    await resetPassword(deps, await linkIn(deps, "resetPassword"), OTHER_PASSWORD, CALLER);
    expect((await signIn(deps, { email: SARA.email, password: OTHER_PASSWORD }, CALLER)).kind).toBe(
      "signed-in",
    );
  });

  test("of an address that its owner has proved keeps password and second factor", async () => {
    const id = await addPerson(deps);
    await promote(id);
    expect((await signIn(deps, { email: SARA.email, password: PASSWORD }, CALLER)).kind).toBe(
      "signed-in",
    );
    expect(await mailsOf(deps, "accessCleared")).toEqual([]);
  });
});
