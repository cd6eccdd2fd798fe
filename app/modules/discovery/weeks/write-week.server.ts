import { and, eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { cityWeekPicks, cityWeeks } from "../../../../db/schema";
import { localDay } from "../../../lib/dates/dates.server";
import type { Deps } from "../../../lib/deps";
import { AppError, staleError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { auditEntry } from "../../audit/audit-entry.server";
import type { City } from "../../cities/queries.server";
import { bumpCityVersions, forgetSiteState } from "../../store/content-version.server";
import { runGuarded } from "../../store/run-guarded.server";
import type { NumberedWeek } from "./numbered-week";
import { TEN } from "./propose-picks.server";
import { eventsOfWeek, findWeek, instantsOf } from "./queries.server";

/** Length of an editor's sentence and of the introduction, characters. */
export const LINE_MAX = 200;
export const INTRO_MAX = 400;

const text = (max: number) =>
  v.nullable(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(max),
      v.transform((value) => value || null),
    ),
  );
const localized = (max: number) => v.object({ en: text(max), fa: text(max) });

/**
 * An editor's texts for a week: an introduction, and at most ten events in order, each with a
 * sentence.
 */
const WeekInput = v.object({
  intro: localized(INTRO_MAX),
  picks: v.pipe(
    v.array(v.object({ event: v.pipe(v.string(), v.uuid()), line: localized(LINE_MAX) })),
    v.maxLength(TEN),
    v.check(
      (picks) => new Set(picks.map(({ event }) => event)).size === picks.length,
      "errors:issue.value",
    ),
  ),
});

/**
 * Saves an editor's picks of a week of a city. They are published on the week's publishing day, or
 * at once with `publishes` or if the day has passed (`publishWeeks`).
 * @param expectedVersion null where the editor saw no picks yet
 * @throws AppError("forbidden"), AppError("invalid") with an issue per field or for events that are
 * not listed in this city in that week, AppError("conflict") after a concurrent change
 */
export async function saveWeek(
  deps: Deps,
  actor: Actor | null,
  { city, week }: { city: City; week: NumberedWeek },
  input: unknown,
  { expectedVersion, publishes }: { expectedVersion: number | null; publishes: boolean },
): Promise<void> {
  assertCan(actor, "city:manage");
  const { db, clock, ids } = deps;
  const parsed = v.safeParse(WeekInput, input);
  if (!parsed.success)
    throw new AppError(
      "invalid",
      parsed.issues.map((issue) => ({
        path: v.getDotPath(issue) ?? "",
        message: "errors:issue.value",
      })),
    );
  const { intro, picks } = parsed.output;
  if (week.last < localDay(clock.now(), city.timeZone))
    throw new AppError("invalid", [{ path: "", message: "errors:issue.weekOver" }]);
  if (picks.length === 0)
    throw new AppError("invalid", [{ path: "picks", message: "errors:issue.noPicks" }]);
  const found = await findWeek(deps, city.id, week.first);
  if ((found?.version ?? null) !== expectedVersion) throw staleError();
  const range = instantsOf(week, city);
  const events = new Map(
    (
      await eventsOfWeek(
        deps,
        picks.map(({ event }) => event),
        range,
      )
    ).map((event) => [event.id, event]),
  );
  const issues = picks.flatMap(({ event: id }, at) => {
    const event = events.get(id);
    const isOfWeek =
      event?.isListed &&
      event.cityId === city.id &&
      event.endsAt > range.from &&
      event.startsAt < range.to;
    return isOfWeek ? [] : [{ path: `picks.${at}`, message: "errors:issue.notOfWeek" }];
  });
  if (issues.length > 0) throw new AppError("invalid", issues);

  const now = clock.now();
  const id = found?.id ?? ids.next();
  const values = {
    introEn: intro.en,
    introFa: intro.fa,
    editorId: actor.id,
    isAutomatic: false,
    publishedAt: found?.publishedAt ?? (publishes ? now : null),
    updatedAt: now,
  };
  // Null after a concurrent change, which violates NOT NULL and fails the batch.
  const version = sql`CASE WHEN ${cityWeeks.version} = ${expectedVersion} THEN ${(expectedVersion ?? 0) + 1} END`;
  await runGuarded(
    deps,
    [
      found
        ? db
            .update(cityWeeks)
            .set({ ...values, version })
            .where(eq(cityWeeks.id, id))
        : db
            .insert(cityWeeks)
            .values({ ...values, id, cityId: city.id, firstDay: week.first, createdAt: now }),
      db.delete(cityWeekPicks).where(eq(cityWeekPicks.weekId, id)),
      ...picks.map(({ event, line }, at) =>
        db.insert(cityWeekPicks).values({
          weekId: id,
          eventId: event,
          position: at + 1,
          lineEn: line.en,
          lineFa: line.fa,
        }),
      ),
      auditEntry(deps, {
        actorId: actor.id,
        action: "week.saved",
        entity: "city",
        entityId: city.id,
        metadata: { week: week.key, picks: picks.length, isPublished: values.publishedAt !== null },
        sessionId: actor.sessionId,
      }),
      bumpCityVersions(db, [city.id]),
    ],
    {
      "city_weeks.version": staleError,
      "city_weeks.first_day": staleError,
      "city_weeks.city_id": staleError,
    },
  );
  forgetSiteState(deps);
}

/**
 * Takes an editor's picks of a week back. Before they are out, the automatic ones take their place.
 * @throws AppError("not-found")
 */
export async function deleteWeek(
  deps: Deps,
  actor: Actor | null,
  { city, week }: { city: City; week: NumberedWeek },
): Promise<void> {
  assertCan(actor, "city:manage");
  const { db } = deps;
  const found = await findWeek(deps, city.id, week.first);
  if (!found) throw new AppError("not-found");
  await db.batch([
    db.delete(cityWeekPicks).where(eq(cityWeekPicks.weekId, found.id)),
    db
      .delete(cityWeeks)
      .where(and(eq(cityWeeks.id, found.id), eq(cityWeeks.version, found.version))),
    auditEntry(deps, {
      actorId: actor.id,
      action: "week.deleted",
      entity: "city",
      entityId: city.id,
      metadata: { week: week.key },
      sessionId: actor.sessionId,
    }),
    bumpCityVersions(db, [city.id]),
  ]);
  forgetSiteState(deps);
}
