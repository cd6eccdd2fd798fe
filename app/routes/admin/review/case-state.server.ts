import { and, eq, sql } from "drizzle-orm";
import { isolated } from "~/components/moderation/event-details.server";
import { translatorFor } from "~/i18n/messages.server";
import { formatDate, formatTime, USUAL_ZONE } from "~/lib/dates/dates.server";
import type { Deps } from "~/lib/deps";
import type { SignedInContext } from "~/lib/http/request-context";
import { webUrl } from "~/lib/http/web-url";
import { paths } from "~/lib/paths";
import { type Actor, can } from "~/lib/permissions";
import { CASE_SOURCES } from "~/modules/review/inbox/inbox-cases.server";
import {
  type InboxKind,
  scheduledDecisions,
  sourceItems,
  sources,
  users,
} from "../../../../db/schema";

/**
 * Missing parts of a case, as bits of `qualityOf`, and the author of a decision that can still be
 * undone.
 */
export async function caseState(
  { db }: Pick<Deps, "db">,
  actor: Actor,
  { kind, id }: { kind: InboxKind; id: string },
) {
  const source = CASE_SOURCES[kind];
  const [waiting, rows] = await db.batch([
    db
      .select({ name: users.displayName, userId: scheduledDecisions.actorId })
      .from(scheduledDecisions)
      .innerJoin(users, eq(users.id, scheduledDecisions.actorId))
      .where(
        and(eq(scheduledDecisions.subjectId, id), sql`${scheduledDecisions.state} = 'waiting'`),
      ),
    db
      .select({ missing: source.missing })
      .from(source.one)
      .where(sql`${source.id} = ${id}`)
      .limit(1),
  ]);
  return {
    decider: waiting[0]?.name ?? null,
    isMine: waiting[0]?.userId === actor.id,
    missing: rows[0]?.missing ?? null,
  };
}

const ITEMS = {
  candidate: (id: string) => eq(sourceItems.candidateId, id),
  source: (id: string) =>
    sql`${sourceItems.id} = (SELECT source_item_id FROM event_revisions WHERE event_id = ${id})`,
  plan: (id: string) =>
    sql`${sourceItems.id} = (SELECT item_id FROM source_proposals WHERE id = ${id})`,
} as const;

/** The monitored source of a case with its data; null for none. */
export async function caseOrigin(
  context: SignedInContext,
  { kind, id }: { kind: InboxKind; id: string },
) {
  if (kind !== "candidate" && kind !== "source" && kind !== "plan") return null;
  const { deps, signedIn, locale, timeZone } = context;
  const found = await deps.db
    .select({
      sourceId: sources.id,
      name: sources.name,
      kind: sources.kind,
      url: sourceItems.url,
      snippet: sourceItems.snippet,
      changedAt: sourceItems.changedAt,
    })
    .from(sourceItems)
    .innerJoin(sources, eq(sources.id, sourceItems.sourceId))
    .where(ITEMS[kind](id))
    .get();
  if (!found) return null;
  const t = translatorFor(locale);
  const zone = timeZone ?? USUAL_ZONE;
  return {
    text: t("moderation:inbox.origin", {
      name: isolated(found.name),
      kind: t(`sources:kind.${found.kind}`),
      when: `${formatDate(found.changedAt, zone, context, { weekday: false })} ${formatTime(found.changedAt, zone, locale)}`,
    }),
    source: can(signedIn, "ingestion:manage") ? paths.adminSource(found.sourceId) : null,
    url: webUrl(found.url)?.href ?? null,
    snippet: found.snippet,
  };
}
