import { and, eq, sql } from "drizzle-orm";
import { sources } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError, staleError } from "../../../lib/errors";
import { isPublicAddress } from "../../../lib/http/fetch-public.server";
import { type Actor, assertCan } from "../../../lib/permissions";
import { auditEntry, auditWhere } from "../../audit/audit-entry.server";
import { listCities } from "../../cities/queries.server";
import { runGuarded } from "../../store/run-guarded.server";
import { beginCheck } from "./begin-checks.server";
import { type FetchOptions, fetchOptionsOf } from "./fetch-source.server";
import { getSource } from "./queries.server";
import type { SourceInput, SourceUpdate } from "./schema";

/** The columns of an input. @throws invalid with an issue at `url` or `cities` */
export async function sourceColumns(
  deps: Pick<Deps, "db" | "memo" | "isLocal">,
  input: SourceInput,
  { isAllowed = isPublicAddress }: FetchOptions = fetchOptionsOf(deps),
) {
  const { cities: slugs, version: _version, ...values } = input as SourceUpdate;
  const url = new URL(values.url.replace(/^(webcal|feed):(\/\/)?/i, "https://"));
  if (!isAllowed(url))
    throw new AppError("invalid", [{ path: "url", message: "errors:issue.publicAddress" }]);
  const known = new Map((await listCities(deps)).map(({ id, slug }) => [slug, id]));
  const [cityId, ...otherCityIds] = [...new Set(slugs)].flatMap((slug) => known.get(slug) ?? []);
  if (cityId === undefined || otherCityIds.length + 1 < new Set(slugs).size)
    throw new AppError("invalid", [{ path: "cities", message: "errors:issue.city" }]);
  return { ...values, url: url.href, host: url.host, cityId, otherCityIds };
}

/** Adds a source, which is checked within a minute. @returns its id; @throws invalid */
export async function createSource(
  deps: Deps,
  actor: Actor | null,
  input: SourceInput,
  options?: FetchOptions,
): Promise<string> {
  assertCan(actor, "ingestion:manage");
  const columns = await sourceColumns(deps, input, options);
  const now = deps.clock.now();
  const id = deps.ids.next();
  await deps.db.batch([
    deps.db
      .insert(sources)
      .values({ ...columns, id, dueAt: now, creatorId: actor.id, createdAt: now, updatedAt: now }),
    auditEntry(deps, {
      actorId: actor.id,
      action: "source.created",
      entity: "source",
      entityId: id,
      metadata: {
        before: null,
        after: { name: columns.name, kind: columns.kind, url: columns.url, trust: columns.trust },
      },
      sessionId: actor.sessionId,
    }),
  ]);
  return id;
}

/**
 * Changes a source. Another address or kind is read in full. @throws not-found; conflict for
 * another version; invalid
 */
export async function updateSource(
  deps: Deps,
  actor: Actor | null,
  id: string,
  { version, ...input }: SourceUpdate,
  options?: FetchOptions,
): Promise<void> {
  assertCan(actor, "ingestion:manage");
  const source = await getSource(deps, actor, id);
  if (source.version !== version) throw staleError();
  const columns = await sourceColumns(deps, input, options);
  const now = deps.clock.now();
  const isOther = columns.url !== source.url || columns.kind !== source.kind;
  const names = [
    "name",
    "kind",
    "url",
    "everyMinutes",
    "trust",
    "status",
    "venue",
    "organizer",
    "category",
    "language",
  ] as const;
  const changed = names.filter((name) => columns[name] !== source[name]);
  await runGuarded(
    deps,
    [
      auditWhere(
        deps,
        {
          actorId: actor.id,
          action: "source.updated",
          entity: "source",
          entityId: id,
          metadata: {
            before: Object.fromEntries(changed.map((name) => [name, source[name]])),
            after: Object.fromEntries(changed.map((name) => [name, columns[name]])),
          },
          sessionId: actor.sessionId,
        },
        sql`(SELECT 1 FROM sources WHERE id = ${id} AND version = ${version})`,
      ),
      deps.db
        .update(sources)
        .set({
          ...columns,
          ...(isOther && { etag: null, lastModified: null, bodyHash: null, lastItems: 0 }),
          ...((isOther || (source.status === "paused" && columns.status === "active")) && {
            dueAt: now,
          }),
          version: version + 1,
          updatedAt: now,
        })
        .where(eq(sources.id, id)),
    ],
    { "audit_entries.entity": staleError },
  );
}

/** Pauses or resumes a source. @throws not-found */
export async function setSourceStatus(
  deps: Deps,
  actor: Actor | null,
  id: string,
  status: "active" | "paused",
): Promise<void> {
  assertCan(actor, "ingestion:manage");
  const source = await getSource(deps, actor, id);
  const now = deps.clock.now();
  await deps.db.batch([
    deps.db
      .update(sources)
      .set({
        status,
        version: source.version + 1,
        updatedAt: now,
        ...(status === "active" && { dueAt: now }),
      })
      .where(eq(sources.id, id)),
    auditEntry(deps, {
      actorId: actor.id,
      action: "source.updated",
      entity: "source",
      entityId: id,
      metadata: { before: { status: source.status }, after: { status } },
      sessionId: actor.sessionId,
    }),
  ]);
}

/**
 * Deletes a source with its checks, items and proposals. Its candidates and events stay. @throws
 * not-found
 */
export async function deleteSource(deps: Deps, actor: Actor | null, id: string): Promise<void> {
  assertCan(actor, "ingestion:manage");
  const source = await getSource(deps, actor, id);
  await deps.db.batch([
    deps.db.delete(sources).where(eq(sources.id, id)),
    auditEntry(deps, {
      actorId: actor.id,
      action: "source.deleted",
      entity: "source",
      entityId: id,
      metadata: { before: { name: source.name, kind: source.kind, url: source.url }, after: null },
      sessionId: actor.sessionId,
    }),
  ]);
}

/**
 * Begins a check now; while its host is being checked, the check of an active source waits for the
 * next sweep. @returns its id, null if it waits; @throws not-found; conflict for a paused source
 * whose host is being checked
 */
export async function checkSourceNow(
  deps: Deps,
  actor: Actor | null,
  id: string,
): Promise<string | null> {
  assertCan(actor, "ingestion:manage");
  const source = await getSource(deps, actor, id);
  // A manual check reads the source even if nothing has changed.
  await deps.db
    .update(sources)
    .set({ etag: null, lastModified: null, bodyHash: null })
    .where(eq(sources.id, id));
  const checkId = await beginCheck(deps, source, "manual");
  if (checkId !== null) return checkId;
  const { changes } = await deps.db
    .update(sources)
    .set({ dueAt: deps.clock.now() })
    .where(and(eq(sources.id, id), eq(sources.status, "active")))
    .run()
    .then(({ meta }) => meta);
  if (changes === 0) throw new AppError("conflict");
  return null;
}
