import { desc, eq } from "drizzle-orm";
import { type DecisionAction, eventDecisions, users } from "../../../../db/schema";
import { translatorFor } from "../../../i18n/messages.server";
import type { TextKey, TextValues } from "../../../i18n/translate";
import { formatDate, formatTime, type Reader, USUAL_ZONE } from "../../../lib/dates/dates.server";
import { MINUTE } from "../../../lib/dates/durations";
import { formatAgo } from "../../../lib/dates/relative-time.server";
import type { Deps } from "../../../lib/deps";

/** Default number of decisions in the history. */
const SHOWN = 20;

export interface PastDecision {
  action: DecisionAction;
  actorId: string | null;
  /** Null if reports alone decided, or the account was deleted. */
  actor: string | null;
  reason: string | null;
  /** UTC epoch ms. */
  at: number;
}

/** Statement: the decisions on an event, newest first. */
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

/** Isolates the direction of a name within a sentence (Unicode FSI and PDI). */
export const isolated = (text: string) => `\u2068${text}\u2069`;

/** Relative time: "a moment ago", "5 minutes ago". */
export function agoOf(at: number, { deps, timeZone, ...reader }: HistoryReader): string {
  const now = deps.clock.now();
  return now - at < MINUTE
    ? translatorFor(reader.locale)("moderation:momentAgo")
    : formatAgo(at, now, reader, timeZone ?? USUAL_ZONE);
}

/** The decisions on an event, in the reader's language. */
export function presentHistory(decisions: readonly PastDecision[], reader: HistoryReader) {
  const t = translatorFor(reader.locale);
  const zone = reader.timeZone ?? USUAL_ZONE;
  return decisions.map(({ action, actor, actorId, reason, at }, index) => ({
    key: `${at}-${index}`,
    what: t(`moderation:decision.${action}`),
    who: actor ?? t(actorId === null ? "moderation:byReports" : "moderation:bySomebody"),
    // The reason of a report is an enum value, not text.
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

/**
 * Says who decided and when ("Sara approved this a moment ago"), for an event that no longer needs
 * a decision.
 */
export function decidedSentence(
  latest: PastDecision | undefined,
  viewerId: string,
  reader: HistoryReader,
): { text: TextKey<"moderation">; values: TextValues } {
  const action = DECIDED.find((known) => known === latest?.action);
  if (!latest || !action) return { text: "moderation:decided.gone", values: {} };
  const ago = agoOf(latest.at, reader);
  if (latest.actorId === viewerId)
    return { text: `moderation:decidedByYou.${action}`, values: { ago } };
  const name = isolated(latest.actor ?? translatorFor(reader.locale)("moderation:bySomebody"));
  return { text: `moderation:decided.${action}`, values: { name, ago } };
}
