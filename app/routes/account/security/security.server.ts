import { data } from "@remix-run/cloudflare";
import { listOf } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import type { TextKey } from "~/i18n/translate";
import { formatDate, type Reader, USUAL_ZONE } from "~/lib/dates/dates.server";
import { formatAgo } from "~/lib/dates/written-times.server";
import { QUIET_ZONE, qrPath } from "~/lib/drawing/qr-path";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { formAnswer } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { verificationNotice } from "~/lib/pages/viewer.server";
import { paths } from "~/lib/paths";
import { scopesAmong } from "~/lib/permissions";
import { isUuid } from "~/lib/runtime/ids";
import { changePassword } from "~/modules/identity/change-password.server";
import { describeAgent } from "~/modules/identity/describe-device.server";
import {
  ENDABLE_ACCESS,
  type EndableAccess,
  endAccess,
  endOtherAccess,
} from "~/modules/identity/end-access.server";
import { addPasskey, beginPasskey } from "~/modules/identity/factors/add-passkey.server";
import {
  confirmationFor,
  hasPassword,
  isSignInRecent,
} from "~/modules/identity/factors/confirm-identity.server";
import {
  listPasskeys,
  localhostOf,
  relyingParty,
  removePasskey,
  renamePasskey,
} from "~/modules/identity/factors/passkeys.server";
import {
  countRecoveryCodes,
  renewRecoveryCodes,
  requestSecondStep,
} from "~/modules/identity/factors/second-factor.server";
import {
  beginTotp,
  confirmTotp,
  disableTotp,
  resumeTotp,
  type TotpSetup,
} from "~/modules/identity/factors/set-up-totp.server";
import { type AccessItem, listAccess } from "~/modules/identity/list-access.server";
import {
  createApiKey,
  KEY_LIFETIMES,
  listApiKeys,
  revokeApiKey,
  scopesFor,
} from "~/modules/identity/tokens/api-keys.server";
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
function presentAccess(
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
const presentSetup = ({ secret, uri }: TotpSetup) => ({
  secret,
  uri,
  code: qrPath(uri, QUIET_ZONE),
});

/**
 * Actions of `/account/security`. Recovery codes and the secrets of a new authenticator app or API
 * key appear only in the action's response, never at a URL, so a stolen session cannot read them
 * later.
 */
export async function securityAction(context: SignedInContext, request: Request) {
  const { deps, signedIn, caller } = context;
  const form = await readForm(request);
  const field = (name: string) => fieldOf(form, name);
  const password = field("currentPassword");
  const back = (text: TextKey<"account">) =>
    redirectWithToast(request, paths.accountSecurity(), { kind: "success", text });

  switch (form.get("intent")) {
    case "password":
      return formAnswer(context, { form: "password" }, async () => {
        if (!field("newPassword"))
          throw new AppError("invalid", [
            { path: "newPassword", message: "errors:issue.noPassword" },
          ]);
        await changePassword(
          deps,
          signedIn,
          { currentPassword: password, newPassword: field("newPassword") },
          caller,
        );
        return back("account:password.saved");
      });
    case "begin-two-factor":
      return shown(context, "two-factor", async () => ({
        setup: presentSetup(await beginTotp(deps, signedIn, password)),
      }));
    case "confirm-two-factor": {
      const answer = await shown(context, "two-factor", async () => ({
        codes: await confirmTotp(deps, signedIn, field("code"), caller),
      }));
      if (answer instanceof Response || "codes" in answer.data) return answer;
      const setup = await resumeTotp(deps, signedIn, field("secret"));
      return data(
        {
          ...answer.data,
          values: { code: field("code") },
          ...(setup && { setup: presentSetup(setup) }),
        },
        answer.init ?? undefined,
      );
    }
    case "disable-two-factor":
      return formAnswer(context, { form: "two-factor" }, async () => {
        await disableTotp(deps, signedIn, password, caller);
        return back("account:twoFactor.turnedOff");
      });
    case "renew-codes":
      return shown(context, "codes", async () => ({
        codes: await renewRecoveryCodes(deps, signedIn, password, caller),
      }));
    case "add-passkey": {
      const input = { answer: field("answer"), name: field("name") };
      return shown(context, "passkey", async () => {
        const codes = await addPasskey(deps, signedIn, input, caller);
        return codes ? { codes } : back("account:passkeys.added");
      });
    }
    case "rename-passkey":
      return formAnswer(
        context,
        { form: `passkey-${idOf(field("passkey"))}`, values: { name: field("name") } },
        async () => {
          await renamePasskey(deps, signedIn, idOf(field("passkey")), field("name"));
          return back("account:passkeys.renamed");
        },
      );
    case "remove-passkey":
      return formAnswer(context, { form: `passkey-${idOf(field("passkey"))}` }, async () => {
        await removePasskey(deps, signedIn, idOf(field("passkey")), password, caller);
        return back("account:passkeys.removed");
      });
    case "create-key": {
      const scopes = form.getAll("scopes").map(String);
      const values = { name: field("name"), scopes: scopes.join(" "), lifetime: field("lifetime") };
      const input = {
        name: field("name"),
        scopes,
        lifetime: Number(field("lifetime")),
        currentPassword: password,
      };
      return shown(
        context,
        "api-key",
        async () => ({ secret: await createApiKey(deps, signedIn, input, caller) }),
        values,
      );
    }
    case "revoke-key":
      return formAnswer(context, { form: "api-key" }, async () => {
        await revokeApiKey(deps, signedIn, idOf(field("key")));
        return back("account:apiKeys.revoked");
      });
    case "end-access":
      return formAnswer(context, { form: "access" }, async () => {
        const kind = ENDABLE_ACCESS.find((name) => name === field("kind"));
        if (!kind) throw new AppError("bad-request");
        await endAccess(deps, signedIn, kind, field("id"));
        return back("account:access.ended");
      });
    case "end-other-access":
      return formAnswer(context, { form: "access" }, async () => {
        await endOtherAccess(deps, signedIn, caller);
        return back("account:access.othersEnded");
      });
    default:
      throw new AppError("bad-request");
  }
}

function idOf(text: string): string {
  if (!isUuid(text)) throw new AppError("bad-request");
  return text;
}

/** `formAnswer` for results shown in the response itself. */
async function shown<T extends object>(
  context: SignedInContext,
  form: string,
  act: () => Promise<T | Response>,
  values: Record<string, string> = {},
) {
  let result: T | null = null;
  const answer = await formAnswer(context, { form, values }, async () => {
    const done = await act();
    if (done instanceof Response) return done;
    result = done;
    return new Response();
  });
  return result === null ? answer : data(result as T);
}

/** Options for creating a passkey, for the security page's script. */
export async function passkeyOptionsAction(
  context: SignedInContext,
  request: Request,
): Promise<Response> {
  const form = await readForm(request);
  const headers = { "Cache-Control": "private, no-store" };
  const answer = await formAnswer(context, { form: "passkey" }, async () =>
    Response.json(
      {
        options: await beginPasskey(
          context.deps,
          context.signedIn,
          fieldOf(form, "currentPassword"),
        ),
      },
      { headers },
    ),
  );
  return answer instanceof Response
    ? answer
    : Response.json({ failure: answer.data }, { status: answer.init?.status ?? 400, headers });
}
