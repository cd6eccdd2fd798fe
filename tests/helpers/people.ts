import { and, eq, getTableColumns } from "drizzle-orm";
import type { Deps } from "../../app/lib/deps";
import { AppError } from "../../app/lib/errors";
import type { Caller, SignedIn } from "../../app/lib/http/request-context";
import type { Role } from "../../app/lib/permissions";
import { wholeMetadata } from "../../app/modules/audit/audit-entry.server";
import { hashPassword } from "../../app/modules/identity/password.server";
import { findSignedIn, openSession } from "../../app/modules/identity/sessions.server";
import { newUser } from "../../app/modules/identity/users/queries.server";
import { auditEntries, mails, users } from "../../db/schema";
import { emptyDatabase } from "./empty-database";

export const ORIGIN = "https://rooydad.test";
/** A caller with a new browser. */
export const CALLER: Caller = {
  locale: "en",
  origin: ORIGIN,
  address: "203.0.113.7",
  userAgent: "A browser",
  device: null,
};
/** A caller in another network. */
export const ELSEWHERE: Caller = {
  ...CALLER,
  address: "198.51.100.9",
  userAgent: "Another browser",
};
export const PASSWORD = "a long quiet evening";
export const OTHER_PASSWORD = "a short loud morning";
export const SARA = {
  email: "sara@example.com",
  password: PASSWORD,
  displayName: "Sara",
  isAdult16: true as const,
  acceptsTerms: true as const,
};

/** Deletes all rows, which restores the default settings. */
export const emptyPeople: (deps: Pick<Deps, "db">) => Promise<void> = emptyDatabase;

let stored: string | null = null;

/** Cached, since hashing is slow and most tests need one hash. */
const storedPassword = async (deps: Deps): Promise<string> => {
  stored ??= await hashPassword(deps, PASSWORD);
  return stored;
};

interface NewPerson {
  email?: string;
  displayName?: string;
  role?: Role;
  isVerified?: boolean;
  hasPassword?: boolean;
}

/** Inserts a user with the password PASSWORD, verified by default. */
export async function addPerson(
  deps: Deps,
  {
    email = SARA.email,
    displayName = "Sara",
    role = "user",
    isVerified = true,
    hasPassword = true,
  }: NewPerson = {},
): Promise<string> {
  const id = deps.ids.next();
  const passwordHash = hasPassword ? await storedPassword(deps) : null;
  await newUser(deps, {
    id,
    email,
    emailVerifiedAt: isVerified ? deps.clock.now() : null,
    displayName,
    passwordHash,
    photoUrl: null,
    preferredLanguage: "en",
  });
  if (role !== "user") await deps.db.update(users).set({ role }).where(eq(users.id, id));
  return id;
}

/** Opens a page session of a user; returns its actor and cookie secret. */
export async function addSession(
  deps: Deps,
  userId: string,
): Promise<{ actor: SignedIn; token: string }> {
  const { session, statements } = await openSession(deps, {
    userId,
    userAgent: "A browser",
    kind: "page",
  });
  await deps.db.batch([...statements]);
  const actor = await findSignedIn(deps, session.token);
  if (!actor || !session.token) throw new Error("The session did not open.");
  return { actor, token: session.token };
}

/** Inserts a user with a session. */
export async function addSignedIn(deps: Deps, person: NewPerson = {}) {
  const id = await addPerson(deps, person);
  return { id, ...(await addSession(deps, id)) };
}

export async function personOf({ db }: Deps, id: string) {
  const user = await db.select().from(users).where(eq(users.id, id)).get();
  if (!user) throw new Error("There is no such person.");
  return user;
}

/** All mails of a kind, oldest first. */
export const mailsOf = ({ db }: Deps, kind: string) =>
  db.select().from(mails).where(eq(mails.kind, kind)).orderBy(mails.id);

/** Tokens of the links in all mails of a kind, oldest first. */
export async function linksIn(deps: Deps, kind: string): Promise<string[]> {
  return (await mailsOf(deps, kind)).flatMap(({ text }) => {
    const token = new URL(
      /https:\S+/.exec(text ?? "")?.[0] ?? "https://none.test",
    ).searchParams.get("token");
    return token ? [token] : [];
  });
}

/** Token of the link in the latest mail of a kind. */
export async function linkIn(deps: Deps, kind: string): Promise<string> {
  const token = (await linksIn(deps, kind)).at(-1);
  if (!token) throw new Error(`There is no ${kind} mail with a link.`);
  return token;
}

/** Audit entries about a user by action. */
export const entriesOf = ({ db }: Deps, action: string, entityId: string) =>
  db
    .select({ ...getTableColumns(auditEntries), metadata: wholeMetadata })
    .from(auditEntries)
    .where(and(eq(auditEntries.action, action), eq(auditEntries.entityId, entityId)));

/** The error of work that must fail. */
export async function failureOf(work: Promise<unknown>): Promise<AppError> {
  const outcome = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (outcome instanceof AppError) return outcome;
  throw outcome ?? new Error("It did not fail.");
}

/** Issues of a refusal by field. */
export const issuesOf = async (work: Promise<unknown>): Promise<Record<string, string>> => {
  const failure = await failureOf(work);
  if (failure.code !== "invalid") throw failure;
  return Object.fromEntries(failure.issues.map(({ path, message }) => [path, message]));
};
