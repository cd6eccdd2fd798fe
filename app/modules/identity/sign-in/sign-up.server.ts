import { HOUR } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { AppError, isRefusal } from "../../../lib/errors";
import { isLoopback, LOOPBACK_FACTOR } from "../../../lib/http/client-address";
import type { Caller } from "../../../lib/http/request-context";
import { paths } from "../../../lib/paths";
import { auditEntry } from "../../audit/audit-entry.server";
import { enqueueMail, mailStatement } from "../../mail/enqueue-mail.server";
import { settingsOf } from "../../settings/platform-settings.server";
import { normalizeEmail } from "../email-address";
import { networkOf } from "../network";
import { hashPassword, passwordIssue } from "../password.server";
import type { SignUp } from "../schema";
import { dropTokens, tokenStatement } from "../tokens/user-tokens.server";
import type { UserRow } from "../users/queries.server";
import { findUserByEmail, getUserOrThrow, isEmailTaken, newUser } from "../users/queries.server";
import { type Bucket, countAttempt, takeFromBucket, tooMany } from "./attempts.server";
import { mayMailLink } from "./link-mails.server";
import { type NewAccount, postponeSignUp } from "./postponed-sign-up.server";

/** New accounts per network and hour: many users share an IPv4 address (decisions.md §5). */
const SIGN_UPS = { capacity: 60, period: HOUR };
/** Sign-ups beyond that limit, which wait until the mailed link is opened. */
const POSTPONED = { capacity: 240, period: HOUR };
/** Verification links per account and hour. */
const LINKS = 5;

/**
 * Whether the account exists and awaits verification, or is created once the mailed link is opened.
 */
export type SignUpResult = "made" | "postponed";

/**
 * Creates an account. The answer is the same for a taken address, whose owner gets a mail instead
 * (ASVS 6.3.8). The mailed link verifies the address.
 * @param returnTo path of ours to continue to after the link
 * @param atLimit at the limit of the network: wait, or create the account by the mailed link
 * @throws forbidden while registration is off; invalid with issues; too-many-requests with the wait
 */
export async function signUp(
  deps: Deps,
  input: SignUp,
  caller: Caller,
  {
    returnTo = paths.home(),
    atLimit = "wait",
  }: { returnTo?: string; atLimit?: "wait" | "mail" } = {},
): Promise<SignUpResult> {
  const { features, security } = await settingsOf(deps);
  if (!features.enableUserRegistration) throw new AppError("forbidden");
  const email = normalizeEmail(input.email);
  const weakness = await passwordIssue(deps, input.password, security);
  const issues = [
    ...(email === null ? [{ path: "email", message: "errors:issue.email" }] : []),
    ...(weakness ? [{ path: "password", message: `errors:issue.password.${weakness}` }] : []),
  ];
  if (email === null || issues.length > 0) throw new AppError("invalid", issues);
  const wait = await takeSignUp(deps, caller, "sign-up network", SIGN_UPS);
  // Firebase would create the account at once, so postponing does not apply.
  const isPostponed = wait > 0 && atLimit === "mail" && deps.identity.remote === null;
  const postponedWait = isPostponed
    ? await takeSignUp(deps, caller, "postponed sign-up network", POSTPONED)
    : wait;
  if (postponedWait > 0) throw tooMany(postponedWait);

  if (deps.identity.remote) await signUpRemotely(deps, { email, password: input.password });
  else {
    const passwordHash = await hashPassword(deps, input.password);
    const owner = await findUserByEmail(deps, email);
    // As many round trips for a taken address as for a new one (ASVS 6.3.8).
    if (owner) await notifyAccountOwner(deps, owner, email, caller, isPostponed);
    else if (isPostponed)
      await postponeSignUp(
        deps,
        { email, displayName: input.displayName, passwordHash },
        caller,
        returnTo,
      );
    else
      await makeAccount(
        deps,
        { email, displayName: input.displayName, passwordHash },
        caller,
        returnTo,
      );
  }
  return isPostponed ? "postponed" : "made";
}

async function takeSignUp(
  deps: Deps,
  { address }: Caller,
  name: string,
  { capacity, period }: Omit<Bucket, "name">,
): Promise<number> {
  const factor = isLoopback(address) ? LOOPBACK_FACTOR : 1;
  return (
    await takeFromBucket(deps, {
      name: `${name} ${networkOf(address)}`,
      capacity: capacity * factor,
      period,
    })
  ).wait;
}

