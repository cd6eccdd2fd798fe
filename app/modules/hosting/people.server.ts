import { and, asc, desc, eq, gt, inArray, lt, or, sql } from "drizzle-orm";
import * as v from "valibot";
import {
  auditEntries,
  events,
  GIVEN_ROLES,
  type GivenRole,
  hostInvitations,
  hostPeople,
  organizers,
  users,
} from "../../../db/schema";
import type { Locale } from "../../i18n/locale";
import { DAY } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { paths } from "../../lib/paths";
import { type Actor, assertCan, isStaffRole } from "../../lib/permissions";
import { isUuid } from "../../lib/runtime/ids";
import { purgeOf } from "../../lib/runtime/purge-rounds.server";
import { auditEntry } from "../audit/audit-entry.server";
import { normalizeEmail } from "../identity/email-address";
import { takeFromBucket, tooMany } from "../identity/sign-in/attempts.server";
import { createSecretToken, hashToken, isSecretToken } from "../identity/tokens/user-tokens.server";
import { enqueueMail, mailStatement, mailText } from "../mail/enqueue-mail.server";
import { ifSessionStays, runGuarded } from "../store/run-guarded.server";
import { assertHosts, type HostedSubject, hostRole, isGivenByKeeper } from "./host-access.server";

/** How long an invitation may be accepted, ms. */
export const INVITED_FOR = 7 * DAY;
/** People and invitations of an event or a page, together. */
const MAX_PEOPLE = 50;
/** Invitations that an account may send in a day. */
const INVITATIONS = { capacity: 20, period: DAY };
/** Changes that the page of people shows. */
const CHANGES_SHOWN = 50;

export const InvitationInput = v.object({
  email: v.pipe(
    v.string(),
    v.transform((typed) => normalizeEmail(typed)),
    v.string("errors:issue.email"),
  ),
  role: v.picklist(GIVEN_ROLES, "errors:issue.missing"),
});
export type InvitationInput = v.InferOutput<typeof InvitationInput>;

const columnsOf = ({ kind, id }: HostedSubject) =>
  kind === "event" ? { eventId: id, organizerId: null } : { eventId: null, organizerId: id };

/** The subject of a row. */
const subjectOf = (row: { eventId: string | null; organizerId: string | null }): HostedSubject =>
  row.eventId === null
    ? { kind: "organizer", id: row.organizerId ?? "" }
    : { kind: "event", id: row.eventId };

const peopleOf = ({ kind, id }: HostedSubject) =>
  eq(kind === "event" ? hostPeople.eventId : hostPeople.organizerId, id);
const invitationsOf = ({ kind, id }: HostedSubject) =>
  eq(kind === "event" ? hostInvitations.eventId : hostInvitations.organizerId, id);

/** The title or name of a subject, and whether everyone may see it. */
async function nameOf({ db }: Pick<Deps, "db">, { kind, id }: HostedSubject) {
  const name =
    kind === "event"
      ? await db
          .select({ en: events.titleEn, fa: events.titleFa, isPublic: events.isListed })
          .from(events)
          .where(eq(events.id, id))
          .get()
      : await db
          .select({
            en: organizers.nameEn,
            fa: organizers.nameFa,
            isPublic: sql<boolean>`${organizers.status} = 'listed'`.mapWith(Boolean),
          })
          .from(organizers)
          .where(eq(organizers.id, id))
          .get();
  if (!name) throw new AppError("not-found");
  return name;
}

const entry = (
  deps: Deps,
  actor: Actor,
  { kind, id }: HostedSubject,
  action: string,
  metadata: Record<string, unknown>,
) =>
  auditEntry(deps, {
    actorId: actor.id,
    action: `${kind}.${action}`,
    entity: kind,
    entityId: id,
    sessionId: actor.sessionId,
    metadata,
  });

/**
 * Invites an address to help; the mail's link is accepted within `INVITED_FOR`. A second invitation
 * of an address replaces the first.
 * @param locale the language of the mail: the one in which it is sent
 * @throws AppError("not-found"), AppError("forbidden") for those who do not own it,
 * AppError("conflict") with `MAX_PEOPLE`, AppError("too-many-requests") beyond the invitations of a
 * day or the mails of that address
 */
