import { AppError } from "../../lib/errors";
import { normalizeEmail } from "./email-address";

/** @throws invalid with an issue at `email` for a malformed address */
export function assertEmail(input: string): void {
  if (normalizeEmail(input) === null)
    throw new AppError("invalid", [{ path: "email", message: "errors:issue.email" }]);
}
