import process from "node:process";
import { parseArgs } from "node:util";
import { type ChainHead, verifyAuditChain } from "../app/modules/audit/audit-chain.server";
import { withDatabase } from "./open-database";

/**
 * Reports whether the audit log is unchanged: every change and every gap, and the end of the
 * chain. npm run audit:verify -- [--head SEQUENCE:HASH] [--persist-to DIR | --remote] `--head`: an
 * end that was noted earlier, e.g. from the log line `audit.sealed`; a tail that was cut off shows
 * only so.
 */
const { values } = parseArgs({
  options: {
    head: { type: "string" },
    "persist-to": { type: "string" },
    remote: { type: "boolean" },
  },
});

function readHead(text: string): ChainHead {
  const [, sequence, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (sequence && hash) return { sequence: Number(sequence), hash };
  console.error("--head is a sequence and a hash, such as 120:4f…");
  process.exit(2);
}

const KINDS = {
  missing: "is missing",
  changed: "is not what was sealed",
  emptied: "has lost what it tells of a person whose account is there",
  unlinked: "does not carry the hash of the one before",
} as const;

const expected = values.head === undefined ? null : readHead(values.head);
const report = await withDatabase(values, (db) => verifyAuditChain({ db }, expected));
for (const { sequence, id, kind } of report.faults)
  console.error(`✗ entry ${sequence}${id ? ` (${id})` : ""} ${KINDS[kind]}`);
console.log(
  `${report.checked} entries checked, ${report.unsealed} not sealed yet, ${report.faults.length} faults. The chain ends at ${report.head.sequence}:${report.head.hash}`,
);
process.exit(report.faults.length > 0 ? 1 : 0);
