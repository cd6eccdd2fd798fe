import type { EventValues } from "../../../db/schema";
import { addDays, daysBetween } from "../../lib/dates/days";
import { wallTimeIn } from "../../lib/dates/written-times.server";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { Actor } from "../../lib/permissions";
import { firstDayOf, moveSchedule } from "../schedule/move-schedule";
import { addWallDays } from "../schedule/wall-time";
import { assertDraft } from "./check-values.server";
import { checkedAgainst, copyEvent } from "./draft-commands.server";
import { getOwnEvent, type OwnEvent, ownEventValues } from "./find-own-event.server";

/** Events of a season that are copied at once. */
const SEASON_MAX = 30;

/** An event of a season: its first day in its own zone; null where it has no date. */
interface SeasonEvent {
  id: string;
  title: EventValues["title"];
  firstDay: string | null;
}

const zoneOf = ({ cities }: OwnEvent, { city }: EventValues) =>
  [...cities.values()].find(({ slug }) => slug === city)?.timeZone ?? null;

function firstDay(own: OwnEvent): string | null {
  const values = ownEventValues(own);
  if (values.schedule) return firstDayOf(values.schedule);
  return values.startsAt && wallTimeIn(values.startsAt, zoneOf(own, values)).slice(0, 10);
}

const seasonEvents = (deps: Deps, actor: Actor, ids: readonly string[]) =>
  Promise.all([...new Set(ids)].slice(0, SEASON_MAX).map((id) => getOwnEvent(deps, actor, id)));

/** The events of a season, the first one first. @throws AppError("not-found") for those of others */
export async function readSeason(
  deps: Deps,
  actor: Actor,
  ids: readonly string[],
): Promise<SeasonEvent[]> {
  const events = await seasonEvents(deps, actor, ids);
  return events
    .map((own) => ({
      id: (own.draft ?? own.event).id,
      title: ownEventValues(own).title,
      firstDay: firstDay(own),
    }))
    .sort((one, other) => ((one.firstDay ?? "9") < (other.firstDay ?? "9") ? -1 : 1));
}

/** The days by which a season moves, so that the first of its events begins on a day. */
function moveOf(season: readonly (string | null)[], first: string): number {
  const [earliest] = season.flatMap((day) => day ?? []).sort();
  return earliest === undefined ? 0 : daysBetween(earliest, first);
}

/** Values with all their times so many days later, at the same hours. */
function movedValues(own: OwnEvent, values: EventValues, days: number): Partial<EventValues> {
  const zone = zoneOf(own, values);
  const move = (written: string | null) => written && addWallDays(wallTimeIn(written, zone), days);
  return values.schedule
    ? { schedule: moveSchedule(values.schedule, days) }
    : { startsAt: move(values.startsAt), endsAt: move(values.endsAt) };
}

/**
 * Copies events into drafts for a new season: all move by the same number of days, so that the first
 * of them begins on `first`, YYYY-MM-DD. @returns the number of drafts
 * @throws AppError("not-found") for events of others; AppError("invalid") for times that cannot be;
 * AppError("conflict") with too many drafts: those made before stay.
 */
export async function copySeason(
  deps: Deps,
  actor: Actor,
  ids: readonly string[],
  first: string,
): Promise<number> {
  const events = await seasonEvents(deps, actor, ids);
  if (events.length === 0) throw new AppError("bad-request");
  const days = moveOf(events.map(firstDay), first);
  const copies = events.map((own) => {
    const values = ownEventValues(own);
    const times = movedValues(own, values, days);
    return { own, times, moved: { ...values, ...times } };
  });
  // All or none, as far as values go.
  for (const { moved } of copies) assertDraft(moved, await checkedAgainst(deps, moved), true);
  for (const { own, times } of copies) await copyEvent(deps, actor, own, times);
  return copies.length;
}

/** The day that a season is offered to begin on: the next one on the same weekday. */
export function proposedFirstDay(season: readonly SeasonEvent[], today: string): string {
  const first = season.find(({ firstDay: day }) => day !== null)?.firstDay ?? today;
  const weeks = Math.floor(Math.max(0, daysBetween(first, today)) / 7) + 1;
  return addDays(first, weeks * 7);
}
