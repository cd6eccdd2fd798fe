import { eq } from "drizzle-orm";
import * as v from "valibot";
import { users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError, staleError } from "../../../lib/errors";
import { paths } from "../../../lib/paths";
import {
  type Actor,
  assertCan,
  canAssignRole,
  isStaffRole,
  isUpgrade,
  ROLES,
  type Role,
} from "../../../lib/permissions";
import { auditEntry, personalAuditEntry } from "../../audit/audit-entry.server";
import { enqueueMail, mailStatement } from "../../mail/enqueue-mail.server";
import { deleteMedia, formerAvatars } from "../../media/claim-media.server";
import { SECOND_FACTOR_GRACE, settingsOf } from "../../settings/platform-settings.server";
import { runGuarded } from "../../store/run-guarded.server";
import { allBut, revokeAllAccess, SIGN_IN_WAYS } from "../access.server";
import type { UserRow } from "./queries.server";
import {
  getManagedUser,
  getUserOrThrow,
  ifUserUnchanged,
  searchKeyWithName,
} from "./queries.server";
import { Profile } from "./schema";

/**
 * Body of PUT /users/{id}: profile fields that staff may correct, any subset. A picture can only be
 * removed. Role and state have their own endpoints; preferences belong to the user.
 */
export const UserUpdate = v.partial(
  v.strictObject({ ...Profile.entries, photoURL: v.null("errors:issue.photoOnlyNull") }),
);
export type UserUpdate = v.InferOutput<typeof UserUpdate>;

/** @throws as `getManagedUser`; conflict if the account changed meanwhile */
export async function updateUser(
  deps: Deps,
  by: Actor | null,
  id: string,
  update: UserUpdate,
): Promise<UserRow> {
  const { actor, user } = await getManagedUser(deps, by, id);
  const { photoURL, ...profile } = update;
  const wanted = { ...profile, ...(photoURL === null ? { photoUrl: null } : {}) };
  const changed = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
    (key) => wanted[key] !== user[key],
  );
  if (changed.length === 0) return user;
  const pick = (from: Partial<UserRow>) =>
    Object.fromEntries(changed.map((key) => [key, from[key]]));
  await runGuarded(
    deps,
    [
      deps.db
        .update(users)
        .set({
          ...wanted,
          displayName: ifUserUnchanged(actor, user, wanted.displayName ?? users.displayName),
          ...(wanted.displayName !== undefined && {
            searchKey: searchKeyWithName(wanted.displayName),
          }),
          updatedAt: deps.clock.now(),
        })
        .where(eq(users.id, user.id)),
      ...personalAuditEntry(deps, {
        actorId: actor.id,
        action: "user.corrected",
        userId: user.id,
        before: pick(user),
        after: pick(wanted),
        sessionId: actor.sessionId,
      }),
    ],
    { "users.display_name": () => staleError("") },
  );
  if (changed.includes("photoUrl"))
    await deleteMedia(deps, await formerAvatars(deps, user.id, null));
  return getUserOrThrow(deps, user.id);
}

/** Body of PATCH /users/{id}/role (product.md §7). */
export const RoleInput = v.strictObject({ role: v.picklist(ROLES, "errors:issue.role") });

/**
 * Changes the role of an account. Ends all its sessions (decisions.md §5: a new token at role
 * change). If the role gains permissions and the mail link never proved the address, removes
 * passwords and other credentials too and mails a link to set a new password.
 * @throws forbidden for the owner, the actor's own account, roles that the actor does not outrank,
 * and a higher role for an unverified address; invalid for the current role; conflict if the role
 * changed meanwhile (product.md §5)
 */
export async function changeRole(
  deps: Deps,
  actor: Actor | null,
  id: string,
  role: Role,
): Promise<UserRow> {
  assertCan(actor, "user:manage");
  const user = await getUserOrThrow(deps, id.toLowerCase());
  const refuse = (code: "forbidden" | "invalid", reason: string) =>
    new AppError(code, [{ path: "role", message: `errors:issue.${reason}` }]);
  if (user.role === "owner") throw refuse("forbidden", "ownerStays");
  if (user.id === actor.id) throw refuse("forbidden", "ownRole");
  if (user.role === role) throw refuse("invalid", "sameRole");
  const isVerified = user.emailVerifiedAt !== null;
  if (!canAssignRole(actor, { ...user, isVerified: true }, role))
    throw refuse("forbidden", "roleOutOfReach");
  if (!canAssignRole(actor, { ...user, isVerified }, role))
    throw refuse("forbidden", "roleUnverified");
  const mayBeForeign = isUpgrade(user.role, role) && user.emailProvedAt === null;
  const notice = mayBeForeign ? await accessClearedMail(deps, user) : null;
  await runGuarded(
    deps,
    [
      deps.db
        .update(users)
        .set({
          role: ifUserUnchanged(actor, user, role),
          secondFactorDueAt: await secondFactorDue(deps, user, role),
          ...(mayBeForeign && { deleteAfter: null }),
          updatedAt: deps.clock.now(),
        })
        .where(eq(users.id, user.id)),
      ...revokeAllAccess(
        deps,
        user.id,
        mayBeForeign ? {} : { keep: { kinds: allBut("sessions") } },
      ),
      auditEntry(deps, {
        actorId: actor.id,
        action: "user.role-changed",
        entity: "user",
        entityId: user.id,
        metadata: {
          before: { role: user.role },
          after: { role },
          ...(mayBeForeign && { accessCleared: true }),
        },
        severity: isUpgrade(user.role, role) ? "warning" : "info",
        sessionId: actor.sessionId,
      }),
      ...(notice?.statements ?? []),
    ],
    { "users.role": () => staleError("role") },
  );
  if (notice) enqueueMail(deps, notice.id);
  deps.later(deps.rooms.signedOut(user.id, null));
  return getUserOrThrow(deps, user.id);
}

