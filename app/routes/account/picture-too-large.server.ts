import { AppError } from "~/lib/errors";
import { formAnswer } from "~/lib/http/form-answer.server";
import type { SignedInContext } from "~/lib/http/request-context";

/** The answer to forms of a page where only the picture can be too large. */
export const pictureTooLarge = (context: SignedInContext) =>
  formAnswer(context, { form: "picture" }, async () => {
    throw new AppError("too-large", [{ path: "picture", message: "errors:issue.pictureSize" }]);
  });
