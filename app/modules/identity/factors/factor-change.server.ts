import { DEFAULT_LOCALE } from "../../../i18n/locale";
import {
  formatDate,
  formatTime,
  formatTimeZone,
  readerOf,
  USUAL_ZONE,
} from "../../../lib/dates/dates.server";
import type { Deps } from "../../../lib/deps";
import type { Caller } from "../../../lib/http/request-context";
import { paths } from "../../../lib/paths";
import type { Actor } from "../../../lib/permissions";
import { auditEntry } from "../../audit/audit-entry.server";
import { enqueueMail, mailStatement, mailText } from "../../mail/enqueue-mail.server";
import { ifSessionStays } from "../../store/run-guarded.server";
import { allBut, revokeAllAccess } from "../access.server";
import { deviceText } from "../describe-device.server";
import { networkOf } from "../network";
import { tokenStatement } from "../tokens/user-tokens.server";
import type { UserRow } from "../users/queries.server";

/** Factor changes that are announced by mail, with their audit actions. */
const ACTIONS = {
  passwordChanged: "user.password-changed",
  passwordReset: "user.password-reset",
  totpOn: "user.two-factor-on",
  totpOff: "user.two-factor-off",
  codesRenewed: "user.recovery-codes-renewed",
  passkeyAdded: "user.passkey-added",
  passkeyRemoved: "user.passkey-removed",
  apiKeyAdded: "user.api-key-added",
} as const;

/** Changes that leave all sessions open. */
const KEEPS_SESSIONS: ReadonlySet<keyof typeof ACTIONS> = new Set(["apiKeyAdded"]);

/** Request data for the mail about a factor change. */
export type FactorCaller = Pick<Caller, "origin" | "locale" | "address" | "userAgent">;

interface FactorChange {
  user: UserRow;
  change: keyof typeof ACTIONS;
  /** Session or key that asks, and stays; null ends all. */
  sessionId: Actor["sessionId"] | null;
  caller: FactorCaller;
}

/**
 * Statements for the batch of every factor change (decisions.md §5), which `runGuarded` runs: they
 * fail if the session that asks has ended, end the others, write the audit log, and mail what
 * changed, when and from where, with a link that ends all sessions. Call `finish` after the batch.
 */
export async function factorChange(deps: Deps, { user, change, sessionId, caller }: FactorChange) {
  const notice =
    user.email === null
      ? null
      : await noticeOf(deps, { ...user, email: user.email }, change, caller);
  return {
    statements: [
      ...(sessionId === null ? [] : [ifSessionStays(deps, { id: user.id, sessionId })]),
      ...(KEEPS_SESSIONS.has(change)
        ? []
        : revokeAllAccess(deps, user.id, { keep: { kinds: allBut("sessions"), sessionId } })),
      auditEntry(deps, {
        actorId: user.id,
        action: ACTIONS[change],
        entity: "user",
        entityId: user.id,
        severity: "warning",
        sessionId,
      }),
      ...(notice?.statements ?? []),
    ] as const,
    finish(): void {
      if (notice) enqueueMail(deps, notice.id);
      if (KEEPS_SESSIONS.has(change)) return;
      // Closes all sockets: the room checks sessions, so those of the current one reconnect.
      deps.later(deps.rooms.signedOut(user.id, null));
    },
  };
}

async function noticeOf(
  deps: Deps,
  user: UserRow & { email: string },
  change: keyof typeof ACTIONS,
  caller: FactorCaller,
) {
  const locale = user.preferredLanguage ?? caller.locale ?? DEFAULT_LOCALE;
  const say = mailText(locale);
  const now = deps.clock.now();
  const zone = user.timeZone ?? USUAL_ZONE;
  const token = await tokenStatement(deps, { purpose: "end-sessions", userId: user.id });
  const mail = await mailStatement(deps, {
    kind: "factorChanged",
    to: user.email,
    userId: user.id,
    locale,
    link: caller.origin + paths.endSessions(token.token),
    chosen: { name: user.displayName },
    values: {
      what: say(`mail:changes.${change}`),
      when: say("mail:changes.when", {
        date: formatDate(now, zone, readerOf(locale, user.calendar)),
        time: formatTime(now, zone, locale),
        zone: formatTimeZone(now, zone, locale),
      }),
      device: deviceText(caller.userAgent, locale),
      network: networkOf(caller.address),
      sessions: KEEPS_SESSIONS.has(change) ? "" : ` ${say("mail:changes.sessionsEnded")}`,
    },
    // Secret, so that network and link leave the outbox once it is sent.
    isSecret: true,
  });
  return { id: mail.id, statements: [...token.statements, ...mail.statements] as const };
}
