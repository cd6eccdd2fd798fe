import { HOUR } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import type { Caller } from "../../../lib/http/request-context";
import { paths } from "../../../lib/paths";
import { auditEntry } from "../../audit/audit-entry.server";
import { enqueueMail, mailStatement } from "../../mail/enqueue-mail.server";
import { sendRemoteReset, sendReset } from "../change-password.server";
import { normalizeEmail } from "../email-address";
import { networkOf } from "../network";
import { consumeLink, dropOldLinks, findToken, tokenStatement } from "../tokens/user-tokens.server";
import type { UserRow } from "../users/queries.server";
import { findUserByEmail, getUserOrThrow } from "../users/queries.server";
import { takeFromBucket, tooMany } from "./attempts.server";
import { knownDeviceOf } from "./known-device.server";
import { mayMailLink, refillLinkMails } from "./link-mails.server";
import { continueSignIn, type SignInResult } from "./sign-in.server";

/** Requests per network. */
const REQUESTS = { capacity: 60, period: HOUR };

/**
 * Mails a link that signs in once, for users locked out by failures on their network (decisions.md
 * §5). The answer does not reveal whether the account exists. Shares its limit of mails with
 * password resets.
 * @throws too-many-requests per network, except for known devices
 */
export async function requestSignInLink(
  deps: Deps,
  input: string,
  caller: Caller,
  returnTo: string,
): Promise<void> {
  const email = normalizeEmail(input);
  const user = email === null ? null : await findUserByEmail(deps, email);
  const device = await knownDeviceOf(deps, user?.id ?? null, caller);
  if (device === null) {
    const { wait } = await takeFromBucket(deps, {
      name: `sign-in link network ${networkOf(caller.address)}`,
      ...REQUESTS,
    });
    if (wait > 0) throw tooMany(wait);
  }
  if (email === null) return;
  if (deps.identity.remote) deps.later(sendRemoteReset(deps, email, device));
  // For an unproved address, a sign-in link would leave a stranger's password in place.
  else if (user?.emailProvedAt === null) deps.later(sendReset(deps, user, device, caller));
  else deps.later(sendLink(deps, user, device, caller, returnTo));
}

async function sendLink(
  deps: Deps,
  user: UserRow | null,
  device: string | null,
  caller: Caller,
  returnTo: string,
): Promise<void> {
  if (!user?.isActive || user.email === null || !(await mayMailLink(deps, user.email, device)))
    return;
  const token = await tokenStatement(deps, { purpose: "sign-in", userId: user.id });
  const mail = await mailStatement(deps, {
    kind: "signInLink",
    to: user.email,
    userId: user.id,
    locale: user.preferredLanguage ?? caller.locale,
    link: caller.origin + paths.loginLink({ token: token.token, returnTo }),
    chosen: { name: user.displayName },
    isSecret: true,
  });
  await deps.db.batch([
    dropOldLinks(deps, user.id, "sign-in"),
    ...token.statements,
    ...mail.statements,
    auditEntry(deps, {
      actorId: null,
      action: "user.sign-in-link-requested",
      entity: "user",
      entityId: user.id,
    }),
  ]);
  enqueueMail(deps, mail.id);
}

/** Address of the account that a link signs in; null for an invalid link. Does not consume it. */
export async function signInLinkEmail(deps: Deps, token: string | null): Promise<string | null> {
  const found = await findToken(deps, "sign-in", token);
  return found?.userId ? (await getUserOrThrow(deps, found.userId)).email : null;
}

/**
 * Signs in by a link, which works once and invalidates the others. A second factor applies as after
 * a password.
 * @throws not-found for an invalid link; forbidden for a deactivated account
 */
export async function signInByLink(
  deps: Deps,
  token: string | null,
  caller: Caller,
): Promise<SignInResult> {
  const taken = await consumeLink(deps, "sign-in", token);
  if (!taken?.userId) throw new AppError("not-found");
  const user = await getUserOrThrow(deps, taken.userId);
  const result = await continueSignIn(deps, user, caller);
  if (user.email !== null) await deps.db.batch([...(await refillLinkMails(deps, user.email))]);
  return result;
}
