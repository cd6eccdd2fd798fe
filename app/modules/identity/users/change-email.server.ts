import { HOUR } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import type { Caller } from "../../../lib/http/request-context";
import { paths } from "../../../lib/paths";
import type { Actor } from "../../../lib/permissions";
import { auditEntry } from "../../audit/audit-entry.server";
import { enqueueMail, mailStatement } from "../../mail/enqueue-mail.server";
import { ifSessionStays, runGuarded } from "../../store/run-guarded.server";
import { normalizeEmail } from "../email-address";
import { confirmPassword } from "../factors/confirm-identity.server";
import { countAttempt } from "../sign-in/attempts.server";
import { dropTokens, tokenStatement } from "../tokens/user-tokens.server";
import { findUserByEmail } from "./queries.server";

const LINKS = 5;

/**
 * Requests a change of the email address: mails a link to the new address and a notice to the
 * current one. The address changes when the link is used. A taken address gets the same answer and
 * no mail.
 * @throws invalid with issues at `email` or `currentPassword`; conflict if access to the account ended
 * meanwhile
 */
export async function requestEmailChange(
  deps: Deps,
  actor: Actor,
  input: { email: string; currentPassword: string },
  caller: Pick<Caller, "origin" | "locale" | "device">,
): Promise<void> {
  const email = normalizeEmail(input.email);
  if (email === null)
    throw new AppError("invalid", [{ path: "email", message: "errors:issue.email" }]);
  const user = await confirmPassword(deps, actor, input.currentPassword);
  if (email === user.email)
    throw new AppError("invalid", [{ path: "email", message: "errors:issue.sameEmail" }]);
  await countAttempt(deps, [{ name: `change-email ${user.id}`, limit: LINKS }], HOUR);
  const locale = user.preferredLanguage ?? caller.locale;
  const isFree = (await findUserByEmail(deps, email)) === null;
  const token = await tokenStatement(deps, {
    purpose: "change-email",
    userId: user.id,
    payload: email,
    browser: caller.device,
  });
  // Made for a taken address too, for equal timing.
  const link = await mailStatement(deps, {
    kind: "changeEmail",
    to: email,
    userId: user.id,
    locale,
    link: caller.origin + paths.verifyEmail(token.token),
    chosen: { name: user.displayName },
    isSecret: true,
  });
  const isMailed = isFree && link.wait === 0;
  const notice =
    user.email === null
      ? null
      : await mailStatement(deps, {
          kind: "emailChanging",
          to: user.email,
          userId: user.id,
          locale,
          link: caller.origin + paths.accountSecurity(),
          chosen: { name: user.displayName, email },
          isSecret: false,
        });
  await runGuarded(deps, [
    ifSessionStays(deps, actor),
    auditEntry(deps, {
      actorId: actor.id,
      action: "user.email-change-asked",
      entity: "user",
      entityId: user.id,
      sessionId: actor.sessionId,
    }),
    ...(isMailed
      ? [dropTokens(deps, user.id, "change-email"), ...token.statements, ...link.statements]
      : []),
    ...(notice?.statements ?? []),
  ]);
  for (const mail of [isMailed ? link : null, notice]) if (mail) enqueueMail(deps, mail.id);
}
