import { and, eq, notInArray, sql } from "drizzle-orm";
import * as v from "valibot";
import {
  hostAnnouncements,
  hostClaims,
  hostInvitations,
  hostNames,
  hostPeople,
  ingestionCandidates,
  organizers,
  venues,
} from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError, isRefusal, staleError } from "../../lib/errors";
import { HOST_KINDS, hostFacet, nameKeys, nameScope } from "../../lib/event/host-keys";
import { webUrl } from "../../lib/http/web-url";
import { type Actor, assertCan } from "../../lib/permissions";
import { searchKey } from "../../lib/text/search-text";
import { auditEntry } from "../audit/audit-entry.server";
import { moveHostFollowers } from "../cities/move-followers.server";
import { enqueueJob, type JobValues, jobStatement } from "../jobs/jobs.server";
import { bumpCityVersions, forgetSiteState } from "../store/content-version.server";
import { insertSelect, runGuarded } from "../store/run-guarded.server";
import type { OrganizerRow, VenueRow } from "./find-host.server";

export const HOST_LIMITS = {
  name: 150,
  about: 3_000,
  address: 300,
  link: 500,
  links: 6,
  alias: 150,
  aliases: 30,
} as const;

const Line = (most: number) =>
  v.pipe(v.string(), v.trim(), v.maxLength(most, "errors:issue.tooLong"));
const OrNothing = (most: number) =>
  v.pipe(
    Line(most),
    v.transform((text) => text || null),
  );
const Degrees = (most: number, message: string) =>
  v.nullable(v.pipe(v.number(message), v.minValue(-most, message), v.maxValue(most, message)));

/** Fields of a venue or an organizer that staff may change; address and position are a venue's. */
export const HostInput = v.strictObject({
  nameEn: v.pipe(Line(HOST_LIMITS.name), v.minLength(1, "errors:issue.value")),
  nameFa: OrNothing(HOST_LIMITS.name),
  aliases: v.pipe(
    v.array(Line(HOST_LIMITS.alias)),
    v.maxLength(HOST_LIMITS.aliases, "errors:issue.tooLong"),
  ),
  aboutEn: OrNothing(HOST_LIMITS.about),
  aboutFa: OrNothing(HOST_LIMITS.about),
  links: v.pipe(
    v.array(
      v.pipe(
        Line(HOST_LIMITS.link),
        v.check((link) => webUrl(link) !== null, "errors:issue.webAddress"),
      ),
    ),
    v.maxLength(HOST_LIMITS.links, "errors:issue.tooLong"),
  ),
  addressEn: OrNothing(HOST_LIMITS.address),
  addressFa: OrNothing(HOST_LIMITS.address),
  latitude: Degrees(90, "errors:issue.latitude"),
  longitude: Degrees(180, "errors:issue.longitude"),
  isHidden: v.boolean(),
});
export type HostInput = v.InferOutput<typeof HostInput>;

export type StoredHost =
  | { kind: "venue"; row: VenueRow }
  | { kind: "organizer"; row: OrganizerRow };

/** A host by id, hidden ones too. @throws AppError("not-found") */
export async function getHostOrThrow({ db }: Pick<Deps, "db">, id: string): Promise<StoredHost> {
  // One row each: of a list a bad one is left out, and staff correct it here.
  const [venue, organizer] = await Promise.all([
    db.select().from(venues).where(eq(venues.id, id)).get(),
    db.select().from(organizers).where(eq(organizers.id, id)).get(),
  ]);
  if (venue) return { kind: "venue", row: venue };
  if (organizer) return { kind: "organizer", row: organizer };
  throw new AppError("not-found");
}

export const HOST_TABLES = { venue: venues, organizer: organizers } as const;
const cityOf = (host: StoredHost): string => (host.kind === "venue" ? host.row.cityId : "");
/** The statement that renews pages of its city, or of all lists. */
export const bumpHostPages = ({ db }: Pick<Deps, "db">, host: StoredHost) =>
  bumpCityVersions(db, host.kind === "venue" ? [host.row.cityId] : []);

const FIELDS = {
  venue: [
    "nameEn",
    "nameFa",
    "aliases",
    "aboutEn",
    "aboutFa",
    "links",
    "addressEn",
    "addressFa",
    "latitude",
    "longitude",
    "status",
  ],
  organizer: ["nameEn", "nameFa", "aliases", "aboutEn", "aboutFa", "links", "status"],
} as const;

/**
 * Inserts names; fails the batch where one leads to another host, with an error about the
 * constraint of `host_names`.
 */
