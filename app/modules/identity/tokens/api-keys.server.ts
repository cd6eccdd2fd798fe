import { and, count, desc, eq, gt, sql } from "drizzle-orm";
import { primaryOf } from "../../../../db/client";
import { apiKeys, users } from "../../../../db/schema";
import { DAY, HOUR } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import type { SignedIn } from "../../../lib/http/request-context";
import {
  type Actor,
  assertCan,
  isStaff,
  KEY_SCOPES,
  type KeyScope,
  permissionsOfKey,
  scopesAmong,
} from "../../../lib/permissions";
import { auditEntry } from "../../audit/audit-entry.server";
import { settingsOf } from "../../settings/platform-settings.server";
import { runGuarded } from "../../store/run-guarded.server";
import { confirmIdentity } from "../factors/confirm-identity.server";
import { type FactorCaller, factorChange } from "../factors/factor-change.server";
import { passkeyName } from "../factors/passkeys.server";
import { ACCOUNT, type PresentDeps, presentSignedIn } from "../sessions.server";
import { createSecretToken, hashToken, isSecretToken } from "./user-tokens.server";

/** So that people and secret scanners recognize a leaked key. */
const PREFIX = "rd_";
/** Days that a key may last. */
export const KEY_LIFETIMES = [30, 90, 365] as const;
export const MAX_API_KEYS = 20;
const ENDING_LENGTH = 4;

export interface NewApiKey {
  name: string;
  scopes: readonly string[];
  /** Days, one of `KEY_LIFETIMES`. */
  lifetime: number;
  currentPassword: string;
}

export type ApiKeyRow = typeof apiKeys.$inferSelect;

/** Scopes that an actor can give a key: moderation needs a staff role. */
export const scopesFor = (actor: Actor): readonly KeyScope[] =>
  KEY_SCOPES.filter((scope) => scope !== "moderate" || isStaff(actor));

/** Keys of a user, the newest first; expired ones too. */
export const listApiKeys = ({ db }: Pick<Deps, "db">, userId: string): Promise<ApiKeyRow[]> =>
  db.select().from(apiKeys).where(eq(apiKeys.userId, userId)).orderBy(desc(apiKeys.createdAt));

/**
 * Creates a key, writes the audit log and emails the account's address. @returns the secret, which
 * is stored as a hash alone
 * @throws forbidden for an unverified account; invalid with issues at `name`, `scopes` or `lifetime`, or for the whole form with
 * `MAX_API_KEYS` keys; forbidden while keys are switched off; as `confirmIdentity`
 */
export async function createApiKey(
  deps: Deps,
  actor: Actor,
  input: NewApiKey,
  caller: FactorCaller,
): Promise<string> {
  assertCan(actor, "access:make");
  if (!(await settingsOf(deps)).features.enableApiKeys) throw new AppError("forbidden");
  const name = passkeyName(input.name);
  const allowed = scopesFor(actor);
  const scopes = allowed.filter((scope) => input.scopes.includes(scope));
  const lifetime = KEY_LIFETIMES.find((days) => days === input.lifetime);
  const issues = [
    ...(name === "" ? [{ path: "name", message: "errors:issue.keyName" } as const] : []),
    ...(scopes.length === 0 || scopes.length < new Set(input.scopes).size
      ? [{ path: "scopes", message: "errors:issue.keyScopes" } as const]
      : []),
    ...(lifetime === undefined
      ? [{ path: "lifetime", message: "errors:issue.keyLifetime" } as const]
      : []),
  ];
  if (issues.length > 0 || lifetime === undefined) throw new AppError("invalid", issues);
  const user = await confirmIdentity(deps, actor, input.currentPassword);
  const { db, clock, ids, random } = deps;
  const [held] = await db
    .select({ count: count() })
    .from(apiKeys)
    .where(eq(apiKeys.userId, user.id));
  if ((held?.count ?? 0) >= MAX_API_KEYS)
    throw new AppError("invalid", [{ path: "", message: "errors:issue.tooManyKeys" }]);
  const secret = createSecretToken(random);
  const now = clock.now();
  const change = await factorChange(deps, {
    user,
    change: "apiKeyAdded",
    sessionId: actor.sessionId,
    caller,
  });
  await runGuarded(deps, [
    db.insert(apiKeys).values({
      id: ids.next(),
      userId: user.id,
      name,
      tokenHash: await hashToken(secret),
      ending: secret.slice(-ENDING_LENGTH),
      scopes,
      createdAt: now,
      expiresAt: now + lifetime * DAY,
    }),
    ...change.statements,
  ]);
  change.finish();
  return PREFIX + secret;
}

/** Revokes a key of the actor at once. @throws not-found */
export async function revokeApiKey(deps: Deps, actor: Actor, id: string): Promise<void> {
  const { db } = deps;
  const isOwn = and(eq(apiKeys.id, id), eq(apiKeys.userId, actor.id));
  if (!(await db.select({ id: apiKeys.id }).from(apiKeys).where(isOwn).get()))
    throw new AppError("not-found");
  await db.batch([
    db.delete(apiKeys).where(isOwn),
    auditEntry(deps, {
      actorId: actor.id,
      action: "user.api-key-revoked",
      entity: "user",
      entityId: actor.id,
      severity: "warning",
      sessionId: actor.sessionId,
    }),
  ]);
}

/** The key that an actor calls with, for a program that asks; null for another session. */
export async function describeKey({ db }: Pick<Deps, "db">, actor: SignedIn) {
  const key = await db.select().from(apiKeys).where(eq(apiKeys.id, actor.sessionId)).get();
  if (!key || !actor.permissions) return null;
  return {
    name: key.name,
    scopes: scopesAmong(key.scopes),
    ending: key.ending,
    createdAt: new Date(key.createdAt).toISOString(),
    expiresAt: new Date(key.expiresAt).toISOString(),
    user: { id: actor.id, displayName: actor.displayName },
  };
}

/** Whether a bearer token has the form of a key. */
export const isApiKey = (token: string): boolean => token.startsWith(PREFIX);

/**
 * The account of a key, limited to the key's scopes; null for an unknown, expired or revoked key,
 * an inactive account, and while keys are switched off. @param isReading whether the request only
 * reads
 */
export async function findByApiKey(
  deps: PresentDeps,
  token: string,
  isReading: boolean,
): Promise<SignedIn | null> {
  const secret = token.slice(PREFIX.length);
  if (!isSecretToken(secret) || !(await settingsOf(deps)).features.enableApiKeys) return null;
  const now = deps.clock.now();
  // Reads the primary: a replica could still have a revoked key.
  const row = await primaryOf(deps.db)
    .select({
      ...ACCOUNT,
      sessionId: apiKeys.id,
      scopes: apiKeys.scopes,
      lastUsedAt: apiKeys.lastUsedAt,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(
      and(
        eq(apiKeys.tokenHash, await hashToken(secret)),
        gt(apiKeys.expiresAt, now),
        eq(users.isActive, true),
      ),
    )
    .get();
  if (!row) return null;
  const { scopes, lastUsedAt, ...account } = row;
  if (now - (lastUsedAt ?? 0) > HOUR)
    deps.later(
      deps.db
        .update(apiKeys)
        .set({ lastUsedAt: now })
        .where(and(eq(apiKeys.id, row.sessionId), sql`coalesce(${apiKeys.lastUsedAt}, 0) < ${now}`))
        .run(),
    );
  return {
    ...(await presentSignedIn(deps, account)),
    permissions: permissionsOfKey(scopesAmong(scopes), isReading),
  };
}
