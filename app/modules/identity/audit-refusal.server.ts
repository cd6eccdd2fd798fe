import { HOUR } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type AuditRecord, auditEntry } from "../audit/audit-entry.server";
import { countAttempt } from "./attempts.server";
import { networkOf } from "./network";

/** Entries that one network's refusals make in an hour: a flood says no more than its beginning. */
const PER_NETWORK = 20;

/**
 * Records what was refused to somebody who is not signed in: a forged token, a planted callback. Anybody can cause
 * such an entry, so a network causes so many an hour.
 * @param address of whoever was refused; kept as a fingerprint alone
 */
export async function auditRefusal(deps: Deps, address: string, record: Omit<AuditRecord, "actorId" | "severity">): Promise<void> {
  try {
    await countAttempt(deps, [{ name: `refused ${networkOf(address)}`, limit: PER_NETWORK }], HOUR);
  } catch (error) {
    if (error instanceof AppError && error.code === "too-many-requests") return;
    throw error;
  }
  await auditEntry(deps, { ...record, actorId: null, severity: "warning" });
}
