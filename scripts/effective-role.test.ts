import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = new URL("..", import.meta.url).pathname;

/**
 * Reads of a stored role that decide something, and why they may: they are about an account, not
 * about what an actor may do. Everything else asks `effectiveRole`, `isStaff` or `can`.
 */
const ABOUT_AN_ACCOUNT: Readonly<Record<string, string>> = {
  "app/lib/permissions.ts": "the functions themselves",
  "app/components/role-badge/role-badge.tsx": "draws a role that it is given",
  "app/modules/settings/flags/flags.server.ts": "gets the effective role of its reader",
  "app/modules/identity/sessions.server.ts": "reads the account of an actor",
  "app/modules/identity/factors/second-factor.server.ts": "whether signing in asks for a passkey",
  "app/modules/settings/platform-settings.server.ts":
    "whether a second factor is due, and from when",
  "app/modules/identity/users/user-commands.server.ts": "the role that changes",
  "app/modules/identity/users/delete-account.server.ts": "the product keeps an owner",
  "app/modules/identity/users/queries.server.ts": "the account that is managed",
  "app/modules/operations/purges.server.ts": "mail addresses of alarms",
  "app/modules/operations/check-alarms.server.ts": "mail addresses of alarms",
  "app/modules/intake/pictures/fetch-remote-pictures.server.ts": "in whose name pictures are kept",
  "app/modules/media/claim-media.server.ts": "whose unused files stay",
  "app/modules/notifications/audience.server.ts": "asks actsAsStaff beside it",
  "app/modules/review/notes/notes.server.ts": "asks actsAsStaff beside it",
  "app/modules/notifications/rules/check-rule.server.ts": "whether anyone gets a rule's mails",
  "app/routes/account/data/data.server.ts": "the product keeps an owner",
  "app/routes/account/profile/profile-settings.tsx": "draws the effective role",
  "app/routes/admin/users/user/user.server.ts": "shows an account to staff",
  "app/routes/admin/users/users.server.ts": "shows accounts to staff",
  "app/routes/admin/users/users.tsx": "shows accounts to staff",
  "app/modules/identity/users/find-users.server.ts": "finds accounts by role",
  "app/modules/hosting/host-access.server.ts": "roles of hosts, which are no roles of accounts",
  "app/modules/hosting/people.server.ts": "roles of hosts; names staff as such in a log",
  "app/routes/my-events/door/event-door.server.ts": "roles of hosts",
  "app/routes/my-events/guests/event-guests.server.ts": "roles of hosts",
  "app/routes/my-events/invitation/invitation.server.ts": "roles of hosts",
  "app/routes/my-events/host-head.server.ts": "roles of hosts",
  "app/routes/my-events/list/my-events.server.ts": "roles of hosts",
  "party/lookups.ts": "asks what actsAsStaff does",
  "worker/api/v1/docs-operation.ts": "the role that an operation needs",
  "app/modules/intake/fields/read-series-words.server.ts": "roles of words in a sentence",
  "app/modules/intake/fields/read-announced-times.ts": "roles of words in a sentence",
  "app/modules/intake/fields/showing-tokens.ts": "roles of words in a sentence",
  "app/modules/intake/entries/find-unused-words.ts": "roles of lines in a text",
  "app/modules/intake/entries/split-announcement.ts": "roles of lines in a text",
  "app/modules/intake/entries/read-announcement-text.ts": "roles of words in a sentence",
  "app/modules/intake/entries/times-doubt.ts": "roles of days in a text",
};

/** A comparison of a role, a call of `isStaffRole`, or a role in SQL. */
const DECIDES =
  /\brole\s*[!=]==|isStaffRole\(|ROLES\.filter|users\.role\b|includes\(\w+\.role\)|role <> 'user'|role IN \(/;

const sourcesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length));

const deciding = ["app", "worker", "party"]
  .flatMap(sourcesIn)
  .filter((path) => DECIDES.test(readFileSync(join(root, path), "utf8")));

test("no code decides by a stored role what an actor may do [S-23]", () => {
  expect(deciding.filter((path) => !(path in ABOUT_AN_ACCOUNT))).toEqual([]);
});

test("excuses no file that does not read a role", () => {
  const stale = Object.keys(ABOUT_AN_ACCOUNT).filter((path) => !deciding.includes(path));
  expect(stale).toEqual([]);
});
