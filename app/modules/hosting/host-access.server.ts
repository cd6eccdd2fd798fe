import { type SQL, sql } from "drizzle-orm";
import type { GivenRole } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { isUuid } from "../../lib/runtime/ids";
import type { EventRow } from "../events/event-columns.server";

/** Roles of an event's hosts, the most able first (docs/decisions/hosting.md). */
export const HOST_ROLES = ["owner", "cohost", "guests", "door", "viewer"] as const;
export type HostRole = (typeof HOST_ROLES)[number];

/**
 * What hosts do: edit the event, read the numbers, the guest list and its decisions, take the list as a file, change
 * the RSVP settings, make door links, take back any scan, and say who helps.
 */
export type HostAbility =
  | "edit"
  | "numbers"
  | "guests"
  | "export"
  | "settings"
  | "door"
  | "override"
  | "people";

const COHOST = ["edit", "numbers", "guests", "export", "settings", "door", "override"] as const;
const ABILITIES: Readonly<Record<HostRole, readonly HostAbility[]>> = {
  owner: [...COHOST, "people"],
  cohost: COHOST,
  guests: ["numbers", "guests"],
  door: ["door"],
  viewer: ["numbers"],
};

/** Whether a role includes an ability; no role has none. */
export const mayHost = (role: HostRole | null, ability: HostAbility): boolean =>
  role !== null && ABILITIES[role].includes(ability);

/** What hosts are hosts of: an event, or an organizer's page with all its events. */
export interface HostedSubject {
  kind: "event" | "organizer";
  id: string;
}

/**
 * SQL: a role in an organizer's page counts while a person looks after that page. Of rows `p` of
 * `host_people`.
 */
export const isGivenByKeeper = sql`EXISTS (SELECT 1 FROM host_claims k WHERE k.host_id = p.organizer_id AND k.host_kind = 'organizer' AND k.status = 'approved')`;

/**
 * Roles of an account in an event. Who looks after the page of its organizer is a co-host; the roles
 * of staff give no access to guests.
 */
const rolesInEvent = (userId: string, eventId: string) => sql`
  SELECT 'owner' AS role FROM events WHERE id = ${eventId} AND deleted_at IS NULL AND creator_id = ${userId}
  UNION ALL SELECT 'cohost' FROM events e JOIN host_claims c ON c.host_id = e.organizer_id
    WHERE e.id = ${eventId} AND e.deleted_at IS NULL AND c.host_kind = 'organizer' AND c.user_id = ${userId} AND c.status = 'approved'
  UNION ALL SELECT p.role FROM events e JOIN host_people p ON p.event_id = e.id
    WHERE e.id = ${eventId} AND e.deleted_at IS NULL AND p.user_id = ${userId}
  UNION ALL SELECT p.role FROM events e JOIN host_people p ON p.organizer_id = e.organizer_id
    WHERE e.id = ${eventId} AND e.deleted_at IS NULL AND p.user_id = ${userId} AND ${isGivenByKeeper}`;

/** Roles of an account in an organizer's page: who looks after it owns its people. */
const rolesInOrganizer = (userId: string, organizerId: string) => sql`
  SELECT 'owner' AS role FROM host_claims
    WHERE host_id = ${organizerId} AND host_kind = 'organizer' AND user_id = ${userId} AND status = 'approved'
  UNION ALL SELECT p.role FROM host_people p WHERE p.organizer_id = ${organizerId} AND p.user_id = ${userId} AND ${isGivenByKeeper}`;

const isTold = sql`p.role IN (${sql.raw(
  HOST_ROLES.filter((role) => mayHost(role, "guests"))
    .map((role) => `'${role}'`)
    .join(", "),
)})`;

/**
 * SQL: who gets the mails about an event's RSVPs, as `event_id` and `user_id`: its creator, who
 * looks after the page of its organizer, and helpers who have the guest list. Who switched them off
 * in one of these roles gets none by another. @param ids SQL of the events' ids
 */
