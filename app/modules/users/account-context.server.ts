import type { Reader } from "../../lib/dates/dates.server";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { SeoDefaults } from "../../lib/pages/views";
import type { SignedIn } from "../identity/sessions.server";
import type { Caller } from "../identity/sign-up.server";

/** Request context of the account pages. */
export interface AccountContext extends Reader {
  deps: Deps;
  signedIn: SignedIn;
  caller: Caller;
  origin: string;
  seo: SeoDefaults;
  requestId: string;
  timeZone: string | null;
}

/** Narrows the context to a signed-in account. @throws unauthorized if not signed in */
export function requireAccount<C extends { signedIn: SignedIn | null }>(context: C): C & { signedIn: SignedIn } {
  const { signedIn } = context;
  if (!signedIn) throw new AppError("unauthorized");
  return { ...context, signedIn };
}