export async function inviteHost(
  deps: Deps,
  actor: Actor | null,
  subject: HostedSubject,
  { email, role }: InvitationInput,
  locale: Locale,
): Promise<void> {
  assertCan(actor, "access:make");
  const host = await assertHosts(deps, actor, subject, "people");
  const name = await nameOf(deps, subject);
  const draw = await takeFromBucket(deps, { name: `host-invitations ${host.id}`, ...INVITATIONS });
  if (draw.wait > 0) throw tooMany(draw.wait);
  const { db, ids, clock } = deps;
  const now = clock.now();
  const token = createSecretToken(deps.random);
  const mail = await mailStatement(deps, {
    kind: "hostInvitation",
    to: email,
    userId: null,
    locale,
    link: deps.siteUrl + paths.hostInvitation(token),
    values: {
      // Words of an event that waits for review are its author's alone: no stranger gets them.
      event: name.isPublic
        ? ((locale === "fa" ? name.fa : null) ?? name.en)
        : mailText(locale)("mail:someEvent"),
      role: mailText(locale)(`mail:hostRole.${role}`),
    },
    isSecret: true,
  });
  if (mail.wait > 0) throw tooMany(mail.wait);
  const { eventId, organizerId } = columnsOf(subject);
  const count = sql`(SELECT count(*) FROM ${hostPeople} WHERE ${peopleOf(subject)}) + (SELECT count(*) FROM ${hostInvitations} WHERE ${invitationsOf(subject)})`;
  await runGuarded(
    deps,
    [
      ifSessionStays(deps, host),
      db
        .delete(hostInvitations)
        .where(
          and(
            invitationsOf(subject),
            or(eq(hostInvitations.email, email), lt(hostInvitations.expiresAt, now)),
          ),
        ),
      db.insert(hostInvitations).values({
        id: ids.next(),
        eventId,
        organizerId,
        // Null, which fails the batch, where there is no room.
        role: sql`CASE WHEN ${count} < ${MAX_PEOPLE} THEN ${role} END`,
        email,
        tokenHash: await hashToken(token),
        userId: host.id,
        createdAt: now,
        expiresAt: now + INVITED_FOR,
      }),
      ...mail.statements,
      entry(deps, host, subject, "person-invited", { role }),
    ],
    { "host_invitations.role": () => new AppError("conflict") },
  );
  enqueueMail(deps, mail.id);
}

/** An invitation that may be accepted, as its link shows it; null where it is none any more. */
export async function findInvitation(deps: Pick<Deps, "db" | "clock">, token: string) {
  if (!isSecretToken(token)) return null;
  const row = await deps.db
    .select()
    .from(hostInvitations)
    .where(
      and(
        eq(hostInvitations.tokenHash, await hashToken(token)),
        gt(hostInvitations.expiresAt, deps.clock.now()),
      ),
    )
    .get();
  if (!row) return null;
  const subject = subjectOf(row);
  return { row, subject, name: await nameOf(deps, subject) };
}

/**
 * Accepts an invitation as the account that is signed in; it replaces a role that the account has
 * there. @returns what it helps with
 * @throws AppError("not-found") for a link that is over, AppError("conflict") for the owner
 */
export async function acceptInvitation(
  deps: Deps,
  actor: Actor | null,
  token: string,
): Promise<{ subject: HostedSubject; role: GivenRole }> {
  assertCan(actor, "access:make");
  const found = await findInvitation(deps, token);
  if (!found) throw new AppError("not-found");
  const { row, subject } = found;
  if ((await hostRole(deps, actor.id, subject)) === "owner") throw new AppError("conflict");
  // Who no longer owns it gives no roles in it.
  if ((await hostRole(deps, row.userId, subject)) !== "owner") throw new AppError("not-found");
  const { db, ids, clock } = deps;
  const isIt = eq(hostInvitations.id, row.id);
  await runGuarded(
    deps,
    [
      ifSessionStays(deps, actor),
      db
        .insert(hostPeople)
        .values({
          id: ids.next(),
          ...columnsOf(subject),
          role: row.role,
          // Null, which fails the batch, once it was accepted or withdrawn.
          userId: sql`(SELECT ${actor.id} FROM ${hostInvitations} WHERE ${isIt})`,
          invitedEmail: row.email,
          addedBy: row.userId,
          createdAt: clock.now(),
        })
        // Whether they get mails stays as they chose it.
        .onConflictDoUpdate({
          target: [
            subject.kind === "event" ? hostPeople.eventId : hostPeople.organizerId,
            hostPeople.userId,
          ],
          targetWhere: sql.raw(`${subject.kind}_id IS NOT NULL`),
          set: {
            role: row.role,
            invitedEmail: row.email,
            addedBy: row.userId,
            createdAt: clock.now(),
          },
        }),
      db.delete(hostInvitations).where(isIt),
      entry(deps, actor, subject, "person-joined", { role: row.role }),
    ],
    { "host_people.user_id": () => new AppError("not-found") },
  );
  return { subject, role: row.role };
}

