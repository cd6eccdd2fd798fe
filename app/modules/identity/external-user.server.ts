import { and, eq } from "drizzle-orm";
import { externalIdentities, users } from "../../../db/schema";
import type { Deps, IdentityClaims } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { Locale } from "../../lib/locale";
import { auditEntry } from "../audit/audit-entry.server";
import { settingsOf } from "../settings/platform-settings.server";
import { isEmailTaken, newUser } from "../users/new-user.server";
import { findUserByEmail, getUserOrThrow } from "../users/queries.server";
import type { UserRow } from "../users/user-json.server";
import { foreignAccessCleared } from "./clear-foreign-access.server";
import { normalizeEmail } from "./email-address";
import { DISPLAY_NAME_MAX } from "./schema";

type Provider = "firebase" | "google";

export interface ExternalClaims extends Pick<IdentityClaims, "subject" | "email" | "isEmailVerified" | "name" | "pictureUrl"> {
  provider: Provider;
}

/** @throws AppError("forbidden") where the person is new and registration is off */
export async function userOfClaims(deps: Deps, claims: IdentityClaims, locale: Locale): Promise<UserRow | null> {
  if (claims.issuer === "embedded") return null;
  return findOrCreateUser(deps, { ...claims, provider: "firebase" }, locale);
}

async function findLinked({ db }: Deps, { provider, subject }: ExternalClaims): Promise<UserRow | null> {
  const row = await db
    .select({ user: users })
    .from(externalIdentities)
    .innerJoin(users, eq(users.id, externalIdentities.userId))
    .where(and(eq(externalIdentities.provider, provider), eq(externalIdentities.subject, subject)))
    .get();
  return row?.user ?? null;
}

/**
 * The person behind an account elsewhere: known by its subject, else by a verified address, else new.
 * An address is believed only where the provider has verified it. Where we had not, whoever signed up with it here may
 * have been somebody else: every way in of theirs goes.
 * @throws AppError("forbidden") where the person is new and registration is off; AppError("unauthorized") where the
 * address of somebody known here is not verified there
 */
export async function findOrCreateUser(deps: Deps, claims: ExternalClaims, locale: Locale): Promise<UserRow> {
  const linked = await findLinked(deps, claims);
  if (linked) return refreshVerification(deps, linked, claims);
  const email = claims.email === null ? null : normalizeEmail(claims.email);
  const known = email === null ? null : await findUserByEmail(deps, email);
  const now = deps.clock.now();
  const link = (userId: string) =>
    deps.db
      .insert(externalIdentities)
      .values({ provider: claims.provider, subject: claims.subject, userId, email, pictureUrl: pictureOf(claims), createdAt: now });
  if (known) {
    if (!claims.isEmailVerified) throw new AppError("unauthorized");
    const isForeign = known.emailVerifiedAt === null;
    await deps.db.batch([
      auditEntry(deps, {
        actorId: known.id,
        action: "user.linked",
        entity: "user",
        entityId: known.id,
        metadata: { provider: claims.provider },
      }),
      // Before the link: what was linked earlier goes too.
      ...(isForeign
        ? [
            ...foreignAccessCleared(deps, known.id),
            deps.db.update(users).set({ emailVerifiedAt: now, updatedAt: now }).where(eq(users.id, known.id)),
          ]
        : []),
      link(known.id),
    ]);
    if (isForeign) deps.later(deps.rooms.signedOut(known.id, null));
    return getUserOrThrow(deps, known.id);
  }
  if (!(await settingsOf(deps)).features.enableUserRegistration) throw new AppError("forbidden");
  const id = deps.ids.next();
  const displayName = (claims.name?.replace(/\s+/g, " ").trim() || email?.split("@")[0] || "Rooydad").slice(0, DISPLAY_NAME_MAX);
  const emailVerifiedAt = claims.isEmailVerified && email !== null ? now : null;
  try {
    await deps.db.batch([
      newUser(deps, {
        id,
        email,
        emailVerifiedAt,
        displayName,
        passwordHash: null,
        photoUrl: pictureOf(claims),
        preferredLanguage: locale,
      }),
      link(id),
      auditEntry(deps, { actorId: id, action: "user.signed-up", entity: "user", entityId: id, metadata: { provider: claims.provider } }),
    ]);
  } catch (error) {
    // Two at once: the other one has made the account.
    const other = await findLinked(deps, claims);
    if (other) return other;
    if (isEmailTaken(error)) throw new AppError("conflict");
    throw error;
  }
  return getUserOrThrow(deps, id);
}

async function refreshVerification(deps: Deps, user: UserRow, claims: ExternalClaims): Promise<UserRow> {
  const isNews =
    claims.isEmailVerified && user.emailVerifiedAt === null && claims.email !== null && normalizeEmail(claims.email) === user.email;
  if (!isNews) return user;
  await deps.db.update(users).set({ emailVerifiedAt: deps.clock.now() }).where(eq(users.id, user.id));
  return getUserOrThrow(deps, user.id);
}

const pictureOf = ({ pictureUrl }: ExternalClaims): string | null =>
  pictureUrl?.startsWith("https://") && pictureUrl.length <= 1_000 ? pictureUrl : null;
