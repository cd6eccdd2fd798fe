import { eq } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { beforeEach, describe, expect, it } from "vitest";
import { DAY } from "../../app/lib/dates/durations";
import { createDoorDevice } from "../../app/modules/hosting/door/devices.server";
import { inviteHost } from "../../app/modules/hosting/people.server";
import { type AccessKind, revokeAllAccess } from "../../app/modules/identity/access.server";
import { changePassword } from "../../app/modules/identity/change-password.server";
import { addPasskey, beginPasskey } from "../../app/modules/identity/factors/add-passkey.server";
import { renewRecoveryCodes } from "../../app/modules/identity/factors/second-factor.server";
import { beginTotp, confirmTotp } from "../../app/modules/identity/factors/set-up-totp.server";
import { firstProof } from "../../app/modules/identity/first-proof.server";
import { hashPassword } from "../../app/modules/identity/password.server";
import { signIn } from "../../app/modules/identity/sign-in/sign-in.server";
import { createApiKey } from "../../app/modules/identity/tokens/api-keys.server";
import { issueIdToken } from "../../app/modules/identity/tokens/exchange-token.server";
import { requestEmailChange } from "../../app/modules/identity/users/change-email.server";
import { subscribeToPush } from "../../app/modules/notifications/push/subscriptions.server";
import { settingsOf } from "../../app/modules/settings/platform-settings.server";
import { renewPrivateCalendar } from "../../app/modules/syndication/feeds/private-calendar.server";
import { createWebhook } from "../../app/modules/webhooks/webhooks.server";
import { sessions, users, userTokens } from "../../db/schema";
import { accessHeld } from "../factories/access";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { hostEvent } from "../factories/hosting";
import { createAuthenticator } from "../helpers/authenticator";
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

/** Dependencies of a request that is under way while something else happens: at its first batch. */
async function asIfMeanwhile(happens: () => Promise<unknown>): Promise<TestDeps> {
  // Known, so that the account is read before the first batch.
  await settingsOf(deps);
  const { db } = deps;
  let hasHappened = false;
  const batch = async (statements: Parameters<typeof db.batch>[0]) => {
    if (!hasHappened) {
      hasHappened = true;
      await happens();
    }
    return db.batch(statements);
  };
  const slow = new Proxy(db, {
    get: (target, name) => (name === "batch" ? batch : Reflect.get(target, name, target)),
  });
  return { ...deps, db: slow };
}

/** While the owner proves the address and sets a password. */
async function during(userId: string): Promise<TestDeps> {
  const passwordHash = await hashPassword(deps, OTHER_PASSWORD);
  return asIfMeanwhile(() =>
    deps.db.batch([
      ...firstProof(deps, userId, false),
      deps.db.update(users).set({ passwordHash }).where(eq(users.id, userId)),
    ]),
  );
}

describe("a request of before the first proof that ends after it [S-121]", () => {
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

type Person = Awaited<ReturnType<typeof addSignedIn>>;
const SIGN_IN = { email: SARA.email, password: PASSWORD };
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: deps.clock.now() });

/** How an account gets each kind of access: what is done before, then the work that ends too late. */
const MAKERS: Readonly<
  Record<AccessKind, ((person: Person) => Promise<(slow: TestDeps) => Promise<unknown>>) | string>