/** A person with a role, to whom its owner or they themselves change it. */
async function personOf(deps: Deps, id: string) {
  const row = isUuid(id)
    ? await deps.db.select().from(hostPeople).where(eq(hostPeople.id, id)).get()
    : undefined;
  if (!row) throw new AppError("not-found");
  return { row, subject: subjectOf(row) };
}

/** Gives a person another role. @throws AppError("not-found"), AppError("forbidden") */
export async function changePersonRole(
  deps: Deps,
  actor: Actor | null,
  id: string,
  role: GivenRole,
): Promise<void> {
  assertCan(actor, "access:make");
  const { row, subject } = await personOf(deps, id);
  const host = await assertHosts(deps, actor, subject, "people");
  if (row.role === role) return;
  await runGuarded(deps, [
    ifSessionStays(deps, host),
    deps.db.update(hostPeople).set({ role }).where(eq(hostPeople.id, id)),
    entry(deps, host, subject, "person-changed", {
      userId: row.userId,
      before: { role: row.role },
      after: { role },
    }),
  ]);
}

/**
 * Takes a person's role away; people may leave on their own. @throws AppError("not-found"),
 * AppError("forbidden")
 */
export async function removePerson(deps: Deps, actor: Actor | null, id: string): Promise<void> {
  assertCan(actor, "event:create");
  const { row, subject } = await personOf(deps, id);
  if (row.userId !== actor.id) await assertHosts(deps, actor, subject, "people");
  const isLeaving = row.userId === actor.id;
  await deps.db.batch([
    deps.db.delete(hostPeople).where(eq(hostPeople.id, id)),
    entry(deps, actor, subject, isLeaving ? "person-left" : "person-removed", {
      userId: row.userId,
      role: row.role,
    }),
  ]);
}

/** Switches the mails about RSVPs on or off for oneself. @throws AppError("not-found") for others */
export async function setPersonMails(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  id: string,
  getsMails: boolean,
): Promise<void> {
  assertCan(actor, "event:create");
  const [changed] = await db
    .update(hostPeople)
    .set({ getsMails })
    .where(and(eq(hostPeople.id, id), eq(hostPeople.userId, actor.id)))
    .returning({ id: hostPeople.id });
  if (!changed) throw new AppError("not-found");
}

/** Ends an invitation: its link opens nothing. @throws AppError("not-found"), AppError("forbidden") */
export async function withdrawInvitation(
  deps: Deps,
  actor: Actor | null,
  id: string,
): Promise<void> {
  const row = isUuid(id)
    ? await deps.db.select().from(hostInvitations).where(eq(hostInvitations.id, id)).get()
    : undefined;
  if (!row) throw new AppError("not-found");
  const subject = subjectOf(row);
  const host = await assertHosts(deps, actor, subject, "people");
  await deps.db.batch([
    deps.db.delete(hostInvitations).where(eq(hostInvitations.id, id)),
    entry(deps, host, subject, "invitation-withdrawn", { role: row.role }),
  ]);
}

/** What hosts did, in the log of the page of people. */
const HOST_ACTIONS = [
  "rsvp-set",
  "guest-decided",
  "guests-exported",
  "guests-read",
  "person-invited",
  "person-joined",
  "person-changed",
  "person-removed",
  "person-left",
  "invitation-withdrawn",
] as const;

