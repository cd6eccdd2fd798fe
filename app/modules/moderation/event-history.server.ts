import { desc, eq } from "drizzle-orm";
import { type DecisionAction, eventDecisions, users } from "../../../db/schema";
import { translatorFor } from "../../i18n/messages.server";
import type { TextKey, TextValues } from "../../i18n/translate";
import { formatDate, formatTime, type Reader, USUAL_ZONE } from "../../lib/dates/dates.server";
import { MINUTE } from "../../lib/dates/durations";
import { formatAgo } from "../../lib/dates/relative-time.server";
import type { Deps } from "../../lib/deps";

/** More than these nobody reads. */
const SHOWN = 20;

export interface PastDecision {
  action: DecisionAction;
  actorId: string | null;
  /** Null where reports alone decided, or the account is gone. */
  actor: string | null;
  reason: string | null;
  /** UTC epoch ms. */
  at: number;
}

/** The statement that reads what was done with an event, the latest first. */
export const decisionsStatement = ({ db }: Pick<Deps, "db">, eventId: string, limit = SHOWN) =>
  db
    .select({
      action: eventDecisions.action,
      actorId: eventDecisions.actorId,
      actor: users.displayName,
      reason: eventDecisions.reason,
      at: eventDecisions.createdAt,
    })
    .from(eventDecisions)
    .leftJoin(users, eq(users.id, eventDecisions.actorId))
    .where(eq(eventDecisions.eventId, eventId))
    .orderBy(desc(eventDecisions.createdAt), desc(eventDecisions.id))
    .limit(limit);

interface HistoryReader extends Reader {
  deps: Pick<Deps, "clock">;
  timeZone: string | null;
}

/** Keeps a name from turning the sentence round it. */
export const isolated = (text: string) => `\u2068${text}\u2069`;

/** "a moment ago", "5 minutes ago". */
export function agoOf(at: number, { deps, timeZone, ...reader }: HistoryReader): string {
  const now = deps.clock.now();
  return now - at < MINUTE ? translatorFor(reader.locale)("moderation:momentAgo") : formatAgo(at, now, reader, timeZone ?? USUAL_ZONE);
}

/** What was done with an event, in the reader's language. */
export function presentHistory(decisions: readonly PastDecision[], reader: HistoryReader) {
  const t = translatorFor(reader.locale);
  const zone = reader.timeZone ?? USUAL_ZONE;
  return decisions.map(({ action, actor, actorId, reason, at }, index) => ({
    key: `${at}-${index}`,
    what: t(`moderation:decision.${action}`),
    who: actor ?? t(actorId === null ? "moderation:byReports" : "moderation:bySomebody"),
    // A report's reason is one of four words.
    reason: action === "flag" ? null : reason,
    ago: agoOf(at, reader),
    when: `${formatDate(at, zone, reader)} ${formatTime(at, zone, reader.locale)}`,
    at: new Date(at).toISOString(),
  }));
}

const DECIDED = [
  "approve",
  "reject",
  "accept-revision",
  "reject-revision",
  "withdraw",
  "delete",
  "merge",
] as const satisfies readonly DecisionAction[];

/** "Sara approved this a moment ago": why there is nothing more to decide. */
export function decidedSentence(
  latest: PastDecision | undefined,
  viewerId: string,
  reader: HistoryReader,
): { text: TextKey<"moderation">; values: TextValues } {
  const action = DECIDED.find((known) => known === latest?.action);
  if (!latest || !action) return { text: "moderation:decided.gone", values: {} };
  const ago = agoOf(latest.at, reader);
  if (latest.actorId === viewerId) return { text: `moderation:decidedByYou.${action}`, values: { ago } };
  const name = isolated(latest.actor ?? translatorFor(reader.locale)("moderation:bySomebody"));
  return { text: `moderation:decided.${action}`, values: { name, ago } };
}