async function makeAccount(
  deps: Deps,
  { email, displayName, passwordHash }: NewAccount,
  caller: Caller,
  returnTo: string,
): Promise<void> {
  const id = deps.ids.next();
  const user = {
    id,
    email,
    emailVerifiedAt: null,
    displayName,
    passwordHash,
    photoUrl: null,
    preferredLanguage: caller.locale,
  };
  const token = await tokenStatement(deps, {
    purpose: "verify-email",
    userId: id,
    payload: email,
    browser: caller.device,
  });
  const mail = await mailStatement(
    deps,
    verificationMail({ id, email, displayName }, paths.verifyEmail(token.token, returnTo), caller),
  );
  try {
    await deps.db.batch([
      newUser(deps, user),
      ...token.statements,
      ...mail.statements,
      auditEntry(deps, { actorId: id, action: "user.signed-up", entity: "user", entityId: id }),
    ]);
  } catch (error) {
    // A concurrent request created the account.
    const owner = isEmailTaken(error) ? await findUserByEmail(deps, email) : null;
    if (owner) return notifyAccountOwner(deps, owner, email, caller);
    throw error;
  }
  enqueueMail(deps, mail.id);
}

/** The first sign-in creates the account here. A taken address gets the same answer. */
async function signUpRemotely(
  { identity }: Deps,
  { email, password }: { email: string; password: string },
): Promise<void> {
  try {
    const account = await identity.remote?.signUp(email, password);
    if (account) await identity.remote?.sendVerification(account.idToken);
  } catch (error) {
    if (isRefusal(error, "conflict")) await identity.remote?.sendReset(email);
    else throw error;
  }
}

function verificationMail(
  user: { id: string; email: string; displayName: string },
  path: string,
  { origin, locale }: Caller,
) {
  return {
    kind: "verifyEmail" as const,
    to: user.email,
    userId: user.id,
    locale,
    link: origin + path,
    chosen: { name: user.displayName },
    isSecret: true,
  };
}

async function notifyAccountOwner(
  deps: Deps,
  owner: UserRow,
  email: string,
  { locale, origin }: Caller,
  isPostponed = false,
): Promise<void> {
  if (isPostponed && !(await mayMailLink(deps, email, null))) return;
  const hour = Math.floor(deps.clock.now() / HOUR);
  const mail = await mailStatement(deps, {
    kind: "accountExists",
    to: email,
    userId: owner.id,
    locale: owner.preferredLanguage ?? locale,
    link: origin + paths.forgotPassword(),
    chosen: { name: owner.displayName },
    isSecret: false,
    idempotencyKey: `account-exists:${owner.id}:${hour}`,
  });
  await deps.db.batch([...mail.statements]);
  enqueueMail(deps, mail.id);
}

/**
 * Sends the verification link again, also to an address that refused mail. Invalidates older links.
 * @throws conflict if the address is verified; too-many-requests beyond the hourly limit, or while
 * the address may get no mail
 */
export async function resendVerification(
  deps: Deps,
  userId: string,
  caller: Caller,
  returnTo = paths.home(),
): Promise<void> {
  const user = await getUserOrThrow(deps, userId);
  if (user.email === null || (user.emailVerifiedAt !== null && user.mailRefusedAt === null))
    throw new AppError("conflict");
  await countAttempt(deps, [{ name: `verification ${userId}`, limit: LINKS }], HOUR);
  const token = await tokenStatement(deps, {
    purpose: "verify-email",
    userId,
    payload: user.email,
    browser: caller.device,
  });
  const mail = await mailStatement(
    deps,
    verificationMail(
      { id: userId, email: user.email, displayName: user.displayName },
      paths.verifyEmail(token.token, returnTo),
      caller,
    ),
  );
  // Without a mail the link of the last one stays.
  if (mail.wait > 0) throw tooMany(mail.wait);
  await deps.db.batch([
    dropTokens(deps, userId, "verify-email"),
    ...token.statements,
    ...mail.statements,
  ]);
  enqueueMail(deps, mail.id);
}
