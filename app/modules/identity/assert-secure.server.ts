import { AppError } from "../../lib/errors";
import { isSecureEnough } from "./sessions.server";

/** Rejects actions with secrets over an insecure connection. @throws forbidden */
export function assertSecure(request: Request): void {
  if (!isSecureEnough(request)) throw new AppError("forbidden");
}
