import type { Locale } from "../../../i18n/locale";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import type { Caller } from "../../../lib/http/request-context";
import { paths } from "../../../lib/paths";
import { auditEntry } from "../../audit/audit-entry.server";
import { enqueueMail, mailStatement } from "../../mail/enqueue-mail.server";
import { settingsOf } from "../../settings/platform-settings.server";
import { consumeToken, findToken, hashToken, tokenStatement } from "../tokens/user-tokens.server";
import { isEmailTaken, newUser } from "../users/queries.server";
import { mayMailLink } from "./link-mails.server";

export interface NewAccount {
  email: string;
  displayName: string;
  passwordHash: string;
}

interface Postponed extends NewAccount {
  locale: Locale;
}

/** Stores the sealed sign-up and mails the link that creates the account. */
export async function postponeSignUp(
  deps: Deps,
  account: NewAccount,
  caller: Caller,
  returnTo: string,
): Promise<void> {
  const { email, displayName } = account;
  if (!(await mayMailLink(deps, email, null))) return;
  const postponed: Postponed = { ...account, locale: caller.locale };
  const token = await tokenStatement(deps, {
    purpose: "sign-up",
    userId: null,
    payload: await deps.vault.seal(JSON.stringify(postponed)),
    browser: caller.device,
  });
  const mail = await mailStatement(deps, {
    kind: "confirmSignUp",
    to: email,
    userId: null,
    locale: caller.locale,
    link: caller.origin + paths.verifyEmail(token.token, returnTo),
    chosen: { name: displayName },
    isSecret: true,
  });
  if (mail.wait > 0) return;
  await deps.db.batch([...token.statements, ...mail.statements]);
  enqueueMail(deps, mail.id);
}

/**
 * Creates the account of a mailed link, which proves the address. Only the browser that signed up
 * gets the password: anyone may sign up with a stranger's address.
 * @returns with `resetToken` for setting a password, if opened in another browser
 * @throws forbidden while registration is off; not-found for an invalid link; conflict if the
 * address is taken meanwhile
 */
export async function finishSignUp(
  deps: Deps,
  token: string | null,
  { device }: Pick<Caller, "device">,
): Promise<{ userId: string; resetToken: string | null }> {
  const found = await findToken(deps, "sign-up", token);
  if (!found) throw new AppError("not-found");
  if (!(await settingsOf(deps)).features.enableUserRegistration) throw new AppError("forbidden");
  const taken = await consumeToken(deps, "sign-up", token);
  if (!taken) throw new AppError("not-found");
  const { email, displayName, passwordHash, locale } = JSON.parse(
    await deps.vault.open(taken.payload),
  ) as Postponed;
  const isSameBrowser = device !== null && taken.browserHash === (await hashToken(device));
  const userId = deps.ids.next();
  const reset = isSameBrowser
    ? null
    : await tokenStatement(deps, { purpose: "reset-password", userId });
  try {
    await deps.db.batch([
      newUser(deps, {
        id: userId,
        email,
        emailVerifiedAt: deps.clock.now(),
        displayName,
        passwordHash: isSameBrowser ? passwordHash : null,
        photoUrl: null,
        preferredLanguage: locale,
      }),
      auditEntry(deps, {
        actorId: userId,
        action: "user.signed-up",
        entity: "user",
        entityId: userId,
      }),
      auditEntry(deps, {
        actorId: userId,
        action: "user.email-verified",
        entity: "user",
        entityId: userId,
      }),
      ...(reset?.statements ?? []),
    ]);
  } catch (error) {
    if (isEmailTaken(error)) throw new AppError("conflict");
    throw error;
  }
  return { userId, resetToken: reset?.token ?? null };
}
