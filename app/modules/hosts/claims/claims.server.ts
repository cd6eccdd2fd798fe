import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import * as v from "valibot";
import { cities, hostClaims, organizers, users, venues } from "../../../../db/schema";
import { DAY } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { webUrl } from "../../../lib/http/web-url";
import { paths } from "../../../lib/paths";
import { type Actor, assertCan } from "../../../lib/permissions";
import { auditEntry, auditWhere } from "../../audit/audit-entry.server";
import type { HostVerdictKind } from "../../notifications/choose-channels";
import { domainEventStatement, enqueueDomainEvent } from "../../notifications/domain-events.server";
import { settingsOf } from "../../settings/platform-settings.server";
import { forgetSiteState } from "../../store/content-version.server";
import { runGuarded } from "../../store/run-guarded.server";
import { bumpHostPages, getHostOrThrow, type StoredHost } from "../write-host.server";

export const CLAIM_LIMITS = { statement: 1_000, shortest: 20, link: 500 } as const;
/** Claims that an account may make within seven days, withdrawn ones too. */
const CLAIMS_A_WEEK = 5;
/** Claims that staff see at once, the oldest first. */
const SHOWN = 50;

export const ClaimInput = v.object({
  statement: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(CLAIM_LIMITS.shortest, "errors:issue.shortText"),
    v.maxLength(CLAIM_LIMITS.statement, "errors:issue.tooLong"),
  ),
  link: v.nullable(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(CLAIM_LIMITS.link, "errors:issue.tooLong"),
      v.check((link) => webUrl(link) !== null, "errors:issue.webAddress"),
    ),
  ),
});
type ClaimInput = v.InferOutput<typeof ClaimInput>;

export type ClaimRow = typeof hostClaims.$inferSelect;

const tooManyClaims = () =>
  new AppError(
    "too-many-requests",
    [{ path: "", message: "errors:issue.claimLimit", values: { limit: CLAIMS_A_WEEK } }],
    DAY / 1000,
  );

/**
 * Asks staff to make the account the verified manager of a page.
 * @throws AppError("forbidden") without a verified address or while the setting is off,
 * AppError("not-found") for hidden pages, AppError("conflict") if the account has an open claim of
 * this page, AppError("too-many-requests") beyond `CLAIMS_A_WEEK`
 */
export async function claimHost(
  deps: Deps,
  actor: Actor | null,
  hostId: string,
  input: ClaimInput,
): Promise<void> {
  assertCan(actor, "host:claim");
  if (!(await settingsOf(deps)).features.enableHostClaims) throw new AppError("forbidden");
  const { kind, row } = await getHostOrThrow(deps, hostId);
  if (row.status === "hidden") throw new AppError("not-found");
  const { db, ids, clock } = deps;
  const now = clock.now();
  const recent = sql`SELECT count(*) FROM host_claims WHERE user_id = ${actor.id} AND created_at > ${now - 7 * DAY}`;
  await runGuarded(
    deps,
    [
      db.insert(hostClaims).values({
        id: ids.next(),
        hostId,
        hostKind: kind,
        // Null, which fails the batch, beyond the limit.
        userId: sql`CASE WHEN (${recent}) < ${CLAIMS_A_WEEK} THEN ${actor.id} END`,
        ...input,
        status: "pending",
        createdAt: now,
        updatedAt: now,
      }),
      auditEntry(deps, {
        actorId: actor.id,
        action: "claim.made",
        entity: kind,
        entityId: hostId,
        sessionId: actor.sessionId,
      }),
    ],
    { "host_claims.user_id": tooManyClaims },
  );
}

const isOpen = inArray(hostClaims.status, ["pending", "approved"]);

/**
 * Ends an account's own claim; an approved one with all that it allowed. @throws
 * AppError("not-found") without an open claim
 */
export async function withdrawClaim(
  deps: Deps,
  actor: Actor | null,
  hostId: string,
): Promise<void> {
  assertCan(actor, "account:manage");
  const { db, clock } = deps;
  const isOwn = and(eq(hostClaims.hostId, hostId), eq(hostClaims.userId, actor.id), isOpen);
  const claim = await db.select().from(hostClaims).where(isOwn).get();
  if (!claim) throw new AppError("not-found");
  await runGuarded(deps, [
    auditWhere(
      deps,
      {
        actorId: actor.id,
        action: "claim.withdrawn",
        entity: claim.hostKind,
        entityId: hostId,
        sessionId: actor.sessionId,
      },
      db.select({ id: hostClaims.id }).from(hostClaims).where(isOwn),
    ),
    db
      .update(hostClaims)
      .set({ status: "withdrawn", updatedAt: clock.now() })
      .where(and(eq(hostClaims.id, claim.id), isOpen)),
    ...(await pageStatements(deps, claim)),
  ]);
  forgetSiteState(deps);
}

