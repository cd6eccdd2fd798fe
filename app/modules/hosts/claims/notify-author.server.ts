import type { Deps } from "../../../lib/deps";
import { paths } from "../../../lib/paths";
import { domainEventStatement } from "../../notifications/domain-events.server";
import type { HostVerdictKind } from "../../notifications/notification-kinds";
import type { StoredHost } from "../write-host.server";

interface HostDecision {
  kind: HostVerdictKind;
  /** Who made the claim or wrote the announcement. */
  authorId: string;
  /** The member of staff who decided. */
  actorId: string;
  /** Of a rejection. */
  reason: string | null;
  idempotencyKey: string;
}

/**
 * The domain event that notifies an author of the decision on their claim or announcement, for the
 * batch of the decision.
 */
export const hostDecidedEvent = (
  deps: Deps,
  { row }: StoredHost,
  { kind, authorId, actorId, reason, idempotencyKey }: HostDecision,
) =>
  domainEventStatement(deps, {
    trigger: "host.decided",
    kind,
    eventId: null,
    actorId,
    values: {
      author: authorId,
      title: { en: row.nameEn, fa: row.nameFa },
      ...(reason !== null && { reason }),
    },
    actionPath: paths.accountPage(row.id),
    idempotencyKey,
  });