/**
 * The people of an event or a page, the invitations that wait, and who changed what: for its hosts.
 * @throws AppError("not-found"), AppError("forbidden")
 */
export async function peopleForHost(deps: Deps, actor: Actor | null, subject: HostedSubject) {
  await assertHosts(deps, actor, subject, "people");
  const { db, clock } = deps;
  const [people, invitations, changes] = await Promise.all([
    db
      .select({
        id: hostPeople.id,
        name: users.displayName,
        email: hostPeople.invitedEmail,
        role: hostPeople.role,
        createdAt: hostPeople.createdAt,
      })
      .from(hostPeople)
      .innerJoin(users, eq(users.id, hostPeople.userId))
      .where(peopleOf(subject))
      .orderBy(asc(hostPeople.createdAt)),
    db
      .select({
        id: hostInvitations.id,
        email: hostInvitations.email,
        role: hostInvitations.role,
        expiresAt: hostInvitations.expiresAt,
      })
      .from(hostInvitations)
      .where(and(invitationsOf(subject), gt(hostInvitations.expiresAt, clock.now())))
      .orderBy(asc(hostInvitations.createdAt)),
    db
      .select({
        action: auditEntries.action,
        at: auditEntries.createdAt,
        name: users.displayName,
        role: users.role,
      })
      .from(auditEntries)
      .leftJoin(users, eq(users.id, auditEntries.actorId))
      .where(
        and(
          eq(auditEntries.entity, subject.kind),
          eq(auditEntries.entityId, subject.id),
          inArray(
            auditEntries.action,
            HOST_ACTIONS.map((action) => `${subject.kind}.${action}`),
          ),
        ),
      )
      .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
      .limit(CHANGES_SHOWN),
  ]);
  return {
    name: await nameOf(deps, subject),
    people,
    invitations,
    changes: changes.map(({ action, at, name, role }) => ({
      action: action.slice(subject.kind.length + 1) as (typeof HOST_ACTIONS)[number],
      at,
      /** Null for deleted accounts, and for staff, who act for the site. */
      name: name && action.endsWith("guests-read") && isStaffRole(role ?? "user") ? null : name,
    })),
  };
}

/** Events that an account helps with, with its role in each, the latest date first. */
export async function listHelpedEvents({ db }: Pick<Deps, "db">, actor: Actor) {
  const columns = sql`e.id AS id, e.title_en AS titleEn, e.title_fa AS titleFa, e.starts_at AS startsAt, e.time_zone AS timeZone, p.role AS role, p.id AS personId, p.gets_mails AS getsMails`;
  const isOfOthers = sql`e.deleted_at IS NULL AND e.creator_id IS NOT ${actor.id}`;
  const rows = await db.all<{
    id: string;
    titleEn: string;
    titleFa: string | null;
    startsAt: number;
    timeZone: string;
    role: GivenRole;
    personId: string;
    getsMails: number;
    isOfEvent: number;
    /** Of the organizer's page that the role is in; null for one in the event. */
    pageEn: string | null;
    pageFa: string | null;
  }>(sql`
    SELECT ${columns}, 1 AS isOfEvent, NULL AS pageEn, NULL AS pageFa FROM host_people p CROSS JOIN events e
      WHERE p.user_id = ${actor.id} AND p.event_id = e.id AND ${isOfOthers}
    UNION ALL
    SELECT ${columns}, 0, o.name_en, o.name_fa FROM host_people p CROSS JOIN events e CROSS JOIN organizers o
      WHERE p.user_id = ${actor.id} AND o.id = p.organizer_id AND e.organizer_id = p.organizer_id AND e.status = 'approved' AND ${isOfOthers} AND ${isGivenByKeeper}
    ORDER BY startsAt DESC, isOfEvent DESC LIMIT 100`);
  // Of an event and of its organizer's page: the role in the event is the one to leave.
  return rows.filter((row, at) => rows.findIndex(({ id }) => id === row.id) === at);
}

/** Invitations that are over are no use to anyone. */
export const invitationsPurge = purgeOf(hostInvitations, (at) => lt(hostInvitations.expiresAt, at));
