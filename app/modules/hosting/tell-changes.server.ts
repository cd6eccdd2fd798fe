import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import {
  hostedShowings,
  type RegistrationState,
  registrationChanges,
  registrations,
} from "../../../db/schema";
import { readerOf } from "../../lib/dates/dates.server";
import type { Deps } from "../../lib/deps";
import { isolateFailures } from "../../lib/http/isolate-failures";
import { paths } from "../../lib/paths";
import { hasAllowance } from "../../lib/runtime/allowance";
import { describeError, log } from "../../lib/runtime/log";
import { eventAt } from "../events/present/notified-event.server";
import { enqueueNotifications } from "../jobs/queue.server";
import { type MailKind, mailsTogether } from "../mail/enqueue-mail.server";
import { calledOffKey, registrationMail } from "../notifications/tell-guests.server";
import { guestMessageStatements } from "./guest-webhooks.server";
import { isReached, mailedHostsOf } from "./host-access.server";

/** Changes that are told in one run, and those that are written together. */
const AT_ONCE = 50;
const TOGETHER = 25;

type ChangeRow = typeof registrationChanges.$inferSelect;
type RegistrationRow = typeof registrations.$inferSelect;

const MAIL_OF_STATE: Partial<Record<RegistrationState, MailKind>> = {
  requested: "rsvpRequested",
  waitlisted: "rsvpWaitlisted",
  offered: "rsvpOffer",
  going: "rsvpGoing",
  declined: "rsvpDeclined",
  cancelled: "rsvpCancelled",
  removed: "rsvpRemoved",
  lapsed: "rsvpLapsed",
};

/** The mail of a change; null where the guest is told nothing. */
function mailOfChange({
  fromState,
  toState,
  changedAs,
}: Pick<ChangeRow, "fromState" | "toState" | "changedAs">): MailKind | null {
  if (fromState === toState) return toState === "going" ? "rsvpChanged" : null;
  if (toState === "cancelled") {
    if (fromState === "unconfirmed") return null;
    return changedAs === "system" ? "rsvpOff" : "rsvpCancelled";
  }
  return MAIL_OF_STATE[toState] ?? null;
}

/** The mails that tell the hosts (`mailedHostsOf`), once a showing, that it is full. */
async function fullMails(
  deps: Deps,
  showing: Pick<typeof hostedShowings.$inferSelect, "occ" | "eventId" | "capacity" | "taken">,
  about: Awaited<ReturnType<typeof eventAt>>,
) {
  if (showing.capacity === null || showing.taken < showing.capacity) return [];
  const hosts = await deps.db.all<{
    id: string;
    email: string | null;
    locale: "en" | "fa" | null;
    calendar: "jalali" | "gregorian" | null;
  }>(sql`SELECT u.id AS id, u.email AS email, u.preferred_language AS locale, u.calendar AS calendar
    FROM (${mailedHostsOf(sql`${showing.eventId}`)}) t CROSS JOIN users u WHERE u.id = t.user_id AND ${isReached}`);
  return Promise.all(
    hosts.flatMap(({ id, email, locale, calendar }) =>
      email
        ? registrationMail(deps, "rsvpFull", {
            id: "",
            eventId: showing.eventId,
            occ: showing.occ,
            to: email,
            userId: id,
            reader: readerOf(locale ?? "en", calendar),
            isAnswer: true,
            key: `rsvp-full:${showing.occ}:${id}`,
            link: paths.hostPage(showing.eventId),
            about,
          })
        : [],
    ),
  );
}

/** A change that is told, with its guest and its showing. */
interface Told {
  change: ChangeRow;
  registration: RegistrationRow;
  showing: Parameters<typeof fullMails>[1];
}

/** SQL: a list in one parameter: a statement takes 100. */
const listed = (values: readonly string[]) =>
  sql`(SELECT value FROM json_each(${JSON.stringify([...new Set(values)])}))`;

type AboutOf = (change: ChangeRow) => ReturnType<typeof eventAt>;

