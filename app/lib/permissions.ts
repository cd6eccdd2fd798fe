import { AppError, unverified } from "./errors";

/** Roles by rank, the lowest first (product.md §6). */
export const ROLES = ["user", "moderator", "admin", "owner"] as const;
export type Role = (typeof ROLES)[number];

/** The acting user. Role and verified address decide permissions; queries check ownership. */
export interface Actor {
  id: string;
  role: Role;
  /** Whether their address is confirmed. */
  isVerified: boolean;
  /** The session that they act in. */
  sessionId: string;
  /** Staff without the required second factor have members' permissions (decisions.md §5). */
  lacksSecondFactor?: boolean;
  /** All that they may do in this request; an actor who uses an API key has it. */
  permissions?: ReadonlySet<Permission>;
}

const rankOf = (role: Role): number => ROLES.indexOf(role) + 1;

/**
 * Requirements of each permission: the lowest role, and a verified address, which every staff
 * permission needs. Pages, API, queue and navigation use this table (decisions.md §5, §6).
 */
export const PERMISSIONS = {
  "account:manage": { role: "user", isVerified: false },
  /** Making a passkey, key, address or subscription that would outlive the proof of the address. */
  "access:make": { role: "user", isVerified: true },
  "media:upload": { role: "user", isVerified: false },
  "event:create": { role: "user", isVerified: false },
  "event:submit": { role: "user", isVerified: true },
  /** Reading the guests of one's own events by a program. */
  "guest:read": { role: "user", isVerified: true },
  "event:flag": { role: "user", isVerified: true },
  "collection:manage": { role: "user", isVerified: false },
  "collection:publish": { role: "user", isVerified: true },
  "profile:publish": { role: "user", isVerified: true },
  "host:claim": { role: "user", isVerified: true },
  "news:mail": { role: "user", isVerified: true },
  "webhook:manage": { role: "user", isVerified: true },
  "audit:write": { role: "user", isVerified: false },
  "user:find": { role: "moderator", isVerified: true },
  "admin:enter": { role: "moderator", isVerified: true },
  "event:moderate": { role: "moderator", isVerified: true },
  "event:note": { role: "moderator", isVerified: true },
  "event:merge": { role: "moderator", isVerified: true },
  "event:manage-all": { role: "moderator", isVerified: true },
  /** Completing drafts that hosts have handed over. */
  "draft:complete": { role: "moderator", isVerified: true },
  "city:manage": { role: "moderator", isVerified: true },
  "host:manage": { role: "moderator", isVerified: true },
  "notification-rule:manage": { role: "moderator", isVerified: true },
  "email-template:manage": { role: "moderator", isVerified: true },
  "analytics:read": { role: "moderator", isVerified: true },
  "digest:send": { role: "moderator", isVerified: true },
  "audit:read": { role: "moderator", isVerified: true },
  "feature-flag:read": { role: "moderator", isVerified: true },
  "ux-settings:read": { role: "moderator", isVerified: true },
  "feature-flag:manage": { role: "admin", isVerified: true },
  "ux-settings:manage": { role: "admin", isVerified: true },
  "user:manage": { role: "admin", isVerified: true },
  "platform-settings:manage": { role: "admin", isVerified: true },
  "ingestion:manage": { role: "admin", isVerified: true },
  "channel:manage": { role: "admin", isVerified: true },
  "outbox:read": { role: "admin", isVerified: true },
  "outbox:resend": { role: "admin", isVerified: true },
} as const satisfies Record<string, { role: Role; isVerified: boolean }>;

export type Permission = keyof typeof PERMISSIONS;

/** Scopes of an API key (docs/decisions/api-keys.md). */
export const KEY_SCOPES = [
  "read",
  "events",
  "guests",
  "collections",
  "webhooks",
  "moderate",
] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** The known ones among stored names. */
export const scopesAmong = (names: readonly string[]): KeyScope[] =>
  KEY_SCOPES.filter((scope) => names.includes(scope));

/**
 * Permissions of each scope. No scope has `account:manage`: a key changes no password and makes no
 * other key.
 */
const SCOPE_PERMISSIONS: Readonly<Record<KeyScope, readonly Permission[]>> = {
  // Reads what is the account's own; `permissionsOfKey` leaves it out of requests that write.
  read: ["event:create", "collection:manage"],
  events: ["event:create", "event:submit", "media:upload"],
  // Names of people: no other scope reads them.
  guests: ["guest:read"],
  collections: ["collection:manage", "collection:publish"],
  webhooks: ["webhook:manage"],
  moderate: [
    "admin:enter",
    "event:moderate",
    "event:note",
    "event:merge",
    "event:manage-all",
    "draft:complete",
  ],
};

