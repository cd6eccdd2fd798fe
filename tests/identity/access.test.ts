import { getTableColumns, getTableName, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { beforeEach, describe, expect, test } from "vitest";
import {
  ACCESS,
  ACCESS_KINDS,
  allBut,
  revokeAllAccess,
  SIGN_IN_WAYS,
  VERIFIED_ACCESS,
} from "../../app/modules/identity/access.server";
import { endSessionsByLink } from "../../app/modules/identity/sign-out.server";
import { tokenStatement } from "../../app/modules/identity/tokens/user-tokens.server";
import { deactivateUser } from "../../app/modules/identity/users/user-commands.server";
import * as schema from "../../db/schema";
import { accessHeld, addEveryAccess, countAccess } from "../factories/access";
import { addPerson, addSignedIn, emptyPeople } from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
beforeEach(async () => {
  deps = createTestDeps();
  await emptyPeople(deps);
});

/** Names of columns that hold something secret, or a place that data are sent to. */
const SECRET =
  /hash|token|secret|sealed|endpoint|password|credential|^subject$|p256dh|public_key|salt|^auth$|^url$|(^|_)key$/;
/** Columns that name the account of a row. */
const OF_USER = /(^|_)(user|owner|creator|author|actor)_id$/;

/** Columns of accounts that look alike, and why they give no access. */
const NO_ACCESS: Readonly<Record<string, string>> = {
  "audit_entries.previous_hash": "the chain of the audit log",
  "audit_entries.hash": "the chain of the audit log",
  "audit_personal.salt": "makes digests of the audit log unguessable",
  "ingestion_runs.idempotency_key": "tells repeated requests apart",
  "notification_causes.idempotency_key": "tells repeated requests apart",
  "notifications.idempotency_key": "tells repeated requests apart",
  "mails.idempotency_key": "tells repeated requests apart",
  "mails.is_secret": "says that a sent mail loses its text",
  "mails.subject": "the subject of a mail",
  "mails.rule_key": "names a notification rule",
  "pushes.idempotency_key": "tells repeated requests apart",
  "pushes.rule_key": "names a notification rule",
  "media.key": "the name of a file in R2",
  "events.title_key": "finds events of the same title",
  "remote_pictures.url": "a picture that the server fetches",
  "sources.url": "a page that the server reads",
  "sources.body_hash": "tells whether that page has changed",
  "trust_entries.subject": "what the points are for",
  "users.search_key": "finds accounts by name",
  "users.tokens_valid_from": "a time",
  "webhook_endpoints.old_secret_until": "a time",
};

/** All columns of tables with a user's id that look like a secret. */
const suspects = () =>
  Object.values<unknown>(schema)
    .filter((value): value is SQLiteTable => is(value, SQLiteTable))
    .flatMap((table) => {
      const columns = Object.values(getTableColumns(table)).map(({ name }) => name);
      const refersToUser = getTableConfig(table).foreignKeys.some(
        (key) => getTableName(key.reference().foreignTable) === "users",
      );
      const isOfUser =
        getTableName(table) === "users" ||
        refersToUser ||
        columns.some((name) => OF_USER.test(name));
      return isOfUser
        ? columns
            .filter((name) => SECRET.test(name))
            .map((name) => `${getTableName(table)}.${name}`)
        : [];
    });

const registered = new Set(
  Object.values(ACCESS).flatMap(({ table, secrets }) =>
    secrets.map(({ name }) => `${getTableName(table)}.${name}`),
  ),
);

describe("the registry of access", () => {
  test("has every table with a user's id and a secret [S-43]", () => {
    const unknown = suspects().filter((name) => !registered.has(name) && !(name in NO_ACCESS));
    expect(unknown).toEqual([]);
  });

  test("excuses no column that is gone or registered", () => {
    const found = new Set(suspects());
    const stale = Object.keys(NO_ACCESS).filter((name) => !found.has(name) || registered.has(name));
    expect(stale).toEqual([]);
  });

  test("ends every kind, and each alone [S-44]", async () => {
    const id = await addPerson(deps);
    await addEveryAccess(deps, id);
    expect(await accessHeld(deps, id)).toEqual([...ACCESS_KINDS].sort());
    for (const kind of ACCESS_KINDS) {
      await emptyPeople(deps);
      const person = await addPerson(deps);
      await addEveryAccess(deps, person);
      await deps.db.batch([...revokeAllAccess(deps, person, { keep: { kinds: allBut(kind) } })]);
      expect(await accessHeld(deps, person)).toEqual(allBut(kind).sort());
    }
    await emptyPeople(deps);
    const person = await addPerson(deps);
    await addEveryAccess(deps, person);
    await deps.db.batch([...revokeAllAccess(deps, person)]);
    expect(await accessHeld(deps, person)).toEqual([]);
  });

  test("leaves other accounts alone", async () => {
    const [id, other] = [await addPerson(deps), await addPerson(deps, { email: "o@example.com" })];
    await addEveryAccess(deps, other);
    const before = await countAccess(deps, other);
    await deps.db.batch([...revokeAllAccess(deps, id)]);
    expect(await countAccess(deps, other)).toEqual(before);
  });

  test("names the kinds that an unverified account may not have", () => {
    expect([...VERIFIED_ACCESS].sort()).toEqual([
      "apiKeys",
      "authenticator",
      "calendarAddress",
      "doorLinks",
      "hostInvitations",
      "passkeys",
      "pushSubscriptions",
      "recoveryCodes",
      "webhooks",
    ]);
  });
});

describe("“It was not me” [S-28]", () => {
  const wasNotMe = async (id: string) => {
    const { token, statements } = await tokenStatement(deps, {
      purpose: "end-sessions",
      userId: id,
    });
    await deps.db.batch([...statements]);
    return token;
  };

  test("ends everything, and closes the sockets", async () => {
    const id = await addPerson(deps);
    const link = await wasNotMe(id);
    deps.pass(1_000);
    await addEveryAccess(deps, id);
    await endSessionsByLink(deps, link);
    await deps.afterwards();
    expect(await accessHeld(deps, id)).toEqual([]);
    expect(deps.closed).toEqual([{ userId: id, sessionId: null }]);
  });

  test("leaves older passkeys, app and linked accounts: a mailbox alone removes no factor", async () => {
    const id = await addPerson(deps);
    await addEveryAccess(deps, id);
    deps.pass(1_000);
    const link = await wasNotMe(id);
    await endSessionsByLink(deps, link);
    expect(await accessHeld(deps, id)).toEqual(["authenticator", "linkedAccounts", "passkeys"]);
  });
});

test("a deactivated account keeps only its ways to sign in [S-71]", async () => {
  const id = await addPerson(deps);
  await addEveryAccess(deps, id);
  const { actor } = await addSignedIn(deps, { email: "owner@example.com", role: "owner" });
  await deactivateUser(deps, actor, id);
  expect(await accessHeld(deps, id)).toEqual([...SIGN_IN_WAYS].sort());
});
