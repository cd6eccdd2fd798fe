import { HOUR } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { isRefusal } from "../../lib/errors";
import { type AuditRecord, auditEntry } from "../audit/audit-entry.server";
import { networkOf } from "./network";
import { countAttempt } from "./sign-in/attempts.server";

/** Maximum entries per network and hour. */
const PER_NETWORK = 20;

/**
 * Records a refused anonymous request (forged token, planted callback) in the audit log. Anyone can
 * cause these, so they are limited per network.
 * @param address IP address of the caller; stored as a fingerprint only
 */
export async function auditRefusal(
  deps: Deps,
  address: string,
  record: Omit<AuditRecord, "actorId" | "severity">,
): Promise<void> {
  try {
    await countAttempt(deps, [{ name: `refused ${networkOf(address)}`, limit: PER_NETWORK }], HOUR);
  } catch (error) {
    if (isRefusal(error, "too-many-requests")) return;
    throw error;
  }
  await auditEntry(deps, { ...record, actorId: null, severity: "warning" });
}
