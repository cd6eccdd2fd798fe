import { AppError } from "./errors";

/** Roles by rank, the lowest first (product.md §6). */
export const ROLES = ["user", "moderator", "admin", "owner"] as const;
export type Role = (typeof ROLES)[number];

/** Who acts. Staff rank and nothing else about them decides what they may do; ownership is a matter of queries. */
export interface Actor {
  id: string;
  role: Role;
  /** Whether their address is confirmed. */
  isVerified: boolean;
  /** The session that they act in. */
  sessionId: string;
  /** Staff who must have a second factor and have none: until they do, they may do what members may (decisions.md §5). */
  lacksSecondFactor?: boolean;
}

const rankOf = (role: Role): number => ROLES.indexOf(role) + 1;

/** The lowest role for each thing that one may do. Pages, API, queue and navigation all ask this table (decisions.md §6). */
const NEEDS = {
  "account:manage": "user",
  "media:upload": "user",
  "event:create": "user",
  "event:flag": "user",
  "collection:manage": "user",
  "user:find": "moderator",
  "audit:write": "user",
  "admin:enter": "moderator",
  "event:moderate": "moderator",
  "event:note": "moderator",
  "event:merge": "moderator",
  "event:manage-all": "moderator",
  "city:manage": "moderator",
  "notification-rule:manage": "moderator",
  "email-template:manage": "moderator",
  "analytics:read": "moderator",
  "digest:send": "moderator",
  "audit:read": "moderator",
  "feature-flag:read": "moderator",
  "ux-settings:read": "moderator",
  "feature-flag:manage": "admin",
  "ux-settings:manage": "admin",
  "user:manage": "admin",
  "platform-settings:manage": "admin",
  "ingestion:manage": "admin",
  "outbox:read": "admin",
  "outbox:resend": "admin",
} as const satisfies Record<string, Role>;

export type Permission = keyof typeof NEEDS;
/** @internal all of them, for tests */
export const PERMISSIONS = Object.keys(NEEDS) as Permission[];

type Holder = Pick<Actor, "role" | "lacksSecondFactor">;

/** Whether the role is high enough, and all that keeps its person out is a second factor that they lack. */
const isHeldBack = ({ role, lacksSecondFactor = false }: Holder, permission: Permission): boolean =>
  lacksSecondFactor && isStaffRole(NEEDS[permission]) && rankOf(role) >= rankOf(NEEDS[permission]);

/** Whether somebody may do it; nobody signed in may do nothing of it. */
export function can(actor: Holder | null, permission: Permission): boolean {
  return actor !== null && rankOf(actor.role) >= rankOf(NEEDS[permission]) && !isHeldBack(actor, permission);
}

/**
 * @throws AppError("unauthorized") where nobody is signed in, AppError("forbidden") where the role is too low, or with a
 * sentence of its own where a second factor is lacking
 */
export function assertCan(actor: Actor | null, permission: Permission): asserts actor is Actor {
  if (!actor) throw new AppError("unauthorized");
  if (isHeldBack(actor, permission)) throw new AppError("forbidden", [], undefined, { message: "errors:issue.secondFactorDue" });
  if (!can(actor, permission)) throw new AppError("forbidden");
}

/** Whether a role is one of the staff. */
export const isStaffRole = (role: Role): boolean => rankOf(role) >= rankOf(NEEDS["admin:enter"]);

/** Whether somebody is of the staff, whether or not they may enter at the moment. */
export const isStaff = (actor: Pick<Actor, "role"> | null): boolean => actor !== null && isStaffRole(actor.role);

/**
 * A role is given only by someone who outranks both the present role and the new one, never to oneself; owner is
 * neither given nor taken in the product (decisions.md §6).
 */
export function canAssignRole(actor: Pick<Actor, "id"> & Holder, target: { id: string; role: Role }, role: Role): boolean {
  if (role === "owner" || target.role === "owner" || actor.id === target.id || !can(actor, "user:manage")) return false;
  return rankOf(actor.role) > rankOf(target.role) && rankOf(actor.role) > rankOf(role);
}

/**
 * Somebody's account is deactivated, deleted or corrected only by someone who outranks them, never by themselves here, and
 * nobody does so to the owner (decisions.md §6).
 */
export function canManageUser(actor: Pick<Actor, "id"> & Holder, target: { id: string; role: Role }): boolean {
  return can(actor, "user:manage") && actor.id !== target.id && target.role !== "owner" && rankOf(actor.role) > rankOf(target.role);
}

/** Whether the second role is above the first. */
export const isUpgrade = (from: Role, to: Role): boolean => rankOf(to) > rankOf(from);

/** What each protected page needs (product.md §2), the longest path that fits deciding. Built or not: nobody learns which. */
const PROTECTED: readonly (readonly [path: string, permission: Permission])[] = [
  ["/admin/ai-ingestion", "ingestion:manage"],
  ["/admin/events/bulk-create", "ingestion:manage"],
  ["/admin/platform-settings", "platform-settings:manage"],
  ["/admin/users", "user:manage"],
  ["/admin/notification-rules", "notification-rule:manage"],
  ["/admin/email-templates", "email-template:manage"],
  ["/admin/notification-analytics", "analytics:read"],
  ["/admin/notification-analytics.csv", "analytics:read"],
  ["/admin/outbox", "outbox:read"],
  ["/admin/dead-letters", "outbox:read"],
  ["/admin/audit-log", "audit:read"],
  ["/admin/audit-log.csv", "audit:read"],
  ["/admin/feature-flags", "feature-flag:read"],
  ["/admin/ux-settings", "ux-settings:read"],
  ["/admin", "admin:enter"],
  ["/account", "account:manage"],
  ["/profile", "account:manage"],
  ["/onboarding", "account:manage"],
  ["/notifications", "account:manage"],
  ["/my-events", "event:create"],
  ["/events/create", "event:create"],
  ["/events/import", "event:create"],
  ["/collections", "collection:manage"],
];

/** Pages below one event that need somebody; whose event it is, their own queries see to. */
const OF_EVENTS: readonly (readonly [path: RegExp, permission: Permission])[] = [
  [/^\/events\/[^/]+\/(edit|delete)$/, "event:create"],
  [/^\/events\/[^/]+\/report$/, "event:flag"],
  [/^\/events\/[^/]+\/collections$/, "collection:manage"],
];

/**
 * The permission that a page's path needs; null where everyone may come. A single collection is open here, since it
 * may be public: its own query decides (decisions.md §13).
 */
export function permissionFor(pathname: string): Permission | null {
  const path =
    decodeSegments(pathname)
      .replace(/\/+$/, "")
      .replace(/\.data$/, "")
      .replace(/\/{2,}/g, "/")
      .toLowerCase() || "/";
  if (/^\/collections\/(?!new(\/|$))[^/]+$/.test(path)) return null;
  const found =
    PROTECTED.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`)) ?? OF_EVENTS.find(([form]) => form.test(path));
  return found?.[1] ?? null;
}

/** As the router reads a path: `/%61ccount` is `/account` to it, and must be to the guard. */
function decodeSegments(pathname: string): string {
  try {
    return pathname
      .split("/")
      .map((segment) => decodeURIComponent(segment).replaceAll("/", "%2F"))
      .join("/");
  } catch {
    return pathname;
  }
}
