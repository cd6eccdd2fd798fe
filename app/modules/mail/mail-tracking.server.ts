import { and, eq, isNull } from "drizzle-orm";
import { mails } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { safePath } from "../../lib/http/safe-path";
import { isSameHash } from "../../lib/http/same-hash.server";
import { paths } from "../../lib/paths";

const openSignature = (vault: Deps["vault"], id: string) => vault.fingerprint(`mail-opened ${id}`);
const clickSignature = (vault: Deps["vault"], id: string, to: string) =>
  vault.fingerprint(`mail-clicked ${id} ${to}`);

/** URL of the picture that records that a mail was opened, if its recipient allows that. */
export async function pixelUrl(
  { vault, siteUrl }: Pick<Deps, "vault" | "siteUrl">,
  mailId: string,
): Promise<string> {
  return siteUrl + paths.mailOpened(mailId, await openSignature(vault, mailId));
}

/** A path of the product behind a link that counts. */
export async function countedUrl(
  { vault, siteUrl }: Pick<Deps, "vault" | "siteUrl">,
  mailId: string,
  to: string,
): Promise<string> {
  return siteUrl + paths.mailClicked(mailId, to, await clickSignature(vault, mailId, to));
}

/** Records the first opening of a mail. Ignores unsigned and uncounted mails. */
export async function countOpen(
  { db, vault, clock }: Pick<Deps, "db" | "vault" | "clock">,
  id: string,
  token: string,
): Promise<void> {
  if (!isSameHash(token, await openSignature(vault, id))) return;
  await db
    .update(mails)
    .set({ openedAt: clock.now() })
    .where(and(eq(mails.id, id), eq(mails.isTracked, true), isNull(mails.openedAt)));
}

/**
 * Records the first click of a mail's link. @param counts whether a person follows it
 * @returns the target path; null for invalid links
 */
export async function countClick(
  { db, vault, clock }: Pick<Deps, "db" | "vault" | "clock">,
  { id, to, token, counts }: { id: string; to: string; token: string; counts: boolean },
): Promise<string | null> {
  if (!isSameHash(token, await clickSignature(vault, id, to))) return null;
  const path = safePath(to);
  if (path === null) return null;
  if (counts)
    await db
      .update(mails)
      .set({ clickedAt: clock.now() })
      .where(and(eq(mails.id, id), eq(mails.isTracked, true), isNull(mails.clickedAt)));
  return path;
}