/** The scopes that give a key a permission; none for what no key may do. */
export const scopesWith = (permission: Permission): KeyScope[] =>
  KEY_SCOPES.filter((scope) => SCOPE_PERMISSIONS[scope].includes(permission));

/** All that a key with these scopes may do. @param isReading whether the request only reads */
export const permissionsOfKey = (
  scopes: readonly KeyScope[],
  isReading: boolean,
): ReadonlySet<Permission> =>
  new Set(
    scopes
      .filter((scope) => isReading || scope !== "read")
      .flatMap((scope) => SCOPE_PERMISSIONS[scope]),
  );

type Asker = Pick<Actor, "role" | "isVerified" | "lacksSecondFactor" | "permissions">;
type Missing = "session" | "scope" | "role" | "verification" | "second-factor";

/**
 * The unmet requirement of a permission: a session, a scope of the API key, a higher role, a
 * verified address, or the second factor of staff; null when all are met.
 */
export function missingFor(actor: Asker | null, permission: Permission): Missing | null {
  if (actor === null) return "session";
  if (actor.permissions && !actor.permissions.has(permission)) return "scope";
  const needs = PERMISSIONS[permission];
  if (rankOf(actor.role) < rankOf(needs.role)) return "role";
  if (needs.isVerified && !actor.isVerified) return "verification";
  return actor.lacksSecondFactor && isStaffRole(needs.role) ? "second-factor" : null;
}

/** Whether an actor has a permission; visitors have none. */
export const can = (actor: Asker | null, permission: Permission): boolean =>
  missingFor(actor, permission) === null;

/**
 * @throws AppError("unauthorized") without a session, AppError("forbidden") with too low a role, or
 * with its own message without a verified address or second factor
 */
export function assertCan(actor: Actor | null, permission: Permission): asserts actor is Actor {
  if (!actor) throw new AppError("unauthorized");
  const missing = missingFor(actor, permission);
  if (missing === "verification") throw unverified();
  if (missing === "scope") {
    const scopes = scopesWith(permission).join(" ");
    throw new AppError("forbidden", [], undefined, {
      message: scopes === "" ? "errors:issue.keyNever" : "errors:issue.keyScope",
      values: { scopes },
    });
  }
  if (missing === "second-factor")
    throw new AppError("forbidden", [], undefined, { message: "errors:issue.secondFactorDue" });
  if (missing !== null) throw new AppError("forbidden");
}

/** Whether a role is one of the staff. */
export const isStaffRole = (role: Role): boolean =>
  rankOf(role) >= rankOf(PERMISSIONS["admin:enter"].role);

/**
 * The role in which an actor acts: staff without a verified address, or past the deadline for their
 * second factor, are members in every respect (decisions.md §5). All that depends on the role of an
 * actor asks this function; `scripts/effective-role.test.ts` refuses other reads.
 */
export const effectiveRole = (actor: Asker | null): Role =>
  actor?.isVerified === true && !actor.lacksSecondFactor ? actor.role : "user";

/** Whether an actor acts as staff. */
export const isStaff = (actor: Asker | null): boolean => isStaffRole(effectiveRole(actor));

/**
 * A role is assigned only by an actor who outranks the present and the new role, never to oneself;
 * the owner's role is fixed in the product (decisions.md §6). A higher role needs a verified
 * address (§5).
 */
export function canAssignRole(
  actor: Pick<Actor, "id"> & Asker,
  target: { id: string; role: Role; isVerified: boolean },
  role: Role,
): boolean {
  if (
    role === "owner" ||
    target.role === "owner" ||
    actor.id === target.id ||
    !can(actor, "user:manage")
  )
    return false;
  if (isUpgrade(target.role, role) && !target.isVerified) return false;
  return rankOf(actor.role) > rankOf(target.role) && rankOf(actor.role) > rankOf(role);
}

/**
 * Whether an actor may deactivate, delete or correct an account: they must outrank it, which
 * excludes themselves and the owner (decisions.md §6).
 */
export function canManageUser(
  actor: Pick<Actor, "id"> & Asker,
  target: { id: string; role: Role },
): boolean {
  return (
    can(actor, "user:manage") &&
    actor.id !== target.id &&
    target.role !== "owner" &&
    rankOf(actor.role) > rankOf(target.role)
  );
}

/** Whether the second role is above the first. */
export const isUpgrade = (from: Role, to: Role): boolean => rankOf(to) > rankOf(from);
