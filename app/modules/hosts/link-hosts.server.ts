import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { events, hostNames, organizers, venues } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import {
  type HostKind,
  lookupKeys,
  nameKeys,
  nameScope,
  newHostSlug,
  slugScope,
  suffixOf,
} from "../../lib/event/host-keys";
import { searchKey } from "../../lib/text/search-text";
import { isNoVenue } from "../events/duplicates/venue-similarity";
import { insertJson, insertSelect } from "../store/run-guarded.server";

type EventInsert = typeof events.$inferInsert;

/** Columns of an event that name its hosts. */
export type HostedEvent = Pick<
  EventInsert,
  | "id"
  | "cityId"
  | "venueId"
  | "organizerId"
  | "venueEn"
  | "venueFa"
  | "addressEn"
  | "addressFa"
  | "latitude"
  | "longitude"
  | "organizerEn"
  | "organizerFa"
  | "attendance"
  | "status"
  | "isActive"
  | "deletedAt"
>;

/** A host that an event names, as JSON for the statements. */
interface NamedHost {
  kind: HostKind;
  eventId: string;
  scope: string;
  slugScope: string;
  /** Keys to look it up by, the best first. */
  keys: string[];
  /** Keys that a new host has. */
  names: string[];
  /** Of a new host. */
  id: string;
  slug: string;
  spare: string;
  nameEn: string;
  nameFa: string | null;
  searchKey: string;
  cityId: string;
  addressEn: string | null;
  addressFa: string | null;
  latitude: number | null;
  longitude: number | null;
}

const isPublic = ({ status = "draft", isActive = true, deletedAt = null }: HostedEvent) =>
  status === "approved" && isActive && deletedAt === null;

function namedHost(
  { ids }: Pick<Deps, "ids">,
  event: HostedEvent,
  kind: HostKind,
): NamedHost | null {
  const isVenue = kind === "venue";
  const [nameEn, nameFa] = isVenue
    ? [event.venueEn, event.venueFa]
    : [event.organizerEn, event.organizerFa];
  const linked = isVenue ? event.venueId : event.organizerId;
  if (linked || !nameEn || isNoVenue(nameEn) || (isVenue && event.attendance === "online"))
    return null;
  const names = nameKeys([nameEn, nameFa]);
  if (names.length === 0) return null;
  const id = ids.next();
  const slug = newHostSlug(kind, nameEn, id);
  return {
    kind,
    eventId: event.id,
    scope: nameScope(kind, event.cityId),
    slugScope: slugScope(kind, event.cityId),
    keys: lookupKeys(kind, [nameEn, nameFa]),
    names,
    id,
    slug,
    spare: `${slug}-${suffixOf(id)}`,
    nameEn,
    nameFa: nameFa ?? null,
    searchKey: [nameEn, nameFa ?? ""].map(searchKey).filter(Boolean).join("\n"),
    cityId: event.cityId,
    addressEn: event.addressEn ?? null,
    addressFa: event.addressFa ?? null,
    latitude: event.latitude ?? null,
    longitude: event.longitude ?? null,
  };
}

const TABLE_OF = { venue: venues, organizer: organizers } as const;

/** SQL: the host that an entry of `named` finds, by its best key. */
const foundHost = (entry: SQL) =>
  sql`(SELECT n.host_id FROM json_each(${entry}, '$.keys') AS k CROSS JOIN host_names n ON n.scope = ${entry} ->> 'scope' AND n.key = k.value ORDER BY k.key LIMIT 1)`;

/**
 * Adds the hosts that no name leads to. Of two events that name the same new one, the first makes
 * it.
 */
