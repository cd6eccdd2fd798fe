import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from "@simplewebauthn/server";
import { and, eq } from "drizzle-orm";
import { passkeys, users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import type { Caller } from "../../../lib/http/request-context";
import { describeError, log } from "../../../lib/runtime/log";
import { auditRefusal } from "../audit-refusal.server";
import { browserAnswer, partyOf } from "../factors/add-passkey.server";
import type { PasskeyRow, RelyingParty } from "../factors/passkeys.server";
import { consumeToken, hashToken, tokenStatement } from "../tokens/user-tokens.server";
import { completeSignIn, type SignInResult } from "./sign-in.server";

/**
 * Options for signing in with any passkey. The challenge works once, in this browser.
 * @throws as `partyOf`
 */
export async function beginPasskeySignIn(
  deps: Deps,
  caller: Caller & { device: string },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { id: rpID } = partyOf(deps);
  const { token, statements } = await tokenStatement(deps, {
    purpose: "passkey-sign-in",
    userId: null,
    browser: caller.device,
  });
  await deps.db.batch([...statements]);
  return generateAuthenticationOptions({
    rpID,
    challenge: new Uint8Array(Buffer.from(token, "base64url")),
    userVerification: "required",
  });
}

/**
 * Signs in with a passkey alone: the authenticator verified the user, so it counts as two factors
 * (decisions.md §5).
 * @param answer JSON of the browser's answer
 * @throws unauthorized for an invalid answer; forbidden for a deactivated account
 */
export async function signInWithPasskey(
  deps: Deps,
  answer: string,
  caller: Caller,
): Promise<SignInResult> {
  const party = partyOf(deps);
  const response = browserAnswer<AuthenticationResponseJSON>(answer);
  const found = response && (await findPasskey(deps, response.id));
  const newCounter =
    response && found ? await verifiedCounter(deps, response, found, party, caller) : null;
  if (!found || newCounter === null) {
    deps.later(
      auditRefusal(deps, caller.address, {
        action: "user.passkey-refused",
        entity: "user",
        entityId: found?.user.id ?? null,
        metadata: {},
      }),
    );
    throw new AppError("unauthorized");
  }
  const { passkey, user } = found;
  if (!user.isActive) throw new AppError("forbidden");
  // Of two answers with the same counter, one succeeds; a passkey removed meanwhile fails.
  const counted = await deps.db
    .update(passkeys)
    .set({ counter: newCounter, lastUsedAt: deps.clock.now() })
    .where(and(eq(passkeys.id, passkey.id), eq(passkeys.counter, passkey.counter)))
    .returning({ id: passkeys.id });
  if (counted.length === 0) throw new AppError("unauthorized");
  return completeSignIn(deps, user, caller);
}

async function findPasskey({ db }: Pick<Deps, "db">, credentialId: string) {
  return db
    .select({ passkey: passkeys, user: users })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, credentialId))
    .get();
}

/** The new signature counter; null for an invalid answer. */
async function verifiedCounter(
  deps: Deps,
  response: AuthenticationResponseJSON,
  { passkey, user }: { passkey: PasskeyRow; user: { id: string } },
  { id, origin }: RelyingParty,
  { device }: Pick<Caller, "device">,
): Promise<number | null> {
  // The user handle must match the account.
  const { userHandle } = response.response;
  if (userHandle !== undefined && Buffer.from(userHandle, "base64url").toString() !== user.id)
    return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: async (challenge) => {
        const taken = await consumeToken(deps, "passkey-sign-in", challenge);
        return device !== null && taken !== null && taken.browserHash === (await hashToken(device));
      },
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
        counter: passkey.counter,
        transports: passkey.transports,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch (error) {
    // The library throws plain errors for invalid answers.
    log("warn", "passkey.refused", { reason: describeError(error).error });
    return null;
  }
}
