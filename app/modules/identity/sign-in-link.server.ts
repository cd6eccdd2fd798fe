import { HOUR } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { paths } from "../../lib/paths";
import { auditEntry } from "../audit/audit-entry.server";
import { enqueueMail, mailStatement } from "../mail/enqueue-mail.server";
import { findUserByEmail, getUserOrThrow } from "../users/queries.server";
import type { UserRow } from "../users/user-json.server";
import { sendRemoteReset, sendReset } from "./change-password.server";
import { normalizeEmail } from "./email-address";
import { knownDeviceOf } from "./known-device.server";
import { mayMailLink, refillLinkMails } from "./link-mails.server";
import { networkOf } from "./network";
import { takeFromBucket, tooMany } from "./refilling-bucket.server";
import { proceed, type SignInResult } from "./sign-in.server";
import type { Caller } from "./sign-up.server";
import { dropOldLinks, findToken, takeLink, tokenStatement } from "./user-tokens.server";

/** Requests for such a link of one network. */
const REQUESTS = { capacity: 60, period: HOUR };

/**
 * Sends a link that logs in once, for whoever has to wait since others on their network have failed (decisions.md §5).
 * The answer says nothing of whether there is such an account. An address gets no more mails by it than by
 * asking for a new password: the two share one count.
 * @throws AppError("too-many-requests") for a network that asks too often, but never for a known device
 */
export async function requestSignInLink(deps: Deps, input: string, caller: Caller, returnTo: string): Promise<void> {
  const email = normalizeEmail(input);
  const user = email === null ? null : await findUserByEmail(deps, email);
  const device = await knownDeviceOf(deps, user?.id ?? null, caller);
  if (device === null) {
    const { wait } = await takeFromBucket(deps, { name: `sign-in link network ${networkOf(caller.address)}`, ...REQUESTS });
    if (wait > 0) throw tooMany(wait);
  }
  if (email === null) return;
  if (deps.identity.remote) deps.later(sendRemoteReset(deps, email, device));
  // Where the address has not been proved, a link to log in would leave a stranger's password in place.
  else if (user?.emailProvedAt === null) deps.later(sendReset(deps, user, device, caller));
  else deps.later(sendLink(deps, user, device, caller, returnTo));
}

async function sendLink(deps: Deps, user: UserRow | null, device: string | null, caller: Caller, returnTo: string): Promise<void> {
  if (!user?.isActive || user.email === null || !(await mayMailLink(deps, user.email, device))) return;
  const token = await tokenStatement(deps, { purpose: "sign-in", userId: user.id });
  const mail = await mailStatement(deps, {
    kind: "signInLink",
    to: user.email,
    userId: user.id,
    locale: user.preferredLanguage ?? caller.locale,
    link: caller.origin + paths.loginLink({ token: token.token, returnTo }),
    values: { name: user.displayName },
    isSecret: true,
  });
  await deps.db.batch([
    dropOldLinks(deps, user.id, "sign-in"),
    ...token.statements,
    ...mail.statements,
    auditEntry(deps, { actorId: null, action: "user.sign-in-link-requested", entity: "user", entityId: user.id }),
  ]);
  enqueueMail(deps, mail.id);
}

/** Whom a link logs in, by their address; null where it does not work (any more). Looking at it uses nothing up. */
export async function signInLinkEmail(deps: Deps, token: string | null): Promise<string | null> {
  const found = await findToken(deps, "sign-in", token);
  return found?.userId ? (await getUserOrThrow(deps, found.userId)).email : null;
}

/**
 * Logs in by a link, which works once, and the others that were sent no longer. The second factor is asked for as after a
 * password.
 * @throws AppError("not-found") where the link does not work (any more), AppError("forbidden") for the deactivated
 */
export async function signInByLink(deps: Deps, token: string | null, caller: Caller): Promise<SignInResult> {
  const taken = await takeLink(deps, "sign-in", token);
  if (!taken?.userId) throw new AppError("not-found");
  const user = await getUserOrThrow(deps, taken.userId);
  const result = await proceed(deps, user, caller);
  if (user.email !== null) await deps.db.batch([...(await refillLinkMails(deps, user.email))]);
  return result;
}
