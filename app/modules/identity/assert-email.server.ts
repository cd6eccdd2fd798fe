import { AppError } from "../../lib/errors";
import { normalizeEmail } from "./email-address";

/** @throws AppError("invalid") with an issue at `email`, where it is no address that we could write to */
export function assertEmail(input: string): void {
  if (normalizeEmail(input) === null) throw new AppError("invalid", [{ path: "email", message: "errors:issue.email" }]);
}
