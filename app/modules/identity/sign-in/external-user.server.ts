import { and, eq } from "drizzle-orm";
import { externalIdentities, users } from "../../../../db/schema";
import type { Locale } from "../../../i18n/locale";
import type { Deps, IdentityClaims } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { auditEntry } from "../../audit/audit-entry.server";
import { remotePictureStatement } from "../../media/remote-pictures.server";
import { settingsOf } from "../../settings/platform-settings.server";
import { normalizeEmail } from "../email-address";
import { firstProof } from "../first-proof.server";
import { DISPLAY_NAME_MAX } from "../schema";
import type { UserRow } from "../users/queries.server";
import { findUserByEmail, getUserOrThrow, isEmailTaken, newUser } from "../users/queries.server";

type Provider = "firebase" | "google";

export interface ExternalClaims
  extends Pick<IdentityClaims, "subject" | "email" | "isEmailVerified" | "name" | "pictureUrl"> {
  provider: Provider;
  /** When the token was issued, UTC epoch ms; absent for a sign-in that leaves no token. */
  issuedAt?: number;
}

/**
 * The user of a Firebase token, existing or new. Our sign-up form asked for age and terms.
 * @throws forbidden for a new user while registration is off
 */
export async function userOfClaims(
  deps: Deps,
  claims: IdentityClaims,
  locale: Locale,
): Promise<UserRow | null> {
  if (claims.issuer === "embedded") return null;
  const external = { ...claims, provider: "firebase" as const };
  return (await findExternalUser(deps, external)) ?? createExternalUser(deps, external, locale);
}

async function findLinked(
  { db }: Deps,
  { provider, subject }: ExternalClaims,
): Promise<UserRow | null> {
  const row = await db
    .select({ user: users })
    .from(externalIdentities)
    .innerJoin(users, eq(users.id, externalIdentities.userId))
    .where(and(eq(externalIdentities.provider, provider), eq(externalIdentities.subject, subject)))
    .get();
  return row?.user ?? null;
}

/**
 * The user of an external account: by its subject, else by a verified address; null if there is
 * none. An address counts only if the provider verified it. If it was not proved here, the account
 * may be a stranger's, so all other access is removed.
 * @throws unauthorized if the provider did not verify the address of an existing user
 */
export async function findExternalUser(
  deps: Deps,
  claims: ExternalClaims,
): Promise<UserRow | null> {
  const linked = await findLinked(deps, claims);
  if (linked) return refreshVerification(deps, linked, claims);
  const email = emailOf(claims);
  const known = email === null ? null : await findUserByEmail(deps, email);
  if (!known) return null;
  if (!claims.isEmailVerified) throw new AppError("unauthorized");
  const isForeign = known.emailProvedAt === null;
  await deps.db.batch([
    auditEntry(deps, {
      actorId: known.id,
      action: "user.linked",
      entity: "user",
      entityId: known.id,
      metadata: { provider: claims.provider },
    }),
    // Before the new link: it removes earlier ones too.
    ...(isForeign ? provedBy(deps, known.id, claims) : []),
    linkTo(deps, claims, known.id),
  ]);
  if (isForeign) deps.later(deps.rooms.signedOut(known.id, null));
  return getUserOrThrow(deps, known.id);
}

/**
 * Creates a user with an external account. The caller has checked age and terms. @throws forbidden
 * while registration is off
 */
export async function createExternalUser(
  deps: Deps,
  claims: ExternalClaims,
  locale: Locale,
): Promise<UserRow> {
  const { features, branding } = await settingsOf(deps);
  if (!features.enableUserRegistration) throw new AppError("forbidden");
  const id = deps.ids.next();
  const now = deps.clock.now();
  const email = emailOf(claims);
  const displayName = (
    claims.name?.replace(/\s+/g, " ").trim() ||
    email?.split("@")[0] ||
    branding.companyName[locale]
  ).slice(0, DISPLAY_NAME_MAX);
  const picture = pictureOf(claims);
  const emailVerifiedAt = claims.isEmailVerified && email !== null ? now : null;
  try {
    await deps.db.batch([
      newUser(deps, {
        id,
        email,
        emailVerifiedAt,
        displayName,
        passwordHash: null,
        photoUrl: null,
        preferredLanguage: locale,
      }),
      linkTo(deps, claims, id),
      ...(picture === null
        ? []
        : [
            remotePictureStatement(deps, { kind: "user", entityId: id, url: picture, ownerId: id }),
          ]),
      auditEntry(deps, {
        actorId: id,
        action: "user.signed-up",
        entity: "user",
        entityId: id,
        metadata: { provider: claims.provider },
      }),
    ]);
  } catch (error) {
    // A concurrent request created the account.
    const other = await findLinked(deps, claims);
    if (other) return other;
    if (isEmailTaken(error)) throw new AppError("conflict");
    throw error;
  }
  return getUserOrThrow(deps, id);
}

const emailOf = ({ email }: ExternalClaims): string | null =>
  email === null ? null : normalizeEmail(email);

/** Statement that links an external account to a user. */
const linkTo = (deps: Deps, claims: ExternalClaims, userId: string) =>
  deps.db.insert(externalIdentities).values({
    provider: claims.provider,
    subject: claims.subject,
    userId,
    email: emailOf(claims),
    pictureUrl: pictureOf(claims),
    createdAt: deps.clock.now(),
  });

/**
 * Marks the address of a linked account as proved once its provider says so. The provider's link
 * does not tell which browser signed up, so only the linked account itself stays.
 */
async function refreshVerification(
  deps: Deps,
  user: UserRow,
  claims: ExternalClaims,
): Promise<UserRow> {
  const isNewlyVerified =
    claims.isEmailVerified &&
    user.emailProvedAt === null &&
    claims.email !== null &&
    normalizeEmail(claims.email) === user.email;
  if (!isNewlyVerified) return user;
  await deps.db.batch([...provedBy(deps, user.id, claims), linkTo(deps, claims, user.id)]);
  deps.later(deps.rooms.signedOut(user.id, null));
  return getUserOrThrow(deps, user.id);
}

/** Statements of the first proof by a provider. Its own token stays valid, older ones do not. */
const provedBy = (deps: Deps, userId: string, { issuedAt }: ExternalClaims) =>
  [
    ...firstProof(deps, userId, false),
    ...(issuedAt === undefined
      ? []
      : [deps.db.update(users).set({ tokensValidFrom: issuedAt }).where(eq(users.id, userId))]),
  ] as const;

const pictureOf = ({ pictureUrl }: ExternalClaims): string | null =>
  pictureUrl?.startsWith("https://") && pictureUrl.length <= 1_000 ? pictureUrl : null;
