import { desc, eq } from "drizzle-orm";
import { auditEntries, events, externalIdentities, media } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { paths } from "../../lib/paths";
import type { Actor } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { listSessions } from "../identity/sessions.server";
import { getUserOrThrow } from "./queries.server";
import { userJson } from "./user-json.server";

/** Entries of the audit log that an export holds at most, the newest first. */
const ENTRIES = 1_000;

/** Everything that the product keeps about somebody, secrets aside (GDPR article 20). */
export async function exportAccount(deps: Deps, actor: Actor): Promise<Record<string, unknown>> {
  const { db } = deps;
  const user = await getUserOrThrow(deps, actor.id);
  const [identities, own, log, files] = await db.batch([
    db
      .select({ provider: externalIdentities.provider, email: externalIdentities.email, createdAt: externalIdentities.createdAt })
      .from(externalIdentities)
      .where(eq(externalIdentities.userId, actor.id)),
    db.select().from(events).where(eq(events.creatorId, actor.id)),
    db
      .select({
        action: auditEntries.action,
        entity: auditEntries.entity,
        entityId: auditEntries.entityId,
        metadata: auditEntries.metadata,
        createdAt: auditEntries.createdAt,
      })
      .from(auditEntries)
      .where(eq(auditEntries.actorId, actor.id))
      .orderBy(desc(auditEntries.createdAt))
      .limit(ENTRIES),
    db
      .select({ key: media.key, kind: media.kind, contentType: media.contentType, bytes: media.bytes, createdAt: media.createdAt })
      .from(media)
      .where(eq(media.ownerId, actor.id)),
  ]);
  await auditEntry(deps, { actorId: actor.id, action: "user.exported", entity: "user", entityId: actor.id, sessionId: actor.sessionId });
  return {
    exportedAt: new Date(deps.clock.now()).toISOString(),
    user: { ...userJson(user), twoFactor: user.totpEnabledAt !== null, deleteAfter: user.deleteAfter },
    identities,
    sessions: await listSessions(deps, actor.id),
    events: own.map(({ searchRowid: _rowid, titleKey: _key, tagKeys: _keys, ...event }) => event),
    media: files.map(({ key, ...file }) => ({ ...file, url: paths.media(key) })),
    activity: log,
  };
}
