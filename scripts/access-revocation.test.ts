import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = new URL("..", import.meta.url).pathname;

/** Tables of the registry of access (app/modules/identity/access.server.ts). */
const TABLES =
  "sessions|userTokens|externalIdentities|passkeys|recoveryCodes|knownDevices|apiKeys|calendarFeeds|webhookEndpoints|pushSubscriptions";
/** Ends rows of such a table, or one of the columns of `users` that give access. */
const ENDS = new RegExp(
  `\\.delete\\((?:${TABLES})\\)|\\.set\\(\\{[^}]*\\b(?:passwordHash|totpSecret): null`,
);

/** What ends a single item, and may therefore do without `revokeAllAccess`. */
const SINGLE: Readonly<Record<string, string>> = {
  "app/modules/identity/access.server.ts": "the registry",
  "app/modules/identity/tokens/api-keys.server.ts": "a key that is revoked",
  "app/modules/identity/end-access.server.ts": "the item that its owner ends",
  "app/modules/identity/factors/passkeys.server.ts": "a passkey that is removed",
  "app/modules/identity/factors/second-factor.server.ts": "codes that new ones replace",
  "app/modules/identity/sessions.server.ts": "a session that signs out",
  "app/modules/identity/tokens/user-tokens.server.ts": "tokens that are used or replaced",
  "app/modules/syndication/feeds/private-calendar.server.ts": "an address that is revoked",
  "app/modules/notifications/push/deliver-push.server.ts": "a browser that is gone",
  "app/modules/notifications/push/subscriptions.server.ts":
    "a browser that unsubscribes, and the oldest past the limit",
  "app/modules/webhooks/webhooks.server.ts": "a webhook that is deleted",
};

const ending = ["app", "worker"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?<!\.test)\.ts$/.test(entry.name))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length)),
  )
  .filter((path) => ENDS.test(readFileSync(join(root, path), "utf8")));

test("access to an account ends in one place, apart from single items", () => {
  expect(ending.filter((path) => !(path in SINGLE))).toEqual([]);
  expect(Object.keys(SINGLE).filter((path) => !ending.includes(path))).toEqual([]);
});
