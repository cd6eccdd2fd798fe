import type { Context } from "hono";
import { AppError } from "../../../app/lib/errors";
import type { SignedIn } from "../../../app/lib/http/request-context";
import type { AppEnv } from "../../context";

/**
 * The signed-in caller of an operation with `needs`, which has checked the one permission that the
 * operation takes: asking for another here would refuse keys of the right scope.
 */
export function actorOf(c: Context<AppEnv>): SignedIn {
  const { signedIn } = c.var.info;
  if (signedIn === null) throw new AppError("unauthorized");
  return signedIn;
}
