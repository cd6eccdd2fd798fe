import type { Translate } from "~/i18n/translate";
import type { FETCH_REASONS } from "~/modules/intake/sources/fetch-source.server";
import type { SourceRow } from "~/modules/intake/sources/queries.server";

type Status = NonNullable<SourceRow["lastStatus"]>;
export type Reason = (typeof FETCH_REASONS)[number] | "broken";

/** Tones of badges by status of a check. */
export const CHECK_TONES = {
  running: "info",
  ok: "good",
  "not-modified": "plain",
  broken: "bad",
  failed: "bad",
} as const satisfies Record<Status, string>;

/** State of a source with its tone, and why its last check failed. */
export function healthOf(
  { status, lastStatus, lastError }: Pick<SourceRow, "status" | "lastStatus" | "lastError">,
  t: Translate,
) {
  const name = status === "paused" ? "paused" : (lastStatus ?? "waiting");
  return {
    state: t(`sources:status.${name}`),
    tone:
      name === "paused"
        ? ("plain" as const)
        : name === "waiting"
          ? ("waiting" as const)
          : CHECK_TONES[name],
    reason: lastError === null ? null : t(`sources:reason.${lastError as Reason}`),
  };
}
