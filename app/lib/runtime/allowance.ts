import type { Deps } from "../deps";

/** What one more piece of a loop may ask, with pieces beside it and the outcome of failures. */
const PIECE = 60;

/**
 * Whether a job's invocation may begin another piece of work: what is left goes on in a later one
 * (docs/decisions/jobs.md).
 */
export const hasAllowance = ({ allowance }: Pick<Deps, "allowance">, piece = PIECE): boolean =>
  allowance() >= piece;

/** Dependencies of a job that leaves so much to those beside it. */
export const leaving = <D extends Pick<Deps, "allowance">>(deps: D, kept: number): D => ({
  ...deps,
  allowance: () => deps.allowance() - kept,
});
