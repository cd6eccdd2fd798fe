import { tooLarge } from "~/lib/errors";
import { formAnswer } from "~/lib/http/form-answer.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { maxMediaSize } from "~/modules/media/storage-limits.server";

/** The answer to forms of a page where only the picture can be too large. */
export const pictureTooLarge = (context: SignedInContext) =>
  formAnswer(context, { form: "picture" }, async () => {
    throw tooLarge(await maxMediaSize(context.deps, "picture"), "picture");
  });
