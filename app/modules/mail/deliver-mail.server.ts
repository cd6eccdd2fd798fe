import { and, asc, eq, inArray, lt, lte, or, sql } from "drizzle-orm";
import { mails } from "../../../db/schema";
import { type Deps, MailRefused } from "../../lib/deps";
import { describeError, log } from "../../lib/log";

const MINUTE = 60_000;
/** Waits between attempts, ms; after the last one the mail is dead. */
const WAITS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * 60 * MINUTE, 12 * 60 * MINUTE];
/** How long a sender may take before another one tries, ms. */
const CLAIM = 2 * MINUTE;
/** Mails of one sweep. */
const SWEEP = 50;
const ERROR_LENGTH = 300;

type DeliveryDeps = Pick<Deps, "db" | "clock" | "mail">;

/**
 * Sends a mail of the outbox, if it is due and nobody else is at it. A sender that dies leaves its claim, which ends;
 * only then a mail can go out twice, and its Message-ID is the same.
 * @returns what has become of it; `skipped` where there was nothing to do
 */
export async function deliverMail({ db, clock, mail }: DeliveryDeps, id: string): Promise<"sent" | "retried" | "dead" | "skipped"> {
  const now = clock.now();
  const claimed = await db
    .update(mails)
    .set({ status: "sending", dueAt: now + CLAIM, attempts: sql`${mails.attempts} + 1` })
    .where(and(eq(mails.id, id), inArray(mails.status, ["pending", "sending"]), lte(mails.dueAt, now)))
    .returning()
    .get();
  if (!claimed) return "skipped";
  const { toAddress: to, subject, text, html, attempts, isSecret, dueAt } = claimed;
  // What is over is for its reader alone, or for nobody: where mail really leaves, links that let somebody in are not kept.
  const emptied = isSecret && mail.keeps === "nothing secret" ? { text: "", html: "" } : {};
  // While the claim is still ours: a slow sender that fails must not bring back what another one has sent since.
  const ours = and(eq(mails.id, id), eq(mails.status, "sending"), eq(mails.dueAt, dueAt));
  if (attempts > WAITS.length + 1) {
    // Its senders died again and again, perhaps of this very mail.
    log("error", "mail.dead", { id, kind: claimed.kind, error: claimed.lastError });
    await db
      .update(mails)
      .set({ status: "dead", ...emptied })
      .where(ours);
    return "dead";
  }
  try {
    await mail.send({ id, to, subject, text, html });
  } catch (error) {
    const isRefused = error instanceof MailRefused;
    const wait = isRefused ? undefined : WAITS[attempts - 1];
    const lastError = String(describeError(error).error).slice(0, ERROR_LENGTH);
    log(wait === undefined ? "error" : "warn", wait === undefined ? "mail.dead" : "mail.retried", {
      id,
      kind: claimed.kind,
      error: lastError,
    });
    await db
      .update(mails)
      .set({
        lastError,
        ...(wait === undefined ? { status: "dead" as const, ...emptied } : { status: "pending" as const, dueAt: clock.now() + wait }),
      })
      .where(ours);
    return wait === undefined ? "dead" : "retried";
  }
  await db
    .update(mails)
    .set({
      status: "sent",
      lastError: null,
      sentAt: clock.now(),
      ...emptied,
    })
    .where(eq(mails.id, id));
  return "sent";
}

/** Sends what the queue has not: mails that are due, and those whose sender died. */
export async function sweepMails(deps: DeliveryDeps): Promise<{ sent: number; failed: number }> {
  const due = await deps.db
    .select({ id: mails.id })
    .from(mails)
    .where(and(or(eq(mails.status, "pending"), eq(mails.status, "sending")), lte(mails.dueAt, deps.clock.now())))
    .orderBy(asc(mails.dueAt))
    .limit(SWEEP);
  let sent = 0;
  for (const { id } of due) if ((await deliverMail(deps, id)) === "sent") sent += 1;
  return { sent, failed: due.length - sent };
}

/** How long the outbox keeps what has been sent or has failed for good, ms. */
const KEPT = 90 * 24 * 60 * MINUTE;

/** Deletes old mails, whatever has become of them. */
export async function forgetMails({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  await db.delete(mails).where(lt(mails.createdAt, clock.now() - KEPT));
}
