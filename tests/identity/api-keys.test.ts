import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "../../app/lib/dates/durations";
import { can } from "../../app/lib/permissions";
import { endSessionsByLink } from "../../app/modules/identity/sign-out.server";
import {
  createApiKey,
  findByApiKey,
  listApiKeys,
  MAX_API_KEYS,
  revokeApiKey,
} from "../../app/modules/identity/tokens/api-keys.server";
import { exportAccount } from "../../app/modules/identity/users/export-account.server";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import { apiKeys, sessions, users } from "../../db/schema";
import {
  addSignedIn,
  CALLER,
  emptyPeople,
  entriesOf,
  failureOf,
  issuesOf,
  linkIn,
  mailsOf,
  PASSWORD,
} from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
let me: Awaited<ReturnType<typeof addSignedIn>>;
beforeEach(async () => {
  deps = createTestDeps();
  await emptyPeople(deps);
  me = await addSignedIn(deps);
});

const INPUT = {
  name: "Programme of our hall",
  scopes: ["read", "events"],
  lifetime: 90,
  currentPassword: PASSWORD,
};
const create = (changes: Partial<typeof INPUT> = {}) =>
  createApiKey(deps, me.actor, { ...INPUT, ...changes }, CALLER);

describe("an API key", () => {
  it("is shown once, stored as a hash, announced by mail and logged; sessions stay open", async () => {
    const secret = await create();
    expect(secret).toMatch(/^rd_[A-Za-z0-9_-]{43}$/);
    const [row] = await listApiKeys(deps, me.id);
    expect(row).toMatchObject({
      name: INPUT.name,
      scopes: ["read", "events"],
      ending: secret.slice(-4),
      lastUsedAt: null,
    });
    expect(row?.expiresAt).toBe(deps.clock.now() + 90 * DAY);
    expect(JSON.stringify(await deps.db.select().from(apiKeys))).not.toContain(secret.slice(3));
    await deps.afterwards();
    const [mail] = await mailsOf(deps, "factorChanged");
    expect(mail?.text).toContain("An API key was created for your account.");
    expect(mail?.text).not.toContain("logged out.");
    expect(await entriesOf(deps, "user.api-key-added", me.id)).toHaveLength(1);
    expect(await deps.db.select().from(sessions)).toHaveLength(1);
  });

  it("acts for its account within its scopes; `read` counts for requests that read alone", async () => {
    const secret = await create();
    const reading = await findByApiKey(deps, secret, true);
    expect(reading?.id).toBe(me.id);
    expect(can(reading, "collection:manage")).toBe(true);
    const writing = await findByApiKey(deps, secret, false);
    expect(can(writing, "event:create")).toBe(true);
    expect(can(writing, "collection:manage")).toBe(false);
    for (const actor of [reading, writing]) expect(can(actor, "account:manage")).toBe(false);
  });

  it("has no rights that the account lacks", async () => {
    await deps.db.update(users).set({ role: "moderator" });
    const [{ actor }] = [await addSignedIn(deps, { email: "moderator@example.com" })];
    expect(
      await issuesOf(createApiKey(deps, actor, { ...INPUT, scopes: ["moderate"] }, CALLER)),
    ).toHaveProperty("scopes");
    const secret = await createApiKey(
      deps,
      { ...me.actor, role: "moderator" },
      { ...INPUT, scopes: ["moderate"] },
      CALLER,
    );
    expect(can(await findByApiKey(deps, secret, false), "event:moderate")).toBe(true);
    await deps.db.update(users).set({ role: "user" });
    expect(can(await findByApiKey(deps, secret, false), "event:moderate")).toBe(false);
  });

  it("ends with its time, its revocation, the account and the setting", async () => {
    const secret = await create();
    await changeSettings(deps, "features", { enableApiKeys: false }, null);
    expect(await findByApiKey(deps, secret, true)).toBeNull();
    expect((await failureOf(create())).code).toBe("forbidden");
    await changeSettings(deps, "features", { enableApiKeys: true }, null);
    expect(await findByApiKey(deps, secret, true)).not.toBeNull();
    await deps.db.update(users).set({ isActive: false });
    expect(await findByApiKey(deps, secret, true)).toBeNull();
    await deps.db.update(users).set({ isActive: true });
    deps.pass(90 * DAY);
    expect(await findByApiKey(deps, secret, true)).toBeNull();
    for (const token of ["rd_", "rd_nonsense", `rd_${"a".repeat(43)}`])
      expect(await findByApiKey(deps, token, true)).toBeNull();
  });

  it("is revoked by its owner alone, at once", async () => {
    const secret = await create();
    const [key] = await listApiKeys(deps, me.id);
    const other = await addSignedIn(deps, { email: "other@example.com" });
    expect((await failureOf(revokeApiKey(deps, other.actor, key?.id ?? ""))).code).toBe(
      "not-found",
    );
    await revokeApiKey(deps, me.actor, key?.id ?? "");
    expect(await findByApiKey(deps, secret, true)).toBeNull();
    expect(await entriesOf(deps, "user.api-key-revoked", me.id)).toHaveLength(1);
    expect((await failureOf(revokeApiKey(deps, me.actor, key?.id ?? ""))).code).toBe("not-found");
  });

  it("notes its last use to the hour", async () => {
    const secret = await create();
    const lastUsed = async () => {
      await findByApiKey(deps, secret, true);
      await deps.afterwards();
      return (await listApiKeys(deps, me.id))[0]?.lastUsedAt;
    };
    const first = deps.clock.now();
    expect(await lastUsed()).toBe(first);
    deps.pass(MINUTE);
    expect(await lastUsed()).toBe(first);
    deps.pass(HOUR);
    expect(await lastUsed()).toBe(deps.clock.now());
  });

  it("needs a name, a scope, one of the times, the password, and room", async () => {
    expect(Object.keys(await issuesOf(create({ name: " ", scopes: [], lifetime: 7 })))).toEqual([
      "name",
      "scopes",
      "lifetime",
    ]);
    expect(await issuesOf(create({ scopes: ["read", "everything"] }))).toHaveProperty("scopes");
    deps.pass(11 * MINUTE);
    expect(await issuesOf(create({ currentPassword: "wrong" }))).toHaveProperty("currentPassword");
    for (let number = 0; number < MAX_API_KEYS; number++) await create({ name: `Key ${number}` });
    expect(await issuesOf(create())).toHaveProperty("");
  });

  it("goes with “It wasn’t me”, an older one too, and is in the export without its hash", async () => {
    const old = await create({ name: "Old" });
    await deps.afterwards();
    deps.pass(HOUR);
    const fresh = await create({ name: "Fresh" });
    await deps.afterwards();
    const exported = JSON.stringify(await exportAccount(deps, me.actor));
    expect(exported).toContain('"name":"Fresh"');
    expect(exported).not.toContain(
      (await deps.db.select().from(apiKeys).where(eq(apiKeys.name, "Fresh")))[0]?.tokenHash,
    );
    await endSessionsByLink(deps, await linkIn(deps, "factorChanged"));
    expect(await findByApiKey(deps, fresh, true)).toBeNull();
    expect(await findByApiKey(deps, old, true)).toBeNull();
  });
});
