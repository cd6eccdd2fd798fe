import { sql } from "drizzle-orm";
import { localized } from "../../i18n/locale";
import { offsetAt, USUAL_ZONE } from "../../lib/dates/dates.server";
import { DAY, HOUR } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { isolateFailures } from "../../lib/http/isolate-failures";
import { paths } from "../../lib/paths";
import { hasAllowance } from "../../lib/runtime/allowance";
import { describeError, log } from "../../lib/runtime/log";
import { enqueueMail, mailStatement, mailText } from "../mail/enqueue-mail.server";
import { isReached, mailedHostsOf } from "./host-access.server";

/** The hour from which the day's mail goes out, where the event takes place. */
const FROM_HOUR = 9;
/** Hosts of a run, and their events; the next hour takes the rest. */
const HOSTS = 200;
const EVENTS = 5_000;
/** Events that a mail names; it counts the others. */
const NAMED = 5;

interface EventOfHost {
  hostId: string;
  email: string;
  locale: "en" | "fa";
  eventId: string;
  titleEn: string;
  titleFa: string | null;
  confirmed: number;
  ended: number;
}

/**
 * Hourly, from 9:00 on: one mail a day for the hosts (`mailedHostsOf`) of events whose guests have confirmed or
 * ended an RSVP since yesterday's 9:00, unless it is switched off for the event. A showing that is full is
 * told at once (tell-changes.server.ts).
 */
export async function digestHosts(deps: Deps): Promise<{ digests: number }> {
  const { db, clock } = deps;
  const offset = offsetAt(clock.now(), USUAL_ZONE);
  const today = Math.floor((clock.now() + offset) / DAY);
  const until = today * DAY - offset + FROM_HOUR * HOUR;
  if (clock.now() < until) return { digests: 0 };
  const keyOf = (hostId: string) => `rsvp-digest:${hostId}:${today}`;
  const rows = await db.all<EventOfHost>(sql`
    WITH busy AS (SELECT c.event_id AS id,
        sum(c.from_state IS 'unconfirmed' AND c.to_state IN ('requested', 'waitlisted', 'going')) AS confirmed,
        sum(c.from_state IS NOT 'unconfirmed' AND c.from_state <> c.to_state AND c.to_state IN ('cancelled', 'lapsed')) AS ended
      FROM event_hosting h CROSS JOIN registration_changes c
      WHERE h.sends_digest AND c.event_id = h.event_id AND c.changed_at >= ${until - DAY} AND c.changed_at < ${until} AND c.changed_as <> 'host'
      GROUP BY c.event_id HAVING confirmed + ended > 0)
    SELECT u.id AS hostId, u.email AS email, coalesce(u.preferred_language, 'en') AS locale, e.id AS eventId, e.title_en AS titleEn, e.title_fa AS titleFa,
      b.confirmed AS confirmed, b.ended AS ended
    FROM busy b CROSS JOIN events e CROSS JOIN (${mailedHostsOf(sql`SELECT id FROM busy`)}) t CROSS JOIN users u
    WHERE e.id = b.id AND e.deleted_at IS NULL AND t.event_id = b.id AND u.id = t.user_id AND ${isReached}
      AND NOT EXISTS (SELECT 1 FROM mails m WHERE m.idempotency_key = 'rsvp-digest:' || u.id || ':' || ${String(today)})
    ORDER BY u.id, b.confirmed DESC, e.id LIMIT ${EVENTS}`);
  const hosts = new Map<string, EventOfHost[]>();
  for (const row of rows) hosts.set(row.hostId, [...(hosts.get(row.hostId) ?? []), row]);
  // The last host of a full list may have more.
  if (rows.length === EVENTS && hosts.size > 1) hosts.delete(rows.at(-1)?.hostId ?? "");
  let digests = 0;
  const send = async (part: readonly (readonly [string, EventOfHost[]])[]) => {
    for (const [hostId, events] of part) {
      const mail = await mailStatement(deps, digestOf(deps, keyOf(hostId), events));
      await db.batch([...mail.statements] as [(typeof mail.statements)[number]]);
      enqueueMail(deps, mail.id);
      digests += 1;
    }
  };
  await isolateFailures(
    [...hosts].slice(0, HOSTS),
    send,
    async ([hostId], error) =>
      log("error", "rsvp.digest-failed", { host: hostId, ...describeError(error) }),
    { atOnce: 1, isEnough: () => !hasAllowance(deps) },
  );
  return { digests };
}

/** The mail of a host, by event. */
function digestOf({ siteUrl }: Pick<Deps, "siteUrl">, key: string, events: readonly EventOfHost[]) {
  const [first] = events as [EventOfHost];
  const say = mailText(first.locale);
  const lines = events.slice(0, NAMED).map(({ titleEn, titleFa, confirmed, ended }) =>
    say("mail:digestLine", {
      title: localized({ en: titleEn, fa: titleFa }, first.locale),
      joined: say("mail:digestJoined", { count: confirmed }),
      ended: say("mail:digestEnded", { count: ended }),
    }),
  );
  const others = events.length - lines.length;
  const sum = events.reduce((total, { confirmed }) => total + confirmed, 0);
  return {
    kind: "rsvpDigest" as const,
    to: first.email,
    userId: first.hostId,
    locale: first.locale,
    link: siteUrl + (events.length === 1 ? paths.hostPage(first.eventId) : paths.myEvents()),
    values: {
      what: say("mail:digestJoined", { count: sum }),
      event: [...lines, ...(others > 0 ? [say("mail:digestOthers", { count: others })] : [])].join(
        first.locale === "fa" ? "؛ " : "; ",
      ),
    },
    isSecret: false,
    isAnswer: true,
    idempotencyKey: key,
  };
}