function addStatements(
  { db, clock }: Pick<Deps, "db" | "clock">,
  kind: HostKind,
  named: readonly NamedHost[],
): BatchItem<"sqlite">[] {
  const table = TABLE_OF[kind];
  const taken = new Set<string>();
  const slugs = new Set<string>();
  const fresh = named.flatMap((host) => {
    if (host.names.some((key) => taken.has(`${host.scope} ${key}`))) return [];
    for (const key of host.names) taken.add(`${host.scope} ${key}`);
    const slug = slugs.has(`${host.scope} ${host.slug}`) ? host.spare : host.slug;
    slugs.add(`${host.scope} ${slug}`);
    return [{ ...host, slug }];
  });
  if (fresh.length === 0) return [];
  const list = JSON.stringify(fresh);
  const now = clock.now();
  const isTaken = sql`EXISTS (SELECT 1 FROM host_names s WHERE s.scope = j.value ->> 'slugScope' AND s.key = j.value ->> 'slug')`;
  const given = {
    slug: sql`CASE WHEN ${isTaken} THEN j.value ->> 'spare' ELSE j.value ->> 'slug' END`,
    aliases: sql`'[]'`,
    links: sql`'[]'`,
    imageFocus: sql`'center'`,
    status: sql`'listed'`,
    version: sql`1`,
    createdAt: sql`${now}`,
    updatedAt: sql`${now}`,
  };
  const added = sql`json_each(${list}) AS j CROSS JOIN ${table} AS h`;
  const isAdded = sql`h.id = j.value ->> 'id'`;
  return [
    insertJson(
      db,
      table,
      list,
      given,
      sql`${foundHost(sql`j.value`)} IS NULL`,
    ).onConflictDoNothing(),
    insertSelect(
      db,
      hostNames,
      { scope: sql`j.value ->> 'slugScope'`, key: sql`h.slug`, hostId: sql`h.id` },
      sql`FROM ${added} WHERE ${isAdded}`,
    ).onConflictDoNothing(),
    insertSelect(
      db,
      hostNames,
      { scope: sql`j.value ->> 'scope'`, key: sql`k.value`, hostId: sql`h.id` },
      sql`FROM ${added} CROSS JOIN json_each(j.value, '$.names') AS k WHERE ${isAdded}`,
    ).onConflictDoNothing(),
  ];
}

/**
 * Statements that link public events to their venue and organizer by name and insert new hosts.
 * Events that are not approved create no host. The statements follow the events' write in the same
 * batch. An event whose host cannot be inserted is published without a link. Events that have both
 * links cost nothing.
 */
export function linkHostsStatements(
  deps: Pick<Deps, "db" | "ids" | "clock">,
  written: readonly HostedEvent[],
): BatchItem<"sqlite">[] {
  const listed = written.filter(isPublic);
  const found = (kind: HostKind) => listed.flatMap((event) => namedHost(deps, event, kind) ?? []);
  const [named, presented] = [found("venue"), found("organizer")];
  if (named.length + presented.length === 0) return [];
  const { db } = deps;
  const linked = (column: SQL, list: readonly NamedHost[]) =>
    sql`coalesce(${column}, (SELECT ${foundHost(sql`j.value`)} FROM json_each(${JSON.stringify(list)}) AS j WHERE j.value ->> 'eventId' = events.id))`;
  const ids = [...new Set([...named, ...presented].map(({ eventId }) => eventId))];
  return [
    ...addStatements(deps, "venue", named),
    ...addStatements(deps, "organizer", presented),
    db
      .update(events)
      .set({
        venueId: linked(sql`venue_id`, named),
        organizerId: linked(sql`organizer_id`, presented),
      })
      .where(sql`${events.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`),
  ];
}

/** Statements that find the venue and the organizer of these names. */
export function knownHostStatements(
  { db }: Pick<Deps, "db">,
  cityId: string,
  venue: { en: string | null; fa: string | null },
  organizer: { en: string | null; fa: string | null },
) {
  const idOf = (kind: HostKind, { en, fa }: { en: string | null; fa: string | null }) =>
    foundHost(
      sql`${JSON.stringify({ scope: nameScope(kind, cityId), keys: lookupKeys(kind, [en, fa]) })}`,
    );
  return [
    db
      .select()
      .from(venues)
      .where(sql`${venues.id} = ${idOf("venue", venue)}`),
    db
      .select({ id: organizers.id })
      .from(organizers)
      .where(sql`${organizers.id} = ${idOf("organizer", organizer)}`),
  ] as const;
}