> = {
  sessions: async () => (slow) => signIn(slow, SIGN_IN, CALLER),
  knownDevices: async () => (slow) => signIn(slow, SIGN_IN, CALLER),
  pendingSteps: async ({ id }) => {
    await deps.db
      .update(users)
      .set({ totpSecret: "sealed", totpEnabledAt: deps.clock.now() })
      .where(eq(users.id, id));
    return (slow) => signIn(slow, SIGN_IN, CALLER);
  },
  mailedLinks: "only the mailbox has them, and they ask for nothing of before",
  password:
    async ({ actor }) =>
    (slow) =>
      changePassword(
        slow,
        actor,
        { currentPassword: PASSWORD, newPassword: "mallory waits for sara" },
        CALLER,
      ),
  linkedAccounts: "its provider proves the address in the same instant",
  passkeys: async ({ actor }) => {
    const place = { origin: "https://rooydad.example", rpId: "rooydad.example" };
    const { challenge } = await beginPasskey(deps, actor, PASSWORD);
    const answer = await (await createAuthenticator()).create(challenge, place);
    return (slow) => addPasskey(slow, actor, { answer, name: "" }, CALLER);
  },
  authenticator: async ({ actor }) => {
    const { secret } = await beginTotp(deps, actor, PASSWORD);
    return (slow) => confirmTotp(slow, actor, codeOf(secret), CALLER);
  },
  recoveryCodes: async ({ id, actor }) => {
    await deps.db
      .update(users)
      .set({ totpSecret: "sealed", totpEnabledAt: deps.clock.now() })
      .where(eq(users.id, id));
    return (slow) => renewRecoveryCodes(slow, actor, PASSWORD, CALLER);
  },
  apiKeys:
    async ({ actor }) =>
    (slow) =>
      createApiKey(
        slow,
        actor,
        { name: "A script", scopes: ["read"], lifetime: 90, currentPassword: PASSWORD },
        CALLER,
      ),
  calendarAddress:
    async ({ actor }) =>
    (slow) =>
      renewPrivateCalendar(slow, actor),
  webhooks:
    async ({ actor }) =>
    (slow) =>
      createWebhook(slow, actor, {
        url: "https://hall.rooydad-tests.org/hook",
        types: ["event.published"],
        ownOnly: true,
        city: null,
        category: null,
        venue: null,
        organizer: null,
      }),
  doorLinks: async ({ id, actor }) => {
    const { id: cityId } = await createCity(deps.db);
    const event = await createEvent(deps.db, {
      cityId,
      creatorId: id,
      startsAt: deps.clock.now() + DAY,
    });
    const occ = await hostEvent(deps.db, event.id);
    return (slow) => createDoorDevice(slow, actor, { occ, name: "Gate A" });
  },
  hostInvitations: async ({ id, actor }) => {
    const { id: cityId } = await createCity(deps.db);
    const event = await createEvent(deps.db, {
      cityId,
      creatorId: id,
      startsAt: deps.clock.now() + DAY,
    });
    const subject = { kind: "event", id: event.id } as const;
    return (slow) =>
      inviteHost(slow, actor, subject, { email: "mallory@mail.example", role: "cohost" }, "en");
  },
  pushSubscriptions: async ({ actor }) => {
    const { publicKey } = (await crypto.subtle.generateKey(
      { name: "ECDH", namedCurve: "P-256" },
      true,
      ["deriveBits"],
    )) as CryptoKeyPair;
    const point = (await crypto.subtle.exportKey("raw", publicKey)) as ArrayBuffer;
    const keys = { p256dh: Buffer.from(point).toString("base64url"), auth: "a".repeat(22) };
    const endpoint = "https://push.rooydad-tests.org/mallory";
    return (slow) => subscribeToPush(slow, actor, { endpoint, keys, locale: "en" }, "en");
  },
};

describe("access that is made in the instant in which all access ends", () => {
  const made = Object.entries(MAKERS).filter(([, maker]) => typeof maker !== "string");

  it.each(made)("%s: is not made [S-122]", async (_kind, maker) => {
    if (typeof maker === "string") return;
    const person = await addSignedIn(deps);
    const work = await maker(person);
    deps.pass(1);
    const slow = await asIfMeanwhile(() => deps.db.batch([...revokeAllAccess(deps, person.id)]));
    const failure = await failureOf(work(slow));
    expect(["conflict", "unauthorized"]).toContain(failure.code);
    await deps.afterwards();
    expect(await accessHeld(deps, person.id)).toEqual([]);
  });

  it.each(made)("%s: is made otherwise", async (kind, maker) => {
    if (typeof maker === "string") return;
    const person = await addSignedIn(deps);
    const work = await maker(person);
    await work(deps);
    expect(await accessHeld(deps, person.id)).toContain(kind);
  });
});
