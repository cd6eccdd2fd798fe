import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/**
 * Every statement that changes a row on conflict, with what identifies the row. A stranger's
 * address, endpoint or other name must not be enough to change the stranger's row: such upserts have
 * a condition (`setWhere`), or run for the proved owner alone.
 */
const REVIEWED: Readonly<Record<string, readonly string[]>> = {
  // Ids of the actor's own account.
  "app/modules/syndication/feeds/private-calendar.server.ts": ["calendarFeeds.userId"],
  "app/modules/hosts/follows/follow.server.ts": ["[follows.topic, follows.userId]"],
  "app/modules/identity/sign-in/sign-in.server.ts": [
    "[knownDevices.userId, knownDevices.deviceHash]",
  ],
  "app/modules/review/inbox/list-inbox.server.ts": ["[inboxViews.userId, inboxViews.name]"],
  "app/modules/review/inbox/watch-cases.server.ts": [
    "[caseWatchers.subjectId, caseWatchers.userId]",
    "[caseWatchers.subjectId, caseWatchers.userId]",
  ],
  "app/modules/notifications/city-notifications.server.ts": [
    "[cityNotificationStates.userId, cityNotificationStates.newsId]",
  ],
  // Events that the actor may edit, guarded by version.
  "app/modules/authoring/save-event.server.ts": ["eventRevisions.eventId"],
  "app/modules/schedule/occurrence-statements.server.ts": [
    "[eventOccurrences.eventId, eventOccurrences.originalStart]",
  ],
  "app/modules/intake/sources/propose-changes.server.ts": ["eventRevisions.eventId"],
  // An event that the actor hosts.
  "app/modules/hosting/hosting-settings.server.ts": ["eventHosting.eventId"],
  // The actor's own row, with the secret of an invitation.
  "app/modules/hosting/people.server.ts": [
    '[ subject.kind === "event" ? hostPeople.eventId : hostPeople.organizerId, hostPeople.userId, ]',
  ],
  // Keys of staff and of the product itself.
  "app/modules/search/renew-phrasings.server.ts": ["eventPhrasings.eventId"],
  "app/modules/operations/purges.server.ts": ["[dailyCounts.name, dailyCounts.day]"],
  "app/modules/events/visits/visits.server.ts": [
    "[ eventDayCounts.eventId, eventDayCounts.day, eventDayCounts.kind, eventDayCounts.source, ]",
    "[eventPoints.eventId, eventPoints.day]",
  ],
  "app/modules/analytics/views.server.ts": ["[dailyCounts.name, dailyCounts.day]"],
  "app/modules/audit/audit-chain.server.ts": ["auditAnchors.id"],
  "app/modules/cities/remove-city.server.ts": ["cityAliases.slug"],
  "app/modules/messengers/bots.server.ts": ["messengerBots.service"],
  "app/modules/operations/operation-store.server.ts": [
    "[ operationCounts.hour, operationCounts.release, operationCounts.name, operationCounts.label, ]",
  ],
  "app/modules/store/content-version.server.ts": ["contentVersions.name"],
  "app/modules/settings/store-group.server.ts": ["platformSettings.group"],
  "app/modules/store/shipped-store.server.ts": ["table.key"],
  // Keyed fingerprints: limits that count those who ask.
  "app/modules/identity/sign-in/attempts.server.ts": ["signInAttempts.key", "signInAttempts.key"],
  "app/modules/store/kept-answers.server.ts": ["keptAnswers.key"],
  // Public names. The endpoint's row changes for who knows both of its keys.
  "app/modules/notifications/push/subscriptions.server.ts": ["pushSubscriptions.endpoint"],
  // The account's own confirmed address, and the form, which changes no confirmed row.
  "app/modules/discovery/weeks/subscriptions.server.ts": [
    "[weekSubscribers.email, weekSubscribers.cityId]",
    "[weekSubscribers.email, weekSubscribers.cityId]",
  ],
  // In SQL: a source's own items, and the day's budget of a room.
  "app/modules/intake/sources/record-items.server.ts": ["source_id, item_key"],
  "worker/rate-budget.ts": ["INSERT OR REPLACE INTO spent"],
};
const UPSERT =
  /onConflictDoUpdate\(\{\s*target:\s*(\[[^\]]*\]|[\w.]+)|ON CONFLICT \(([^)]*)\) DO UPDATE|(INSERT OR REPLACE INTO \w+)/gu;

it("no upsert lets a stranger change a row that they can name", () => {
  const found: Record<string, string[]> = {};
  for (const file of globSync("{app,worker,party}/**/*.{ts,tsx}")) {
    const source = readFileSync(file, "utf8");
    const targets = [...source.matchAll(UPSERT)].map(([, drizzle, sql, replace]) =>
      (drizzle ?? sql ?? replace ?? "").replace(/\s+/g, " "),
    );
    const calls = source.match(/onConflictDoUpdate\(/gu)?.length ?? 0;
    expect([file, targets.length >= calls]).toEqual([file, true]);
    if (targets.length > 0) found[file] = targets;
  }
  expect(found).toEqual(REVIEWED);
});

it("upserts by a public name have a condition", () => {
  for (const [file, from] of [
    [
      "app/modules/notifications/push/subscriptions.server.ts",
      "target: pushSubscriptions.endpoint",
    ],
    [
      "app/modules/discovery/weeks/subscriptions.server.ts",
      "export async function subscribeAddress",
    ],
  ] as const) {
    const source = readFileSync(file, "utf8");
    const upsert = source.slice(source.indexOf(from)).split(".returning(")[0] ?? "";
    expect([file, upsert]).toEqual([file, expect.stringContaining("setWhere:")]);
  }
});
