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
/** An upsert whose target is in its text, by Drizzle or in SQL. */
const UPSERT =
  /onConflictDoUpdate\(\{\s*target:\s*(\[[^\]]*\]|[\w.]+)|ON CONFLICT \(([^)]*)\) DO UPDATE|(INSERT OR REPLACE INTO \w+)/gu;
/** Every upsert, however it is written. */
const ANY_UPSERT =
  /\bonConflictDoUpdate\b|\bon\s+conflict\b[^;`]*?\bdo\s+update\b|\breplace\s+into\b/giu;
/** Columns that name a row and that strangers know. */
const NAMED = String.raw`\b\w*(?:email|mailbox|address|endpoint|phone)\b`;
/** Changes of rows that such a column alone finds. */
const CHANGE = [
  String.raw`\.(?:update|delete)\(\w+\)(?:(?!;\n)[^])*?\.where\((?:(?!;\n)[^])*?\beq\(\s*\w+\.${NAMED.slice(2)}`,
  String.raw`\b(?:update\s+\w+\s+set|delete\s+from)\b[^;${"`"}]*?\bwhere\b[^;${"`"}]*?${NAMED}\s*=`,
].map((pattern) => new RegExp(pattern, "giu"));
/** Statements with such a column that a stranger cannot use. */
const SAFE = new Set([
  // The account's own, confirmed address.
  "app/modules/discovery/weeks/subscriptions.server.ts subscribeAccount",
  // The row of the account that the mail is for, while it has the mail's address.
  "app/modules/mail/deliver-mail.server.ts deliverMail",
  // Invitations to what the actor hosts.
  "app/modules/hosting/people.server.ts inviteHost",
]);

/** The last exported function that begins before a place of a source. */
const functionAt = (source: string, index: number) =>
  [...source.slice(0, index).matchAll(/^export (?:async )?function (\w+)/gmu)].at(-1)?.[1];

/** The upserts of a source: what each names, and what lets a stranger change a row by its name. */
function upsertsOf(file: string, source: string) {
  const found = [...source.matchAll(UPSERT)].map((match) => ({
    target: (match[1] ?? match[2] ?? match[3] ?? "").replace(/\s+/g, " "),
    text: source.slice(match.index).split(/;\n|\.returning\(/u)[0] ?? "",
    index: match.index,
  }));
  const open = [
    ...found
      .filter(({ target }) => new RegExp(NAMED, "iu").test(target))
      .filter(({ text }) => !/setWhere:|DO UPDATE[^`]* WHERE /u.test(text)),
    ...CHANGE.flatMap((pattern) => [...source.matchAll(pattern)]),
  ]
    .map(({ index }) => `${file} ${functionAt(source, index)}`)
    .filter((place) => !SAFE.has(place));
  const isWhole = [...source.matchAll(ANY_UPSERT)].length === found.length;
  return { targets: found.map(({ target }) => target), open, isWhole };
}

it("no upsert lets a stranger change a row that they can name", () => {
  const found: Record<string, string[]> = {};
  const open: string[] = [];
  for (const file of globSync("{app,worker,party}/**/*.{ts,tsx}")) {
    const upserts = upsertsOf(file, readFileSync(file, "utf8"));
    expect([file, upserts.isWhole]).toEqual([file, true]);
    if (upserts.targets.length > 0) found[file] = upserts.targets;
    open.push(...upserts.open);
  }
  expect(found).toEqual(REVIEWED);
  expect(open).toEqual([]);
});

it("the walk sees each way to change a row by its public name", () => {
  for (const [source, open, isWhole] of [
    [".onConflictDoUpdate({ target: guests.email, set: { locale } });\n", 1, true],
    [".onConflictDoUpdate({ target: [a.email, a.cityId], set: { locale } }).returning()", 1, true],
    [".onConflictDoUpdate({ target: guests.email, set, setWhere: isNull(at) });\n", 0, true],
    [".onConflictDoUpdate({ set: { locale }, target: guests.email });\n", 0, false],
    [".onConflictDoUpdate(options);\n", 0, false],
    ["sql`INSERT INTO a (email) VALUES (1) ON CONFLICT (email) DO UPDATE SET b = 1`", 1, true],
    ["sql`insert into a values (1)\n on conflict(email) do update set b = 1`", 0, false],
    ["sql`REPLACE INTO a VALUES (1)`", 0, false],
    ["db.update(a).set({ locale }).where(eq(a.email, email));\n", 1, true],
    ["db.delete(a).where(and(eq(a.cityId, id), eq(a.endpoint, typed)));\n", 1, true],
    ["sql`UPDATE a SET locale = 'en' WHERE city = 1 AND email = 'b'`", 1, true],
    ["db.update(a).set({ email }).where(eq(a.id, id));\nconst b = eq(a.email, email);\n", 0, true],
  ] as const) {
    const upserts = upsertsOf("a.ts", source);
    expect([source, upserts.open.length, upserts.isWhole]).toEqual([source, open, isWhole]);
  }
});
