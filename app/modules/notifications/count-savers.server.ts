import { sql } from "drizzle-orm";
import type { NotifiedPlan } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { settingsOf } from "../settings/platform-settings.server";
import { isOfChosenDates } from "./audience.server";
import { PLAN_NOTIFICATIONS } from "./event-domain-events.server";
import { activeRules } from "./rules/rules.server";

/** How many people a change of plan reaches, and by which way. */
export interface SaverCount {
  people: number;
  byMail: number;
  byPush: number;
  /** Of them, how many live in another time zone, and so get both times. */
  elsewhere: number;
}

const NOBODY: SaverCount = { people: 0, byMail: 0, byPush: 0, elsewhere: 0 };

/**
 * Counts savers who want to be notified, in one round trip: their preferences as in
 * `chooseChannels`, the channels of active rules for savers. Ignores caps, quiet hours and digests,
 * which only delay.
 * @param actorId the author of the change, who is not notified
 * @param occurrences original starts of the dates that change; without them the whole event
 */
export async function countSavers(
  deps: Pick<Deps, "db" | "memo" | "push">,
  event: { id: string; timeZone: string; isListed: boolean },
  plan: NotifiedPlan,
  actorId: string,
  occurrences?: readonly string[],
): Promise<SaverCount> {
  if (!event.isListed) return NOBODY;
  const [rules, { notifications }] = await Promise.all([
    activeRules(deps, PLAN_NOTIFICATIONS[plan].trigger),
    settingsOf(deps),
  ]);
  const channels = new Set(
    rules.filter(({ audience }) => audience === "savers").flatMap((rule) => rule.channels),
  );
  if (channels.size === 0) return NOBODY;
  const mails = channels.has("email") && notifications.enableEmailNotifications;
  const pushes = channels.has("push") && deps.push !== null;
  const wants = (category: string) =>
    sql`EXISTS (SELECT 1 FROM json_each(u.notification_preferences, '$.categories') WHERE value = ${category})`;
  const [found] = await deps.db.all<SaverCount>(sql`
    SELECT count(*) AS people,
      coalesce(sum(${mails ? 1 : 0} AND u.email IS NOT NULL AND u.email_verified_at IS NOT NULL AND u.mail_refused_at IS NULL
        AND u.notification_preferences ->> '$.emailEnabled' = 1), 0) AS byMail,
      coalesce(sum(${pushes ? 1 : 0} AND u.notification_preferences ->> '$.pushEnabled' = 1
        AND EXISTS (SELECT 1 FROM push_subscriptions s WHERE s.user_id = u.id)), 0) AS byPush,
      coalesce(sum(u.time_zone IS NOT NULL AND u.time_zone <> ${event.timeZone}), 0) AS elsewhere
    FROM (SELECT c.owner_id AS id, max(c.is_default) AS favourite, min(c.is_default) = 0 AS collected
        FROM collection_events ce CROSS JOIN collections c WHERE ce.event_id = ${event.id} AND c.id = ce.collection_id GROUP BY c.owner_id) held
      CROSS JOIN users u
    WHERE u.id = held.id AND u.is_active = 1 AND u.deleted_at IS NULL AND u.id <> ${actorId} AND ${isOfChosenDates(event.id, occurrences, sql`held.id`)}
      AND ((held.favourite AND ${wants("savedEvents")}) OR (held.collected AND ${wants("collections")}))`);
  return found ?? NOBODY;
}
