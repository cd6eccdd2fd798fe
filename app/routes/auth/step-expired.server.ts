import { redirectWithToast } from "~/lib/http/flash.server";
import { paths } from "~/lib/paths";

/** Back to the login, for whoever has taken too long over a later step of it. */
export const stepExpired = (request: Request, returnTo: string): Response =>
  redirectWithToast(request, paths.login(returnTo), { kind: "info", text: "auth:failure.stepExpired" });
