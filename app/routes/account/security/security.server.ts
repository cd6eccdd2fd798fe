import { listOf } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { formatDate, type Reader, USUAL_ZONE } from "~/lib/dates/dates.server";
import { formatAgo } from "~/lib/dates/written-times.server";
import { QUIET_ZONE, qrPath } from "~/lib/drawing/qr-path";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { verificationNotice } from "~/lib/pages/viewer.server";
import { paths } from "~/lib/paths";
import { scopesAmong } from "~/lib/permissions";
import { describeAgent } from "~/modules/identity/describe-device.server";
import { ENDABLE_ACCESS, type EndableAccess } from "~/modules/identity/end-access.server";
import {
  confirmationFor,
  hasPassword,
  isSignInRecent,
} from "~/modules/identity/factors/confirm-identity.server";
import {
  listPasskeys,
  localhostOf,
  relyingParty,
} from "~/modules/identity/factors/passkeys.server";
import { countRecoveryCodes } from "~/modules/identity/factors/recovery-codes.server";
import { requestSecondStep } from "~/modules/identity/factors/second-factor.server";
import type { TotpSetup } from "~/modules/identity/factors/set-up-totp.server";
import { type AccessItem, listAccess } from "~/modules/identity/list-access.server";
import { KEY_LIFETIMES, listApiKeys, scopesFor } from "~/modules/identity/tokens/api-keys.server";
import { getUserOrThrow } from "~/modules/identity/users/queries.server";
import { settingsOf } from "~/modules/settings/platform-settings.server";

type SecurityView = Awaited<ReturnType<typeof securityLoader>>;
export type AccessView = ReturnType<typeof presentAccess>;
export type PasskeysView = SecurityView["passkeys"];
export type PasskeyView = PasskeysView["list"][number];
export type TotpSetupView = ReturnType<typeof presentSetup>;

const isEndable = (kind: AccessItem["kind"]): kind is EndableAccess =>
  (ENDABLE_ACCESS as readonly string[]).includes(kind);

/** Sections of the page where the ways to sign in are changed. */
const SECTIONS = {
  password: "password",
  passkeys: "passkeys",
  authenticator: "two-factor",
  recoveryCodes: "codes",
} as const;

/** One line of the list of what has access, localized. */
export function presentAccess(
  { kind, id, name, agent, createdAt, lastUsedAt, isThis = false }: AccessItem,
  { reader, zone, now }: { reader: Reader; zone: string; now: number },
) {
  const t = translatorFor(reader.locale);
  const { browser, system } = describeAgent(agent ?? "");
  const from =
    browser && system ? t("account:access.on", { browser, system }) : (browser ?? system ?? null);
  const unrecorded = t("account:access.notRecorded");
  const date = (at: number) => formatDate(at, zone, reader, { weekday: false });
  return {
    key: `${kind} ${id}`,
    kind,
    kindLabel: t(`account:access.kind.${kind}`),
    id,
    name: name ?? (kind === "sessions" ? (from ?? t("account:access.unknown")) : null),
    facts: [
      t("account:access.since", { date: createdAt === null ? unrecorded : date(createdAt) }),
      t("account:access.used", {
        when:
          lastUsedAt === undefined
            ? unrecorded
            : lastUsedAt === null
              ? t("account:access.never")
              : formatAgo(lastUsedAt, now, reader, zone),
      }),
      t("account:access.from", { place: from ?? unrecorded }),
    ],
    isThis,
    isEndable: isEndable(kind) && !(isThis && kind === "sessions"),
    section: kind in SECTIONS ? SECTIONS[kind as keyof typeof SECTIONS] : null,
  };
}

/** Data of `/account/security`: password, second factors and all that has access. */
export async function securityLoader(context: SignedInContext) {
  const { deps, locale, origin, seo, signedIn } = context;
  const t = translatorFor(locale);
  const { remote } = deps.identity;
  const [user, { security, features }, access, isRecent, keys, tokens] = await Promise.all([
    getUserOrThrow(deps, signedIn.id),
    settingsOf(deps),
    listAccess(deps, {
      userId: signedIn.id,
      sessionId: signedIn.sessionId,
      device: context.caller.device,
    }),
    isSignInRecent(deps, signedIn),
    listPasskeys(deps, signedIn.id),
    listApiKeys(deps, signedIn.id),
  ]);
  const now = deps.clock.now();
  const zone = context.timeZone ?? USUAL_ZONE;
  const localhost = localhostOf(deps.siteUrl);
  return {
    head: pageHead({ origin, locale, seo }, paths.accountSecurity(), {
      title: t("account:security.title"),
      description: t("account:security.lead"),
      noindex: true,
    }),
    email: user.email ?? "",
    /** Until the address is confirmed, the forms that make access are not there. */
    verification: verificationNotice(signedIn, "access:make", locale),
    confirmation: confirmationFor(user, remote, isRecent),
    password: {
      hasPassword: hasPassword(user, remote),
      isRemote: remote !== null,
      rule: t(
        security.requireUppercase ? "account:password.ruleUppercase" : "account:password.rule",
        {
          count: security.passwordMinLength,
        },
      ),
    },
    // If disabled platform-wide, users who have it can still turn it off.
    twoFactor:
      security.enableTwoFactor || user.totpEnabledAt !== null
        ? { isOn: user.totpEnabledAt !== null }
        : null,
    codesLeft: (await requestSecondStep(deps, user))
      ? await countRecoveryCodes(deps, user.id)
      : null,
    passkeys: {
      list: keys.map(({ id, name, isBackedUp, createdAt, lastUsedAt }) => ({
        id,
        name,
        isBackedUp,
        added: t("account:passkeys.since", {
          date: formatDate(createdAt, zone, context, { weekday: false }),
        }),
        lastUsed:
          lastUsedAt === null
            ? null
            : t("account:access.used", { when: formatAgo(lastUsedAt, now, context, zone) }),
      })),
      isPossible: relyingParty(deps.siteUrl) !== null,
      localhost: localhost && localhost + paths.accountSecurity(),
    },
    apiKeys: features.enableApiKeys
      ? {
          list: tokens.map(({ id, name, ending, scopes, expiresAt, lastUsedAt }) => ({
            id,
            name,
            ending,
            isExpired: expiresAt <= now,
            scopes: listOf(
              locale,
              scopesAmong(scopes).map((scope) => t(`account:apiKeys.scope.${scope}`)),
            ),
            until: t("account:apiKeys.until", {
              date: formatDate(expiresAt, zone, context, { weekday: false }),
            }),
            lastUsed:
              lastUsedAt === null
                ? t("account:apiKeys.unused")
                : t("account:access.used", { when: formatAgo(lastUsedAt, now, context, zone) }),
          })),
          scopes: scopesFor(signedIn).map((scope) => ({
            value: scope,
            label: `${t(`account:apiKeys.scope.${scope}`)}: ${t(`account:apiKeys.scopeHelp.${scope}`)}`,
          })),
          lifetimes: KEY_LIFETIMES.map((days) => ({
            value: String(days),
            label: t("account:apiKeys.days", { count: days }),
          })),
        }
      : null,
    access: access.map((item) => presentAccess(item, { reader: context, zone, now })),
  };
}

/** Set-up data of an authenticator app for the page. */
export const presentSetup = ({ secret, uri }: TotpSetup) => ({
  secret,
  uri,
  code: qrPath(uri, QUIET_ZONE),
});
