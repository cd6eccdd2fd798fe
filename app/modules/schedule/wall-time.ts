import { addDays, daysBetween } from "../../lib/dates/days";
import type { WallTime } from "../../lib/event/schedule";

export type { WallTime } from "../../lib/event/schedule";

export const wallTime = (day: string, time: string): WallTime => `${day}T${time}`;
export const dayOfWall = (at: WallTime): string => at.slice(0, 10);
export const timeOfWall = (at: WallTime): string => at.slice(11, 16);

export const addWallDays = (at: WallTime, days: number): WallTime =>
  wallTime(addDays(dayOfWall(at), days), timeOfWall(at));
export const wallDaysBetween = (from: WallTime, to: WallTime): number =>
  daysBetween(dayOfWall(from), dayOfWall(to));

const epochOf = (at: WallTime): number => Date.parse(`${at}:00Z`);

/** Duration on the clock, ms; without clock changes. */
export const wallDuration = (from: WallTime, to: WallTime): number => epochOf(to) - epochOf(from);
export const addWallDuration = (at: WallTime, ms: number): WallTime =>
  new Date(epochOf(at) + ms).toISOString().slice(0, 16);

/** Whether a text is a wall time that there is on the calendar. */
export function isWallTime(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return false;
  const at = epochOf(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** `at`, moved by the days between two other times, at the clock time of the second. */
export const sameClock = (at: WallTime, from: WallTime, to: WallTime): WallTime =>
  wallTime(addDays(dayOfWall(at), wallDaysBetween(from, to)), timeOfWall(to));
