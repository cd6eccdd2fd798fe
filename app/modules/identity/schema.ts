import * as v from "valibot";
import { isVisible } from "../../lib/text/clean-text";

const Email = v.pipe(v.string(), v.maxLength(300));
/** The policy rejects long passwords with a message; this bounds the input. */
const Password = v.pipe(v.string(), v.minLength(1), v.maxLength(20_000));

export const DISPLAY_NAME_MAX = 80;
/** A display name: any script, not blank (product.md §5), no control or direction characters. */
export const DisplayName = v.pipe(
  v.string(),
  v.transform((text) => text.normalize("NFC").replace(/\s+/g, " ").trim()),
  v.check(isVisible, "errors:issue.name"),
  v.maxLength(DISPLAY_NAME_MAX, "errors:issue.nameLong"),
  v.check((text) => !/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(text), "errors:issue.controls"),
);

/** Body of POST /identity/sign-up (decisions.md §12). */
export const SignUp = v.object({
  email: Email,
  password: Password,
  displayName: DisplayName,
  isAdult16: v.literal(true, "errors:issue.age"),
  acceptsTerms: v.literal(true, "errors:issue.terms"),
});
export type SignUp = v.InferOutput<typeof SignUp>;

/** Body of POST /identity/sign-in. `code` is an authenticator or recovery code. */
export const SignIn = v.object({
  email: Email,
  password: Password,
  code: v.optional(v.pipe(v.string(), v.maxLength(40))),
});
export type SignIn = v.InferOutput<typeof SignIn>;

/** Body of POST /auth/login (product.md §7). */
export const TokenExchange = v.object({
  firebaseToken: v.pipe(v.string(), v.minLength(1), v.maxLength(8_192)),
});
