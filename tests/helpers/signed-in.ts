import { SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import type { Deps } from "../../app/lib/deps";
import type { Role } from "../../app/lib/permissions";
import { hashPassword } from "../../app/modules/identity/password.server";
import { openSession } from "../../app/modules/identity/sessions.server";
import { newUser } from "../../app/modules/identity/users/queries.server";
import { users } from "../../db/schema";
import { createCity } from "../factories/city";
import { emptyEvents } from "./organizers";

export const ORIGIN = "https://rooydad.test";
export const PASSWORD = "a password of the tests";

let count = 0;
let passwordHash: Promise<string> | null = null;

/** A signed-in user's browser. */
export interface Browser {
  id: string;
  email: string;
  sessionId: string;
  /** Its session's, for requests that a test makes itself. */
  token: string | null;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(
    path: string,
    fields: Record<string, string | string[]> | FormData,
    headers?: Record<string, string>,
  ): Promise<Response>;
}

/** Creates an account and signs it in. @param changes differences from a verified, active member */
export async function signInAs(
  deps: Deps,
  role: Role = "user",
  changes: Partial<typeof users.$inferInsert> = {},
): Promise<Browser> {
  passwordHash ??= hashPassword(deps, PASSWORD);
  const id = crypto.randomUUID();
  const email = `${role}-${++count}@rooydad.example`;
  const now = deps.clock.now();
  await deps.db.batch([
    newUser(deps, {
      id,
      email,
      emailVerifiedAt: now,
      displayName: "Nasrin Kamali",
      passwordHash: await passwordHash,
      photoUrl: null,
      preferredLanguage: null,
    }),
    deps.db
      .update(users)
      .set({ role, onboardingCompletedAt: now, ...changes })
      .where(eq(users.id, id)),
  ]);
  return { id, email, ...(await anotherBrowser(deps, id)) };
}

/** Opens another session of the user. */
export async function anotherBrowser(
  deps: Deps,
  userId: string,
  userAgent = "Mozilla/5.0 (X11; Linux x86_64) Firefox/131.0",
) {
  const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
  const ids = { next: () => crypto.randomUUID() };
  const { session, statements } = await openSession(
    { ...deps, random, ids },
    { userId, userAgent, kind: "page" },
  );
  await deps.db.batch([...statements]);
  const cookie = `__Host-rooydad-session=${session.token}`;
  const own = (headers: Record<string, string>) => ({
    Cookie: [cookie, headers.Cookie].filter(Boolean).join("; "),
  });
  return {
    sessionId: session.id,
    token: session.token,
    get: (path: string, headers: Record<string, string> = {}) =>
      SELF.fetch(`${ORIGIN}${path}`, {
        headers: { ...headers, ...own(headers) },
        redirect: "manual",
      }),
    post: (
      path: string,
      fields: Record<string, string | string[]> | FormData,
      headers: Record<string, string> = {},
    ) =>
      SELF.fetch(`${ORIGIN}${path}`, {
        method: "POST",
        headers: { Origin: ORIGIN, ...headers, ...own(headers) },
        body:
          fields instanceof FormData
            ? fields
            : new URLSearchParams(
                Object.entries(fields).flatMap(([name, value]) =>
                  [value].flat().map((item) => [name, item]),
                ),
              ),
        redirect: "manual",
      }),
  };
}

/**
 * Tehran without events, and a moderator in a browser. The Worker caches cities for seconds, so the
 * city's id is fixed.
 */
export async function moderatorOfTehran(deps: Deps): Promise<{ sara: Browser; cityId: string }> {
  await emptyEvents(deps);
  const { id: cityId } = await createCity(deps.db, {
    id: "019b0000-0000-7000-d000-000000000001",
    slug: "tehran",
    nameEn: "Tehran",
  });
  return { sara: await signInAs(deps, "moderator", { displayName: "Sara" }), cityId };
}
