import { translatorFor } from "../../i18n/messages.server";
import { formatDate, formatTime, type Reader } from "../../lib/dates/dates.server";
import { formatNumber } from "../../lib/text/money";
import {
  reachedLimit,
  type SubmissionAllowance,
} from "../../modules/identity/trust/submission-allowance.server";
import type { TrustEntry, TrustKind } from "../../modules/identity/trust/trust.server";

const TIERS = {
  "low trust": "low",
  "new user": "new",
  regular: "regular",
  trusted: "trusted",
} as const;
const LIMITS = ["day", "month", "active"] as const;

/**
 * A creator's submission allowance with its reasons, in the reader's language (decisions.md §4).
 */
export function presentSubmissionAllowance(
  allowance: SubmissionAllowance,
  entries: readonly Pick<TrustEntry, "kind" | "points">[],
  reader: Reader,
  timeZone: string,
) {
  const { locale } = reader;
  const t = translatorFor(locale);
  const { limits, used, cooldownEndsAt, isAutoApproved, trustScore } = allowance;
  const reached = reachedLimit(allowance);
  const until =
    cooldownEndsAt === null
      ? null
      : `${formatDate(cooldownEndsAt, timeZone, reader)} ${formatTime(cooldownEndsAt, timeZone, locale)}`;
  return {
    tier: t(`account:standing.${TIERS[allowance.tier]}`),
    score: formatNumber(trustScore, locale),
    isUnlimited: limits === null,
    note: t(isAutoApproved ? "authoring:standing.published" : "authoring:standing.reviewed"),
    meters: limits
      ? LIMITS.map((name) => ({
          name,
          label: t(`authoring:standing.${name}`),
          used: Math.min(used[name], limits[name]),
          limit: limits[name],
          text: t("authoring:standing.of", { used: used[name], limit: limits[name] }),
        }))
      : [],
    /** Why submitting is blocked, and until when; drafts can still be saved. */
    reached:
      reached === null
        ? null
        : {
            text: t(`authoring:standing.reached.${reached}`),
            until: until && t("authoring:standing.until", { until }),
          },
    reasons: reasonsOf(entries).map(({ kind, points }) => ({
      kind,
      label: t(`authoring:trust.${kind}`),
      points: formatNumber(points, locale, { signDisplay: "exceptZero" }),
    })),
  };
}

/** The sum of points of each kind, largest first. */
function reasonsOf(
  entries: readonly Pick<TrustEntry, "kind" | "points">[],
): { kind: TrustKind; points: number }[] {
  const sums = new Map<TrustKind, number>();
  for (const { kind, points } of entries) sums.set(kind, (sums.get(kind) ?? 0) + points);
  return [...sums]
    .map(([kind, points]) => ({ kind, points }))
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
}
