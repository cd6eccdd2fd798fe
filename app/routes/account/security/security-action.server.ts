import { data } from "@remix-run/cloudflare";
import type { TextKey } from "~/i18n/translate";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { formAnswer } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { paths } from "~/lib/paths";
import { isUuid } from "~/lib/runtime/ids";
import { changePassword } from "~/modules/identity/change-password.server";
import { ENDABLE_ACCESS, endAccess, endOtherAccess } from "~/modules/identity/end-access.server";
import { addPasskey, beginPasskey } from "~/modules/identity/factors/add-passkey.server";
import { removePasskey, renamePasskey } from "~/modules/identity/factors/passkeys.server";
import { renewRecoveryCodes } from "~/modules/identity/factors/recovery-codes.server";
import {
  beginTotp,
  confirmTotp,
  disableTotp,
  resumeTotp,
} from "~/modules/identity/factors/set-up-totp.server";
import { createApiKey, revokeApiKey } from "~/modules/identity/tokens/api-keys.server";
import { presentSetup } from "./security.server";

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
