import { encode } from "uqr";
import { USUAL_ZONE } from "../../lib/dates.server";
import { translatorFor } from "../../lib/messages.server";
import { pageHead } from "../../lib/page-head.server";
import { paths } from "../../lib/paths";
import { formatAgo } from "../../lib/relative-time.server";
import { beginTotp } from "../identity/begin-totp.server";
import { describeAgent } from "../identity/describe-agent";
import { countRecoveryCodes } from "../identity/recovery-codes.server";
import { listSessions } from "../identity/sessions.server";
import { settingsOf } from "../settings/platform-settings.server";
import type { AccountContext } from "./account-context.server";
import { needsPassword } from "./account-page.server";
import { getUserOrThrow } from "./queries.server";
import type { UserRow } from "./user-json.server";

/** Password, second factor and sessions. @param isSettingUp whether the address asks for the authenticator's set-up */
export async function securityPage(context: AccountContext, isSettingUp: boolean) {
  const { deps, locale, origin, seo, signedIn } = context;
  const t = translatorFor(locale);
  const [user, { security }, sessions] = await Promise.all([
    getUserOrThrow(deps, signedIn.id),
    settingsOf(deps),
    listSessions(deps, signedIn.id),
  ]);
  const now = deps.clock.now();
  return {
    head: pageHead({ origin, locale, seo }, paths.accountSecurity(), {
      title: t("account:security.title"),
      description: t("account:security.lead"),
      noindex: true,
    }),
    email: user.email ?? "",
    password: {
      hasPassword: needsPassword(user, deps.identity.remote),
      isRemote: deps.identity.remote !== null,
      rule: t(security.requireUppercase ? "account:password.ruleUppercase" : "account:password.rule", {
        count: security.passwordMinLength,
      }),
    },
    twoFactor: await twoFactorOf(context, user, security.enableTwoFactor, isSettingUp),
    sessions: sessions.map((session) => {
      const { browser, system } = describeAgent(session.userAgent);
      const name = browser ?? t(session.isApi ? "account:sessions.api" : "account:sessions.unknown");
      return {
        id: session.id,
        name: system ? t("account:sessions.on", { browser: name, system }) : name,
        device: (system === "iPhone" || system === "Android" || system === "iPad" ? "phone" : session.isApi ? "api" : "computer") as
          | "phone"
          | "api"
          | "computer",
        lastUsed: formatAgo(session.lastSeenAt, now, context, context.timeZone ?? USUAL_ZONE),
        isThis: session.id === signedIn.sessionId,
      };
    }),
  };
}

/** Null where it is switched off for everyone and not on here. */
async function twoFactorOf({ deps, signedIn }: AccountContext, user: UserRow, isOffered: boolean, isSettingUp: boolean) {
  if (user.totpEnabledAt !== null)
    return {
      state: "on" as const,
      codesLeft: await countRecoveryCodes(deps, user.id),
      hasPassword: needsPassword(user, deps.identity.remote),
    };
  if (!isOffered) return null;
  // Begun by a form: opening an address changes nothing.
  if (!isSettingUp || user.totpSecret === null) return { state: "off" as const };
  const { secret, uri } = await beginTotp(deps, signedIn);
  return { state: "begun" as const, secret: secret.replace(/(.{4})(?=.)/g, "$1 "), uri, code: qrPath(uri) };
}

/** A QR code as the path of its dark squares, one unit each, with the quiet zone that readers need (ISO/IEC 18004). */
function qrPath(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: "M", border: 4 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")));
  return { size, path: path.join("") };
}