export const mailedHostsOf = (ids: SQL): SQL => sql`SELECT h.event_id, h.user_id FROM (
  SELECT id AS event_id, creator_id AS user_id FROM events WHERE id IN (${ids})
  UNION SELECT e.id, c.user_id FROM events e CROSS JOIN host_claims c
    WHERE e.id IN (${ids}) AND c.host_id = e.organizer_id AND c.host_kind = 'organizer' AND c.status = 'approved'
  UNION SELECT p.event_id, p.user_id FROM host_people p WHERE p.event_id IN (${ids}) AND ${isTold}
  UNION SELECT e.id, p.user_id FROM events e CROSS JOIN host_people p
    WHERE e.id IN (${ids}) AND p.organizer_id = e.organizer_id AND ${isTold} AND ${isGivenByKeeper}
  ) h WHERE NOT EXISTS (SELECT 1 FROM host_people p CROSS JOIN events e WHERE p.user_id = h.user_id AND NOT p.gets_mails
    AND e.id = h.event_id AND (p.event_id = e.id OR p.organizer_id = e.organizer_id))
    AND NOT EXISTS (SELECT 1 FROM host_claims k CROSS JOIN events e WHERE k.user_id = h.user_id AND NOT k.gets_mails
    AND k.status = 'approved' AND k.host_kind = 'organizer' AND e.id = h.event_id AND k.host_id = e.organizer_id)`;

/** SQL: accounts `u` that get mails as hosts. */
export const isReached = sql`u.is_active AND u.email_verified_at IS NOT NULL AND u.deleted_at IS NULL`;

/** The most able role of an account; null for those who are no hosts, and for unknown ids. */
export async function hostRole(
  { db }: Pick<Deps, "db">,
  userId: string,
  { kind, id }: HostedSubject,
): Promise<HostRole | null> {
  if (!isUuid(id)) return null;
  const rows = await db.all<{ role: "owner" | GivenRole }>(
    kind === "event" ? rolesInEvent(userId, id) : rolesInOrganizer(userId, id),
  );
  return HOST_ROLES.find((role) => rows.some((row) => row.role === role)) ?? null;
}

/**
 * @throws AppError("unauthorized"), AppError("not-found") for those who are no hosts,
 * AppError("forbidden") for hosts whose role lacks the ability
 */
export async function assertHosts(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
  subject: HostedSubject,
  ability: HostAbility,
): Promise<Actor> {
  // A key of the guests' scope has that permission alone; one of other scopes reads no guests.
  assertCan(actor, ability === "guests" && actor?.permissions ? "guest:read" : "event:create");
  const role = await hostRole(deps, actor.id, subject);
  if (role === null) throw new AppError("not-found");
  if (!mayHost(role, ability)) throw new AppError("forbidden");
  return actor;
}

/** Who opens the link of an online event that is not for everyone. */
export interface LinkReaders {
  /** Those who have a place, since it takes RSVPs; else those who saved it. */
  areGuests: boolean;
  /** Whether the account is one of these guests. */
  isGuest: boolean;
}

/** Readers of a link for savers; null where it is for everyone, without a query. */
export async function linkReaders(
  { db }: Pick<Deps, "db">,
  event: Pick<EventRow, "id" | "onlineUrlFor">,
  account: { id: string } | null,
): Promise<LinkReaders | null> {
  if (event.onlineUrlFor === "everyone") return null;
  const found = await db.get<{ isOn: number; isGuest: number }>(sql`
    SELECT h.is_on AS isOn, EXISTS (SELECT 1 FROM registrations r WHERE r.user_id = ${account?.id ?? null}
      AND r.event_id = h.event_id AND r.state = 'going') AS isGuest
    FROM event_hosting h WHERE h.event_id = ${event.id}`);
  return { areGuests: found?.isOn === 1, isGuest: found?.isGuest === 1 };
}
