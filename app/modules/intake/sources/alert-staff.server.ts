import { and, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { notifications } from "../../../../db/schema";
import { translatorFor } from "../../../i18n/messages.server";
import type { Deps } from "../../../lib/deps";
import { paths } from "../../../lib/paths";
import { domainEventStatement, enqueueDomainEvent } from "../../notifications/domain-events.server";
import type { FetchReason } from "./fetch-source.server";
import type { SourceRow } from "./queries.server";

/**
 * A list that had so many items and has none now is worth an alert at once; a short one may just
 * have ended.
 */
const ITEMS = 20;
/** Failed checks in a row that raise an alert. */
const CHECKS = 3;

/** Health of a source after a check. */
interface CheckedHealth {
  /** Why the check was bad; null for a good one. */
  reason: FetchReason | "broken" | null;
  /** Bad checks in a row, this one included. */
  failures: number;
}

interface StaffAlert {
  /** For the batch that ends the check. */
  statements: BatchItem<"sqlite">[];
  alertedCheckId: string | null;
  /** Called after the batch. */
  dispatch(): Promise<void>;
}

const NOTHING = async () => {};
const keyOf = (checkId: string) => `source:${checkId}`;

/**
 * Alerts those who manage sources, once a break, and takes the alert for read when the source works
 * again.
 */
export function staffAlert(
  deps: Deps,
  source: SourceRow,
  checkId: string,
  { reason, failures }: CheckedHealth,
): StaffAlert {
  const { alertedCheckId } = source;
  if (reason === null)
    return {
      statements: alertedCheckId === null ? [] : [markAlertRead(deps, alertedCheckId)],
      alertedCheckId: null,
      dispatch: NOTHING,
    };
  const isWorthIt = failures >= CHECKS || (reason === "broken" && source.lastItems >= ITEMS);
  if (alertedCheckId !== null || !isWorthIt)
    return { statements: [], alertedCheckId, dispatch: NOTHING };
  const reasonIn = (locale: "en" | "fa") => translatorFor(locale)(`sources:reason.${reason}`);
  const { id, statement } = domainEventStatement(deps, {
    trigger: "source.broken",
    kind: "source-broken",
    eventId: null,
    actorId: null,
    values: {
      title: { en: source.name, fa: null },
      reason: { en: reasonIn("en"), fa: reasonIn("fa") },
    },
    actionPath: paths.adminSource(source.id),
    idempotencyKey: keyOf(checkId),
  });
  return {
    statements: [statement],
    alertedCheckId: checkId,
    dispatch: () => enqueueDomainEvent(deps, id),
  };
}

/**
 * Keys of notifications begin with their domain event
 * (app/modules/notifications/channel-statements).
 */
function markAlertRead(
  { db, clock }: Pick<Deps, "db" | "clock">,
  checkId: string,
): BatchItem<"sqlite"> {
  const prefix = sql`'news:' || (SELECT id FROM notification_causes WHERE idempotency_key = ${keyOf(checkId)}) ||`;
  return db
    .update(notifications)
    .set({ readAt: clock.now() })
    .where(
      and(
        sql`${notifications.idempotencyKey} > ${prefix} ':'`,
        sql`${notifications.idempotencyKey} < ${prefix} ';'`,
        isNull(notifications.readAt),
      ),
    );
}