/**
 * Deadline for a second factor, UTC epoch ms: set when an account joins staff while one is
 * required; null for other roles.
 */
async function secondFactorDue(deps: Deps, user: UserRow, role: Role): Promise<number | null> {
  if (!isStaffRole(role)) return null;
  if (isStaffRole(user.role)) return user.secondFactorDueAt;
  return (await settingsOf(deps)).security.requireStaffSecondFactor
    ? deps.clock.now() + SECOND_FACTOR_GRACE
    : null;
}

/** Mail with a link to set a password; null without an address. */
async function accessClearedMail(deps: Deps, user: UserRow) {
  if (user.email === null) return null;
  return mailStatement(deps, {
    kind: "accessCleared",
    to: user.email,
    userId: user.id,
    locale: user.preferredLanguage,
    link: deps.siteUrl + paths.forgotPassword(),
    chosen: { name: user.displayName },
    isSecret: false,
  });
}

/** Maps the guard on `users.is_active` to `conflict`. */
export const STALE_ACCOUNT = { "users.is_active": () => staleError("") };

/**
 * Deactivates an account: ends its sessions, keys, addresses and sockets and blocks sign-in; its
 * public events stay (decisions.md §6). Idempotent.
 * @throws as `getManagedUser`; conflict if the account changed meanwhile
 */
export async function deactivateUser(deps: Deps, by: Actor | null, id: string): Promise<UserRow> {
  const { actor, user } = await getManagedUser(deps, by, id);
  if (!user.isActive) return user;
  await runGuarded(
    deps,
    [
      deps.db
        .update(users)
        .set({ isActive: ifUserUnchanged(actor, user, 0), updatedAt: deps.clock.now() })
        .where(eq(users.id, user.id)),
      ...revokeAllAccess(deps, user.id, { keep: { kinds: SIGN_IN_WAYS } }),
      auditEntry(deps, {
        actorId: actor.id,
        action: "user.deactivated",
        entity: "user",
        entityId: user.id,
        metadata: { before: { isActive: true }, after: { isActive: false } },
        severity: "warning",
        sessionId: actor.sessionId,
      }),
    ],
    STALE_ACCOUNT,
  );
  deps.later(deps.rooms.signedOut(user.id, null));
  return getUserOrThrow(deps, user.id);
}

/**
 * Reactivates an account and revokes its scheduled deletion.
 * @throws as `getManagedUser`; conflict if the account changed meanwhile
 */
export async function reactivateUser(deps: Deps, by: Actor | null, id: string): Promise<UserRow> {
  const { actor, user } = await getManagedUser(deps, by, id);
  if (user.isActive) return user;
  await runGuarded(
    deps,
    [
      deps.db
        .update(users)
        .set({
          isActive: ifUserUnchanged(actor, user, 1),
          deleteAfter: null,
          updatedAt: deps.clock.now(),
        })
        .where(eq(users.id, user.id)),
      auditEntry(deps, {
        actorId: actor.id,
        action: "user.reactivated",
        entity: "user",
        entityId: user.id,
        metadata: {
          before: { isActive: false, deleteAfter: user.deleteAfter },
          after: { isActive: true, deleteAfter: null },
        },
        severity: "warning",
        sessionId: actor.sessionId,
      }),
    ],
    STALE_ACCOUNT,
  );
  return getUserOrThrow(deps, user.id);
}

/** Ends all sessions and sockets of an account. @throws as `getManagedUser` */
export async function endUserSessions(deps: Deps, by: Actor | null, id: string): Promise<void> {
  const { actor, user } = await getManagedUser(deps, by, id);
  await deps.db.batch([
    ...revokeAllAccess(deps, user.id, { keep: { kinds: allBut("sessions") } }),
    auditEntry(deps, {
      actorId: actor.id,
      action: "user.sessions-ended",
      entity: "user",
      entityId: user.id,
      severity: "warning",
      sessionId: actor.sessionId,
    }),
  ]);
  deps.later(deps.rooms.signedOut(user.id, null));
}