/**
 * Statements that renew the pages of a claim's host, whose badge may change; none if it is gone.
 */
async function pageStatements(deps: Deps, { hostId }: Pick<ClaimRow, "hostId">) {
  const host = await getHostOrThrow(deps, hostId).catch(() => null);
  return host ? [bumpHostPages(deps, host)] : [];
}

/** The account's latest claim of a page; null without one. */
export async function latestClaim(
  { db }: Pick<Deps, "db">,
  actor: Actor,
  hostId: string,
): Promise<ClaimRow | null> {
  const found = await db
    .select()
    .from(hostClaims)
    .where(and(eq(hostClaims.userId, actor.id), eq(hostClaims.hostId, hostId)))
    // An open one is the latest, unless it was made within the same millisecond.
    .orderBy(desc(isOpen), desc(hostClaims.createdAt), desc(hostClaims.id))
    .get();
  return found ?? null;
}

const managerOf = (actor: Actor, hostId: string) =>
  and(
    eq(hostClaims.hostId, hostId),
    eq(hostClaims.userId, actor.id),
    eq(hostClaims.status, "approved"),
  );

/** Whether an account is a verified manager of a page. */
export async function managesHost(
  { db }: Pick<Deps, "db">,
  actor: Actor,
  hostId: string,
): Promise<boolean> {
  const found = await db
    .select({ id: hostClaims.id })
    .from(hostClaims)
    .where(managerOf(actor, hostId))
    .get();
  return found !== undefined;
}

/**
 * Switches the mails about RSVPs of a page's events on or off for the account that looks after it.
 * @throws AppError("not-found") for others
 */
export async function setPageMails(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  hostId: string,
  getsMails: boolean,
): Promise<void> {
  assertCan(actor, "host:claim");
  const [changed] = await db
    .update(hostClaims)
    .set({ getsMails })
    .where(managerOf(actor, hostId))
    .returning({ id: hostClaims.id });
  if (!changed) throw new AppError("not-found");
}

/**
 * @throws AppError("forbidden") unless the account is a verified manager, AppError("not-found") for
 * a host that is gone
 */
export async function getManagedHost(
  deps: Pick<Deps, "db">,
  actor: Actor,
  hostId: string,
): Promise<StoredHost> {
  const host = await getHostOrThrow(deps, hostId);
  if (!(await managesHost(deps, actor, hostId))) throw new AppError("forbidden");
  return host;
}

/** Columns of a host that a list of claims or announcements names; null where the host is gone. */
export const NAMED_HOST = {
  nameEn: sql<string | null>`coalesce(${venues.nameEn}, ${organizers.nameEn})`.as("host_en"),
  nameFa: sql<string | null>`coalesce(${venues.nameFa}, ${organizers.nameFa})`.as("host_fa"),
  slug: sql<string | null>`coalesce(${venues.slug}, ${organizers.slug})`.as("host_slug"),
  citySlug: sql<string | null>`${cities.slug}`.as("host_city"),
  isListed: sql<number>`coalesce(${venues.status}, ${organizers.status}) = 'listed'`.as(
    "host_listed",
  ),
};

/** An account's claims, the latest first. */
export function listOwnClaims({ db }: Pick<Deps, "db">, actor: Actor) {
  return db
    .select({ claim: hostClaims, host: NAMED_HOST })
    .from(hostClaims)
    .leftJoin(venues, eq(venues.id, hostClaims.hostId))
    .leftJoin(organizers, eq(organizers.id, hostClaims.hostId))
    .leftJoin(cities, eq(cities.id, venues.cityId))
    .where(eq(hostClaims.userId, actor.id))
    .orderBy(desc(hostClaims.createdAt), desc(hostClaims.id))
    .limit(SHOWN);
}

