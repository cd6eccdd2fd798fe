import { eq } from "drizzle-orm";
import { recoveryCodes, users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { Actor } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { getUserOrThrow } from "../users/queries.server";
import { createRecoveryCodes } from "./recovery-codes.server";
import { hashToken } from "./secret-token.server";
import { closeSessions } from "./sessions.server";
import { countCode, matchingStep, normalizeCode, wrongCode } from "./totp.server";

/**
 * Turns the second factor on, once a code shows that the app works. Other sessions end.
 * @returns the recovery codes, which are shown this once
 * @throws AppError("invalid") with an issue at `code`
 */
export async function confirmTotp(deps: Deps, actor: Actor, code: string): Promise<string[]> {
  const user = await getUserOrThrow(deps, actor.id);
  if (user.totpSecret === null || user.totpEnabledAt !== null) throw new AppError("conflict");
  const attempt = await countCode(deps, user);
  const step = await matchingStep(deps, user, code);
  if (step === null) throw wrongCode();
  const codes = createRecoveryCodes(deps.random);
  const hashes = await Promise.all(codes.map((text) => hashToken(normalizeCode(text))));
  await deps.db.batch([
    deps.db.update(users).set({ totpEnabledAt: deps.clock.now(), totpLastStep: step }).where(eq(users.id, user.id)),
    deps.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id)),
    ...hashes.map((codeHash) => deps.db.insert(recoveryCodes).values({ userId: user.id, codeHash })),
    ...closeSessions(deps, user.id, actor.sessionId),
    auditEntry(deps, { actorId: actor.id, action: "user.two-factor-on", entity: "user", entityId: user.id, sessionId: actor.sessionId }),
  ]);
  await attempt.takeBack();
  // The room asks which sessions go on, so the present one's sockets stay.
  deps.later(deps.rooms.signedOut(user.id, null));
  return codes;
}
