import { AppError } from "../../lib/errors";
import { isSecureEnough } from "./session-cookies.server";

/** For every action that takes a secret: over a connection that others can read, none is taken. @throws AppError("forbidden") */
export function assertSecure(request: Request): void {
  if (!isSecureEnough(request)) throw new AppError("forbidden");
}
