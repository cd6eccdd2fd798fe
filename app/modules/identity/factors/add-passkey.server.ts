import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { passkeys } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { describeError, log } from "../../../lib/runtime/log";
import { settingsOf } from "../../settings/platform-settings.server";
import { ifSessionStays, runGuarded } from "../../store/run-guarded.server";
import { describeAgent } from "../describe-device.server";
import { consumeToken, dropTokens, tokenStatement } from "../tokens/user-tokens.server";
import { getUserOrThrow } from "../users/queries.server";
import { confirmIdentity } from "./confirm-identity.server";
import { type FactorCaller, factorChange } from "./factor-change.server";
import { listPasskeys, passkeyName, type RelyingParty, relyingParty } from "./passkeys.server";
import { countRecoveryCodes, newRecoveryCodes, requestSecondStep } from "./second-factor.server";

/** Maximum number of passkeys per account. */
const PASSKEYS_MAX = 20;
/** EdDSA, ES256 and RS256 (COSE); every authenticator supports one of them. */
const ALGORITHMS = [-8, -7, -257];

const refused = () =>
  new AppError("invalid", [{ path: "", message: "errors:issue.passkeyRefused" }]);

/** The relying party of this site. @throws invalid if the site's address cannot have passkeys */
export function partyOf({ siteUrl }: Pick<Deps, "siteUrl">): RelyingParty {
  const party = relyingParty(siteUrl);
  if (!party) throw new AppError("invalid", [{ path: "", message: "errors:issue.passkeyDomain" }]);
  return party;
}

/** Parses the browser's answer from a form field; null if it is malformed. */
export function browserAnswer<T>(text: string): T | null {
  try {
    const answer: unknown = JSON.parse(text);
    const { id, response } = (answer ?? {}) as { id?: unknown; response?: unknown };
    return typeof id === "string" && typeof response === "object" && response !== null
      ? (answer as T)
      : null;
  } catch {
    return null;
  }
}

/**
 * Options for creating a passkey. The challenge works once, for this session, within 5 minutes.
 * @throws forbidden for an unverified account; conflict beyond 20 passkeys; as `partyOf` and `confirmIdentity`
 */
export async function beginPasskey(
  deps: Deps,
  actor: Actor,
  password: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  assertCan(actor, "access:make");
  const { id: rpID } = partyOf(deps);
  const user = await confirmIdentity(deps, actor, password);
  const known = await listPasskeys(deps, user.id);
  if (known.length >= PASSKEYS_MAX)
    throw new AppError("conflict", [
      { path: "", message: "errors:issue.passkeyLimit", values: { limit: PASSKEYS_MAX } },
    ]);
  const { branding } = await settingsOf(deps);
  const { token, statements } = await tokenStatement(deps, {
    purpose: "add-passkey",
    userId: user.id,
    payload: actor.sessionId,
  });
  await runGuarded(deps, [
    ifSessionStays(deps, actor),
    dropTokens(deps, user.id, "add-passkey"),
    ...statements,
  ]);
  return generateRegistrationOptions({
    rpName: branding.companyName.en,
    rpID,
    userID: new TextEncoder().encode(user.id),
    userName: user.email ?? user.displayName,
    userDisplayName: user.displayName,
    challenge: new Uint8Array(Buffer.from(token, "base64url")),
    attestationType: "none",
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports,
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/**
 * Stores the passkey that the browser created. Ends the other sessions.
 * @param answer JSON of the browser's answer
 * @returns recovery codes if the sign-in now has a second step and none existed, else null
 * @throws forbidden for an unverified account; invalid for a wrong answer or another session's challenge; conflict for a known passkey
 */
export async function addPasskey(
  deps: Deps,
  actor: Actor,
  { answer, name }: { answer: string; name: string },
  caller: FactorCaller,
): Promise<string[] | null> {
  assertCan(actor, "access:make");
  const party = partyOf(deps);
  const response = browserAnswer<RegistrationResponseJSON>(answer);
  if (!response) throw refused();
  const { credential, isBackedUp } = await verified(deps, actor, response, party);
  const user = await getUserOrThrow(deps, actor.id);
  const { browser, system } = describeAgent(caller.userAgent);
  // Created before the row: the mail's link revokes passkeys at least as new as itself.
  const change = await factorChange(deps, {
    user,
    change: "passkeyAdded",
    sessionId: actor.sessionId,
    caller,
  });
  const statement = deps.db.insert(passkeys).values({
    id: deps.ids.next(),
    userId: user.id,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    counter: credential.counter,
    transports: credential.transports ?? [],
    name: passkeyName(name) || [browser, system].filter(Boolean).join(" · ") || "Passkey",
    isBackedUp,
    createdAt: deps.clock.now(),
    lastUsedAt: null,
  });
  await runGuarded(deps, [statement, ...change.statements], {
    "passkeys.credential_id": () =>
      new AppError("conflict", [{ path: "", message: "errors:issue.passkeyKnown" }]),
  });
  change.finish();
  if (
    user.totpEnabledAt !== null ||
    !(await requestSecondStep(deps, user)) ||
    (await countRecoveryCodes(deps, user.id)) > 0
  )
    return null;
  const { codes, statements } = await newRecoveryCodes(deps, user.id);
  await runGuarded(deps, [ifSessionStays(deps, actor), ...statements]);
  return codes;
}

async function verified(
  deps: Deps,
  actor: Actor,
  response: RegistrationResponseJSON,
  { id, origin }: RelyingParty,
) {
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: async (challenge) => {
        const taken = await consumeToken(deps, "add-passkey", challenge);
        return taken?.userId === actor.id && taken.payload === actor.sessionId;
      },
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo)
      return {
        credential: registrationInfo.credential,
        isBackedUp: registrationInfo.credentialBackedUp,
      };
  } catch (error) {
    // The library throws plain errors for invalid answers.
    log("warn", "passkey.refused", { reason: describeError(error).error });
  }
  throw refused();
}