const insertNames = (
  { db }: Pick<Deps, "db">,
  scope: string,
  keys: readonly string[],
  id: string,
) =>
  insertSelect(
    db,
    hostNames,
    { scope, key: sql`value`, hostId: id },
    sql`FROM json_each(${JSON.stringify(keys)}) WHERE NOT EXISTS (
      SELECT 1 FROM host_names own WHERE own.scope = ${scope} AND own.key = value AND own.host_id = ${id})`,
  );

const nameTaken = () =>
  new AppError("conflict", [{ path: "aliases", message: "errors:issue.hostNameTaken" }]);

/**
 * Changes a venue or an organizer. A former name stays an alias, so that events which use it still
 * find it. Its address stays.
 * @param expectedVersion the version that the form showed
 * @throws AppError("not-found"), AppError("conflict") at `version` after a concurrent change, at
 * `aliases` where a name leads to another host
 */
export async function updateHost(
  deps: Deps,
  actor: Actor | null,
  id: string,
  input: HostInput,
  expectedVersion: number,
): Promise<void> {
  assertCan(actor, "host:manage");
  await changeHost(deps, actor, await getHostOrThrow(deps, id), input, expectedVersion);
}

/** As `updateHost`, for an actor who may. */
export async function changeHost(
  deps: Deps,
  actor: Actor,
  host: StoredHost,
  input: HostInput,
  expectedVersion: number,
): Promise<void> {
  const { kind, row } = host;
  const { id } = row;
  if (expectedVersion !== row.version) throw staleError();
  const { db, clock } = deps;
  const table = HOST_TABLES[kind];
  const { isHidden, latitude, longitude, addressEn, addressFa, ...common } = input;
  const written = nameKeys([input.nameEn, input.nameFa]);
  const former = [row.nameEn, row.nameFa].filter(
    (name): name is string => Boolean(name) && !written.includes(nameKeys([name])[0] ?? ""),
  );
  const aliases = [...new Set([...input.aliases.filter(Boolean), ...former])];
  const keys = nameKeys([input.nameEn, input.nameFa, ...aliases]);
  const values = {
    ...common,
    aliases,
    status: isHidden ? ("hidden" as const) : ("listed" as const),
    ...(kind === "venue" ? { latitude, longitude, addressEn, addressFa } : null),
  };
  const before = Object.fromEntries(
    FIELDS[kind].map((name) => [name, row[name as keyof typeof row]]),
  );
  const changed = FIELDS[kind].filter(
    (name) => JSON.stringify(values[name as keyof typeof values]) !== JSON.stringify(before[name]),
  );
  if (changed.length === 0) return;
  const scope = nameScope(kind, cityOf(host));
  const only = (of: Record<string, unknown>) =>
    Object.fromEntries(changed.map((name) => [name, of[name]]));
  await runGuarded(
    deps,
    [
      db
        .update(table)
        .set({
          ...values,
          searchKey: [input.nameEn, input.nameFa ?? "", ...aliases]
            .map(searchKey)
            .filter(Boolean)
            .join("\n"),
          // Null after a concurrent change, which fails the batch.
          version: sql`CASE WHEN ${table.version} = ${row.version} THEN ${row.version + 1} END`,
          updatedAt: clock.now(),
        })
        .where(eq(table.id, id)),
      db
        .delete(hostNames)
        .where(
          and(
            eq(hostNames.hostId, id),
            eq(hostNames.scope, scope),
            notInArray(hostNames.key, keys),
          ),
        ),
      insertNames(deps, scope, keys, id),
      auditEntry(deps, {
        actorId: actor.id,
        action: `${kind}.updated`,
        entity: kind,
        entityId: id,
        metadata: { before: only(before), after: only(values) },
        sessionId: actor.sessionId,
      }),
      bumpHostPages(deps, host),
    ],
    {
      "host_names.scope": nameTaken,
      "venues.version": staleError,
      "organizers.version": staleError,
    },
  );
  forgetSiteState(deps);
}

const mergeTarget = () =>
  new AppError("invalid", [{ path: "into", message: "errors:issue.hostMergeTarget" }]);

/**
 * Both hosts of a merge. @throws AppError("not-found"), AppError("invalid") for the same one,
 * another kind or another city
 */
export async function mergedHosts(
  deps: Pick<Deps, "db">,
  fromId: string,
  intoId: string,
): Promise<{ from: StoredHost; into: StoredHost }> {
  const from = await getHostOrThrow(deps, fromId);
  const into = await getHostOrThrow(deps, intoId).catch((error: unknown) => {
    if (isRefusal(error, "not-found")) throw mergeTarget();
    throw error;
  });
  if (
    from.row.id === into.row.id ||
    from.kind !== into.kind ||
    cityOf(from) !== cityOf(into) ||
    into.row.status !== "listed"
  )
    throw mergeTarget();
  return { from, into };
}

