import { redirectWithToast } from "~/lib/http/flash.server";
import { paths } from "~/lib/paths";

/** Redirects to the log-in page after a later step has expired. */
export const stepExpired = (request: Request, returnTo: string): Response =>
  redirectWithToast(request, paths.login(returnTo), {
    kind: "info",
    text: "auth:failure.stepExpired",
  });
