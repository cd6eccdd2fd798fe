import { data } from "@remix-run/cloudflare";
import { addressedLanguage, inLanguage } from "../../lib/addressed-language";
import { AppError } from "../../lib/errors";
import { redirectWithToast } from "../../lib/flash.server";
import { isUuid } from "../../lib/ids";
import { paths } from "../../lib/paths";
import { fieldOf, readForm } from "../../lib/read-form.server";
import type { TextKey } from "../../lib/translate";
import { beginTotp } from "../identity/begin-totp.server";
import { changePassword } from "../identity/change-password.server";
import { confirmTotp } from "../identity/confirm-totp.server";
import { disableTotp } from "../identity/disable-totp.server";
import { revokeSessions } from "../identity/sign-out.server";
import type { AccountContext } from "./account-context.server";
import { answerForm } from "./answer-form.server";

/** The forms of /account/security. The recovery codes are the one answer that is shown at once: nothing keeps them. */
export async function answerSecurity(context: AccountContext, request: Request) {
  const { deps, signedIn, caller } = context;
  const form = await readForm(request);
  const field = (name: string) => fieldOf(form, name);
  const back = (text: TextKey<"account">) => redirectWithToast(request, paths.accountSecurity(), { kind: "success", text });

  switch (form.get("intent")) {
    case "password":
      return answerForm(context, { form: "password" }, async () => {
        if (!field("newPassword")) throw new AppError("invalid", [{ path: "newPassword", message: "errors:issue.noPassword" }]);
        await changePassword(deps, signedIn, { currentPassword: field("currentPassword"), newPassword: field("newPassword") }, caller);
        return back("account:password.saved");
      });
    case "begin-two-factor":
      return answerForm(context, { form: "two-factor" }, async () => {
        await beginTotp(deps, signedIn);
        const language = addressedLanguage(new URL(request.url).search);
        const location = inLanguage(`${paths.accountSecurity({ setup: "two-factor" })}#two-factor`, language);
        return new Response(null, { status: 303, headers: { Location: location } });
      });
    case "confirm-two-factor": {
      let codes: string[] = [];
      const refused = await answerForm(context, { form: "two-factor", values: { code: field("code") } }, async () => {
        codes = await confirmTotp(deps, signedIn, field("code"));
        return new Response();
      });
      return refused instanceof Response ? data({ codes }) : refused;
    }
    case "disable-two-factor":
      return answerForm(context, { form: "two-factor" }, async () => {
        await disableTotp(deps, signedIn, field("currentPassword"));
        return back("account:twoFactor.turnedOff");
      });
    case "end-session":
      return answerForm(context, { form: "sessions" }, async () => {
        const id = field("session");
        if (!isUuid(id) || id === signedIn.sessionId) throw new AppError("bad-request");
        await revokeSessions(deps, signedIn, id);
        return back("account:sessions.ended");
      });
    case "end-other-sessions":
      return answerForm(context, { form: "sessions" }, async () => {
        await revokeSessions(deps, signedIn, null);
        return back("account:sessions.othersEnded");
      });
    default:
      throw new AppError("bad-request");
  }
}
