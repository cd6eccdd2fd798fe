import { idOf } from "./newcomers";

/** More than one page of the notifications panel, newest first. */
export const NOTIFICATION_COUNT = 13;
export const notificationTitle = (place: number): string =>
  `Heard ${String(place).padStart(2, "0")}`;

/** SQL for notifications of an account that no other test uses. @param now ISO 8601 */
export function manyNotificationsSql(now: string): string {
  const at = Date.parse(now);
  const rows = Array.from({ length: NOTIFICATION_COUNT }, (_, place) => {
    const id = `019a0000-0000-7000-9000-${String(place).padStart(12, "0")}`;
    return `INSERT OR REPLACE INTO notifications (id, user_id, type, kind, "values", action_path, related_entity_id, idempotency_key, read_at, created_at)
      VALUES ('${id}', '${idOf("hears")}', 'approval', 'event-approved', '{"title":{"en":"${notificationTitle(place)}","fa":null}}', '/cities', NULL, '${id}', NULL, ${at - (place + 1) * 60_000});`;
  });
  return [
    `UPDATE users SET onboarding_completed_at = ${at} WHERE id = '${idOf("hears")}';`,
    ...rows,
  ].join("\n");
}