/**
 * Merges a host into another: its names and addresses lead there at once, a job moves its events,
 * then it is gone.
 * @throws as `mergedHosts`; AppError("conflict") after a concurrent change of the other one
 */
export async function mergeHosts(
  deps: Deps,
  actor: Actor | null,
  fromId: string,
  intoId: string,
): Promise<void> {
  assertCan(actor, "host:manage");
  const { from, into } = await mergedHosts(deps, fromId, intoId);
  const { kind } = from;
  const { db, clock } = deps;
  const table = HOST_TABLES[kind];
  const known = nameKeys([into.row.nameEn, into.row.nameFa, ...into.row.aliases]);
  const added = [from.row.nameEn, from.row.nameFa, ...from.row.aliases].filter(
    (name): name is string => Boolean(name) && !known.includes(nameKeys([name])[0] ?? ""),
  );
  const aliases = [...new Set([...into.row.aliases, ...added])];
  const job = jobStatement(deps, "host.merge", { kind, from: fromId, into: intoId });
  await runGuarded(
    deps,
    [
      db
        .update(table)
        .set({
          aliases,
          ...(into.row.imageUrl === null && {
            imageUrl: from.row.imageUrl,
            imageFocus: from.row.imageFocus,
          }),
          searchKey: [into.row.nameEn, into.row.nameFa ?? "", ...aliases]
            .map(searchKey)
            .filter(Boolean)
            .join("\n"),
          version: sql`CASE WHEN ${table.version} = ${into.row.version} AND ${table.status} = 'listed' THEN ${into.row.version + 1} END`,
          updatedAt: clock.now(),
        })
        .where(eq(table.id, intoId)),
      db
        .update(table)
        .set({ status: "hidden", version: from.row.version + 1, updatedAt: clock.now() })
        .where(eq(table.id, fromId)),
      db.update(hostNames).set({ hostId: intoId }).where(eq(hostNames.hostId, fromId)),
      auditEntry(deps, {
        actorId: actor.id,
        action: `${kind}.merged`,
        entity: kind,
        entityId: fromId,
        metadata: {
          before: { nameEn: from.row.nameEn, slug: from.row.slug },
          after: { id: intoId, nameEn: into.row.nameEn, slug: into.row.slug },
        },
        severity: "warning",
        sessionId: actor.sessionId,
      }),
      job.statement,
      bumpHostPages(deps, from),
    ],
    { "venues.version": staleError, "organizers.version": staleError },
  );
  forgetSiteState(deps);
  enqueueJob(deps, job.id);
}

/** Events that one step moves: their facets are rewritten. */
const ROUND = 50;

/** Step of the job `host.merge`. Idempotent. @returns the remaining work, or null */
export async function moveHostEvents(
  { db }: Pick<Deps, "db">,
  values: JobValues["host.merge"],
): Promise<JobValues["host.merge"] | null> {
  const { kind, from, into } = values;
  if (!HOST_KINDS.includes(kind)) return null;
  const column = sql.raw(kind === "venue" ? "venue_id" : "organizer_id");
  const moved = await db.all(
    sql`UPDATE events SET ${column} = ${into} WHERE id IN (SELECT id FROM events WHERE ${column} = ${from} LIMIT ${ROUND}) RETURNING id`,
  );
  if (moved.length === ROUND) return values;
  if (
    !(await moveHostFollowers({ db }, { from: hostFacet(kind, from), into: hostFacet(kind, into) }))
  )
    return values;
  const table = HOST_TABLES[kind];
  await db.batch([
    // Candidates of an ingestion remember the venue that they were recognized by.
    db
      .update(ingestionCandidates)
      .set({ venueId: into })
      .where(eq(ingestionCandidates.venueId, from)),
    // A person with open claims of both keeps that of the other one.
    db
      .delete(hostClaims)
      .where(
        sql`host_id = ${from} AND status IN ('pending', 'approved') AND EXISTS (SELECT 1 FROM host_claims o WHERE o.host_id = ${into} AND o.user_id = host_claims.user_id AND o.status IN ('pending', 'approved'))`,
      ),
    // So does a person who helps with both.
    ...[hostPeople, hostInvitations].flatMap((table) => {
      const key = table === hostPeople ? sql`user_id` : sql`email`;
      return [
        db
          .delete(table)
          .where(
            sql`organizer_id = ${from} AND ${key} IN (SELECT ${key} FROM ${table} WHERE organizer_id = ${into})`,
          ),
        db.update(table).set({ organizerId: into }).where(eq(table.organizerId, from)),
      ];
    }),
    db.update(hostAnnouncements).set({ hostId: into }).where(sql`host_id = ${from}`),
    db.update(hostClaims).set({ hostId: into }).where(sql`host_id = ${from}`),
    db.delete(table).where(eq(table.id, from)),
  ]);
  return null;
}