/** Claims that wait for a decision, the oldest first. */
export function listWaitingClaims({ db }: Pick<Deps, "db">, actor: Actor | null) {
  assertCan(actor, "host:manage");
  return db
    .select({
      claim: hostClaims,
      host: NAMED_HOST,
      claimant: { id: users.id, name: users.displayName },
    })
    .from(hostClaims)
    .innerJoin(users, eq(users.id, hostClaims.userId))
    .leftJoin(venues, eq(venues.id, hostClaims.hostId))
    .leftJoin(organizers, eq(organizers.id, hostClaims.hostId))
    .leftJoin(cities, eq(cities.id, venues.cityId))
    .where(sql`${hostClaims.status} = 'pending'`)
    .orderBy(asc(hostClaims.createdAt), asc(hostClaims.id))
    .limit(SHOWN);
}

interface HostDecision {
  kind: HostVerdictKind;
  /** Who made the claim or wrote the announcement. */
  authorId: string;
  /** The member of staff who decided. */
  actorId: string;
  /** Of a rejection. */
  reason: string | null;
  idempotencyKey: string;
}

/**
 * The domain event that notifies an author of the decision on their claim or announcement, for the
 * batch of the decision.
 */
export const hostDecidedEvent = (
  deps: Deps,
  { row }: StoredHost,
  { kind, authorId, actorId, reason, idempotencyKey }: HostDecision,
) =>
  domainEventStatement(deps, {
    trigger: "host.decided",
    kind,
    eventId: null,
    actorId,
    values: {
      author: authorId,
      title: { en: row.nameEn, fa: row.nameFa },
      ...(reason !== null && { reason }),
    },
    actionPath: paths.accountPage(row.id),
    idempotencyKey,
  });

const REASON_LIMITS = { shortest: 5, longest: 500 } as const;

/** The reason of a rejection. @throws AppError("invalid") at `reason` */
export function checkedReason(text: string): string {
  const reason = text.trim();
  if (reason.length < REASON_LIMITS.shortest)
    throw new AppError("invalid", [{ path: "reason", message: "errors:issue.shortText" }]);
  if (reason.length > REASON_LIMITS.longest)
    throw new AppError("invalid", [{ path: "reason", message: "errors:issue.tooLong" }]);
  return reason;
}

/**
 * Approves a claim, which makes the claimant the page's verified manager, or rejects it with a
 * reason. The claimant is notified.
 * @param reason null approves
 * @throws AppError("conflict") unless it waits, AppError("forbidden") for one's own claim,
 * AppError("invalid") at `reason`
 */
export async function decideClaim(
  deps: Deps,
  actor: Actor | null,
  id: string,
  reason: string | null,
): Promise<void> {
  assertCan(actor, "host:manage");
  const { db, clock } = deps;
  const claim = await db.select().from(hostClaims).where(eq(hostClaims.id, id)).get();
  if (claim?.status !== "pending") throw new AppError("conflict");
  if (claim.userId === actor.id)
    throw new AppError("forbidden", [{ path: "", message: "errors:issue.ownClaim" }]);
  const isApproved = reason === null;
  const said = isApproved ? null : checkedReason(reason);
  const told = hostDecidedEvent(deps, await getHostOrThrow(deps, claim.hostId), {
    kind: isApproved ? "claim-approved" : "claim-rejected",
    authorId: claim.userId,
    actorId: actor.id,
    reason: said,
    idempotencyKey: `claim:${id}`,
  });
  const waits = and(eq(hostClaims.id, id), eq(hostClaims.status, "pending"));
  await runGuarded(deps, [
    auditWhere(
      deps,
      {
        actorId: actor.id,
        action: isApproved ? "claim.approved" : "claim.rejected",
        entity: claim.hostKind,
        entityId: claim.hostId,
        metadata: { claimant: claim.userId },
        severity: "warning",
        sessionId: actor.sessionId,
      },
      db.select({ id: hostClaims.id }).from(hostClaims).where(waits),
    ),
    db
      .update(hostClaims)
      .set({
        status: isApproved ? "approved" : "rejected",
        reason: said,
        decidedBy: actor.id,
        decidedAt: clock.now(),
        updatedAt: clock.now(),
      })
      .where(waits),
    told.statement,
    ...(await pageStatements(deps, claim)),
  ]);
  forgetSiteState(deps);
  deps.later(enqueueDomainEvent(deps, told.id));
}
