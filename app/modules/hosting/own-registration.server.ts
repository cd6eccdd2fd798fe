import { and, eq, isNotNull, sql } from "drizzle-orm";
import { eventOccurrences, events, registrations } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import type { EventRow } from "../events/event-columns.server";
import { atOccurrence } from "../events/get-event.server";
import { broughtByOf, handedOver } from "./hand-over.server";
import { OPEN_TO_ALL, readShowingKey } from "./registration-statements.server";
import { getHostedShowing, getHosting, type HostedShowing } from "./showings.server";

/** A registration as its guest sees it. */
export interface OwnRegistration {
  registration: typeof registrations.$inferSelect;
  showing: HostedShowing;
  /** As it is on the date of the showing. */
  event: EventRow;
  /** Parties before it in line; 0 for others. */
  ahead: number;
  /** Whether free seats are open to everyone, since it begins soon. */
  isOpenToAll: boolean;
  /** Whether its showing is over, so that it changes no more. */
  isOver: boolean;
  /** Whether it stays as it is for now, since the event takes no guests: it is flagged, for example. */
  isPaused: boolean;
  /** Places of the party that have links of their own. */
  handed: Awaited<ReturnType<typeof handedOver>>;
  /** Whose party it was a part of. */
  broughtBy: Awaited<ReturnType<typeof broughtByOf>>;
  /** Who comes, for those who do, where the host shows it: people, and the names of those who share theirs. */
  coming: { people: number; names: string[] } | null;
  keptDays: number;
}

/** Names that a guest reads of those who come. */
const NAMES = 100;

/** Who comes to a showing. */
async function comingTo({ db }: Pick<Deps, "db">, occ: string) {
  const isComing = and(eq(registrations.occ, occ), eq(registrations.state, "going"));
  const [[total], named] = await db.batch([
    db.select({ people: sql<number>`coalesce(sum(seats), 0)` }).from(registrations).where(isComing),
    db
      .select({ name: registrations.name })
      .from(registrations)
      .where(and(isComing, registrations.sharesName, isNotNull(registrations.name)))
      .orderBy(registrations.confirmedAt, registrations.id)
      .limit(NAMES),
  ]);
  return { people: total?.people ?? 0, names: named.map(({ name }) => name ?? "") };
}

/**
 * A registration with its showing; null where it, its date or its event is gone, or its data are
 * erased.
 */
export async function findRegistration(
  deps: Pick<Deps, "db" | "clock">,
  id: string,
): Promise<OwnRegistration | null> {
  const { db, clock } = deps;
  const registration = await db.select().from(registrations).where(eq(registrations.id, id)).get();
  if (!registration || registration.name === null) return null;
  const { eventId, originalStart } = readShowingKey(registration.occ);
  const found = await db
    .select({ event: events, occurrence: eventOccurrences })
    .from(events)
    .innerJoin(eventOccurrences, eq(eventOccurrences.eventId, events.id))
    .where(and(eq(events.id, eventId), eq(eventOccurrences.originalStart, originalStart)))
    .get();
  if (!found) return null;
  const { state, occ, confirmedAt } = registration;
  const [showing, { isOn, keptDays, guestList }, [line], handed, broughtBy] = await Promise.all([
    getHostedShowing(deps, occ),
    getHosting(deps, eventId),
    db
      .select({ ahead: sql<number>`count(*)` })
      .from(registrations)
      .where(
        and(
          eq(registrations.occ, occ),
          eq(registrations.state, "waitlisted"),
          sql`(${registrations.confirmedAt}, ${registrations.id}) < (${confirmedAt ?? 0}, ${id})`,
        ),
      ),
    handedOver(deps, id),
    broughtByOf(deps, registration.broughtBy),
  ]);
  const { isListed, isActive, deletedAt, status, lifecycle } = found.event;
  const isOnPlan =
    lifecycle === "scheduled" && ["scheduled", "sold-out"].includes(found.occurrence.status);
  const goesOn = {
    unconfirmed: showing.phase !== "off",
    requested: isListed && isOnPlan,
    waitlisted: isOn && isListed && isOnPlan,
    // What a guest holds stays theirs while staff look at a flagged event.
    offered: isOnPlan && isActive && deletedAt === null && ["approved", "flagged"].includes(status),
  };
  return {
    registration,
    showing,
    isOver: showing.endsAt <= clock.now(),
    isPaused: state in goesOn && !goesOn[state as "offered"] && showing.startsAt > clock.now(),
    handed,
    broughtBy,
    event: atOccurrence(found.event, found.occurrence),
    ahead: state === "waitlisted" ? (line?.ahead ?? 0) : 0,
    isOpenToAll:
      showing.startsAt - clock.now() < OPEN_TO_ALL &&
      showing.startsAt > clock.now() &&
      showing.left !== 0,
    coming: guestList === "guests" && state === "going" ? await comingTo(deps, occ) : null,
    keptDays,
  };
}
