import type { TextKey } from "~/i18n/translate";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { formAnswer } from "~/lib/http/form-answer.server";
import { parseInput } from "~/lib/http/parse-input";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { paths } from "~/lib/paths";
import { ROLES } from "~/lib/permissions";
import { removeUser } from "~/modules/identity/users/remove-users.server";
import {
  changeRole,
  deactivateUser,
  endUserSessions,
  reactivateUser,
  UserUpdate,
  updateUser,
} from "~/modules/identity/users/user-commands.server";

/** Actions of a user's page: role, state, profile, sessions and deletion. */
export async function userAction(context: RequestContext, request: Request, id: string) {
  const { deps, signedIn } = context;
  const form = await readForm(request);
  const done = (text: TextKey<"admin-users">) =>
    redirectWithToast(request, paths.adminUser(id), { kind: "success", text });
  const failed = "admin-users:failed.account" as const;
  switch (form.get("intent")) {
    case "change-role": {
      const typed = fieldOf(form, "role");
      return formAnswer(
        context,
        { form: "role", values: { role: typed }, failed: "admin-users:failed.role" },
        async () => {
          const role = ROLES.find((known) => known === typed);
          if (!role)
            throw new AppError("invalid", [{ path: "role", message: "errors:issue.role" }]);
          await changeRole(deps, signedIn, id, role);
          return done("admin-users:done.role");
        },
      );
    }
    case "deactivate":
      return formAnswer(context, { form: "account", failed }, async () => {
        await deactivateUser(deps, signedIn, id);
        return done("admin-users:done.deactivated");
      });
    case "reactivate":
      return formAnswer(context, { form: "account", failed }, async () => {
        await reactivateUser(deps, signedIn, id);
        return done("admin-users:done.reactivated");
      });
    case "delete":
      return formAnswer(context, { form: "account", failed }, async () => {
        await removeUser(deps, signedIn, id);
        return done("admin-users:done.deleted");
      });
    case "end-sessions":
      return formAnswer(context, { form: "account", failed }, async () => {
        await endUserSessions(deps, signedIn, id);
        return done("admin-users:done.sessions");
      });
    case "correct": {
      const displayName = fieldOf(form, "displayName");
      return formAnswer(
        context,
        { form: "profile", values: { displayName }, failed: "admin-users:failed.profile" },
        async () => {
          const update = parseInput(UserUpdate, {
            displayName,
            ...(form.get("removePicture") === "1" && { photoURL: null }),
          });
          await updateUser(deps, signedIn, id, update);
          return done("admin-users:done.profile");
        },
      );
    }
    default:
      throw new AppError("bad-request");
  }
}
