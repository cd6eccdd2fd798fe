import { beforeEach, describe, expect, test } from "vitest";
import { writeAuditLog } from "../../app/modules/audit/audit-entry.server";
import {
  changePassword,
  requestPasswordReset,
  resetPassword,
} from "../../app/modules/identity/change-password.server";
import { signIn } from "../../app/modules/identity/sign-in/sign-in.server";
import { signUp } from "../../app/modules/identity/sign-in/sign-up.server";
import { verifyEmail } from "../../app/modules/identity/sign-in/verify-email.server";
import { revokeSessions, signOut } from "../../app/modules/identity/sign-out.server";
import { requestEmailChange } from "../../app/modules/identity/users/change-email.server";
import { updateProfile } from "../../app/modules/identity/users/profile-commands.server";
import { auditEntries, clientReports } from "../../db/schema";
import {
  addSession,
  addSignedIn,
  CALLER,
  emptyPeople,
  entriesOf,
  failureOf,
  linkIn,
  OTHER_PASSWORD,
  PASSWORD,
  personOf,
  SARA,
} from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const DEVICE = "the secret of the browser that signed up";

let deps: TestDeps;
beforeEach(async () => {
  deps = createTestDeps();
  await emptyPeople(deps);
});

describe("the audit log", () => {
  test("records before and after of the changed profile fields only", async () => {
    const { id, actor } = await addSignedIn(deps);
    await updateProfile(deps, actor, {
      displayName: "Sara B.",
      theme: "dark",
      preferredLanguage: "en",
      interests: [],
    });
    expect(await entriesOf(deps, "user.profile-changed", id)).toMatchObject([
      {
        actorId: id,
        sessionId: actor.sessionId,
        metadata: {
          before: { displayName: "Sara", theme: null },
          after: { displayName: "Sara B.", theme: "dark" },
        },
      },
    ]);
    const [entry] = await entriesOf(deps, "user.profile-changed", id);
    expect(Object.keys(entry?.metadata.after as object).sort()).toEqual(["displayName", "theme"]);
  });

  test("has no entry for an unchanged profile", async () => {
    const { id, actor } = await addSignedIn(deps);
    const { notificationPreferences } = await personOf(deps, id);
    await updateProfile(deps, actor, {
      displayName: "Sara",
      notificationPreferences: notificationPreferences as never,
    });
    expect(await entriesOf(deps, "user.profile-changed", id)).toEqual([]);
  });

  test("records each step of an account's life in order, without secrets, network addresses or user text", async () => {
    await signUp(deps, SARA, { ...CALLER, device: DEVICE });
    const secrets = [await linkIn(deps, "verifyEmail")];
    const { userId } = await verifyEmail(deps, secrets[0] ?? "", {
      device: DEVICE,
      userId: null,
    });
    await failureOf(signIn(deps, { email: SARA.email, password: "my wrong password" }, CALLER));
    await deps.afterwards();
    await signIn(deps, { email: SARA.email, password: PASSWORD }, CALLER);
    const { actor } = await addSession(deps, userId);
    await requestEmailChange(
      deps,
      actor,
      { email: "new@example.com", currentPassword: PASSWORD },
      CALLER,
    );
    secrets.push(await linkIn(deps, "changeEmail"));
    await verifyEmail(deps, secrets[1] ?? "", { device: null, userId });
    await changePassword(
      deps,
      actor,
      { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD },
      CALLER,
    );
    await revokeSessions(deps, actor, null);
    await requestPasswordReset(deps, "new@example.com", CALLER);
    await deps.afterwards();
    secrets.push(await linkIn(deps, "resetPassword"));
    await resetPassword(deps, secrets[2] ?? "", PASSWORD, CALLER);
    await signOut(deps, actor);
    const log = await deps.db.select().from(auditEntries).orderBy(auditEntries.id);
    expect(log.map(({ action }) => action)).toEqual([
      "user.signed-up",
      "user.email-verified",
      "user.sign-in-failed",
      "user.signed-in",
      "user.email-change-asked",
      "user.email-changed",
      "user.password-changed",
      "user.sessions-revoked",
      "user.reset-requested",
      "user.password-reset",
      "user.signed-out",
    ]);
    const kept = JSON.stringify(log);
    for (const text of [
      ...secrets,
      PASSWORD,
      OTHER_PASSWORD,
      "my wrong password",
      "scrypt",
      CALLER.address,
      CALLER.userAgent,
    ])
      expect(kept).not.toContain(text);
  });

  test("records a client's entry under the client's name, never the server's", async () => {
    const { id, actor } = await addSignedIn(deps);
    const entry = {
      action: "user.password-changed",
      entity: "user",
      entityId: "another",
      metadata: {},
      severity: "info" as const,
      source: "server",
      sessionId: null,
    };
    await writeAuditLog(deps, actor, entry);
    expect(await entriesOf(deps, "user.password-changed", "another")).toEqual([]);
    expect(await deps.db.select().from(clientReports)).toMatchObject([
      { userId: id, action: entry.action, sessionId: actor.sessionId },
    ]);
    expect(deps.taken).toEqual([{ kind: "audit-report", userId: id, amount: 1 }]);
    expect((await failureOf(writeAuditLog(deps, null, entry))).code).toBe("unauthorized");
  });
});