/** Writes in one batch that changes are told, with their mails and webhooks. */
async function writeTold(deps: Deps, changes: readonly Told[], aboutOf: AboutOf): Promise<void> {
  const { db, clock } = deps;
  const mails: Awaited<ReturnType<typeof registrationMail>>[] = [];
  const full = new Set<string>();
  const now = clock.now();
  for (const { change, registration, showing } of changes) {
    const kind = mailOfChange(change);
    if (kind && registration.email)
      mails.push(
        await registrationMail(deps, kind, {
          id: registration.id,
          eventId: change.eventId,
          occ: change.occ,
          to: registration.email,
          userId: registration.userId,
          reader: readerOf(registration.locale, registration.calendar),
          isAnswer: registration.confirmedAt !== null,
          seats: change.seats,
          until: registration.offerUntil,
          reason: change.reason,
          key: kind === "rsvpOff" ? calledOffKey(registration.id) : `rsvp:${change.id}`,
          about: await aboutOf(change),
        }),
      );
    const isNew = change.toState === "going" && change.fromState !== "going";
    if (isNew && !full.has(showing.occ)) {
      full.add(showing.occ);
      mails.push(...(await fullMails(deps, showing, await aboutOf(change))));
    }
  }
  const ids = JSON.stringify(changes.map(({ change }) => change.id));
  const statements: [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]] = [
    db
      .update(registrationChanges)
      .set({ toldAt: now })
      .where(
        sql`${registrationChanges.id} IN (SELECT value FROM json_each(${ids})) AND ${registrationChanges.toldAt} IS NULL`,
      ),
    ...mailsTogether(db, mails),
    ...(await guestMessageStatements(deps, changes, now)),
  ];
  await db.batch(statements);
  enqueueNotifications(deps, { mails: mails.map(({ id }) => id), pushes: [] });
}

/**
 * Writes the mails and webhooks of changes that have none yet, the oldest first. Each change has one
 * mail, however many workers try.
 * @param of only the changes of these registrations, and the offers of their showings
 * @param after only the changes behind this one
 * @returns the number of changes that were told, and the last one of the run; null at the end
 */
export async function tellChanges(
  deps: Deps,
  { of, after = 0 }: { of?: readonly Pick<RegistrationRow, "id" | "occ">[]; after?: number } = {},
): Promise<{ told: number; last: number | null }> {
  const changes = await deps.db
    .select({
      change: registrationChanges,
      registration: registrations,
      showing: {
        occ: hostedShowings.occ,
        eventId: hostedShowings.eventId,
        capacity: hostedShowings.capacity,
        taken: hostedShowings.taken,
      },
    })
    .from(registrationChanges)
    .innerJoin(registrations, eq(registrations.id, registrationChanges.registrationId))
    .innerJoin(hostedShowings, eq(hostedShowings.occ, registrationChanges.occ))
    .where(
      and(
        isNull(registrationChanges.toldAt),
        gt(registrationChanges.id, after),
        of &&
          sql`(${registrationChanges.registrationId} IN ${listed(of.map(({ id }) => id))}
            OR (${registrationChanges.toState} = 'offered' AND ${registrationChanges.occ} IN ${listed(of.map(({ occ }) => occ))}))`,
      ),
    )
    .orderBy(asc(registrationChanges.id))
    .limit(AT_ONCE);
  const about = new Map<string, ReturnType<typeof eventAt>>();
  const aboutOf = ({ eventId, occ }: ChangeRow) => {
    const found = about.get(occ) ?? eventAt(deps, eventId, occ);
    about.set(occ, found);
    return found;
  };
  let told = 0;
  const isEnough = () => !hasAllowance(deps);
  await isolateFailures(
    changes,
    async (part) => {
      await writeTold(deps, part, aboutOf);
      told += part.length;
    },
    async ({ change }, error) =>
      log("error", "rsvp.not-told", { change: change.id, ...describeError(error) }),
    { atOnce: TOGETHER, isEnough },
  );
  const isLast = changes.length < AT_ONCE || isEnough();
  return { told, last: isLast ? null : (changes.at(-1)?.change.id ?? null) };
}

/**
 * Tells what a request has changed, after its response: parallel requests leave each other's changes
 * alone. What is left, the cron of the minute tells.
 */
export const tellSoon = (deps: Deps, of: readonly Pick<RegistrationRow, "id" | "occ">[]): void =>
  deps.later(
    tellAll(deps, of).catch((error) => log("warn", "rsvp.not-told", describeError(error))),
  );

async function tellAll(deps: Deps, of: Parameters<typeof tellSoon>[1]): Promise<void> {
  let after: number | null = 0;
  while (after !== null) ({ last: after } = await tellChanges(deps, { of, after }));
}
