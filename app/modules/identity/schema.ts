import * as v from "valibot";
import { isVisible } from "../../lib/text/visible-text";

const Email = v.pipe(v.string(), v.maxLength(300));
/** Longer ones are refused by the policy with a message; beyond this nobody typed it. */
const Password = v.pipe(v.string(), v.minLength(1), v.maxLength(20_000));

export const DISPLAY_NAME_MAX = 80;
/** A name: letters of any script, never blank (product.md §5), no controls or marks that turn the text round. */
export const DisplayName = v.pipe(
  v.string(),
  v.transform((text) => text.normalize("NFC").replace(/\s+/g, " ").trim()),
  v.check(isVisible, "errors:issue.name"),
  v.maxLength(DISPLAY_NAME_MAX, "errors:issue.nameLong"),
  v.check((text) => !/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(text), "errors:issue.controls"),
);

/** POST /identity/sign-up (decisions.md §12). */
export const SignUp = v.object({
  email: Email,
  password: Password,
  displayName: DisplayName,
  isAdult16: v.literal(true, "errors:issue.age"),
  acceptsTerms: v.literal(true, "errors:issue.terms"),
});
export type SignUp = v.InferOutput<typeof SignUp>;

/** POST /identity/sign-in. `code` is the authenticator's or a recovery code, where the account asks for one. */
export const SignIn = v.object({ email: Email, password: Password, code: v.optional(v.pipe(v.string(), v.maxLength(40))) });
export type SignIn = v.InferOutput<typeof SignIn>;

/** POST /auth/login (product.md §7). */
export const TokenExchange = v.object({ firebaseToken: v.pipe(v.string(), v.minLength(1), v.maxLength(8_192)) });
