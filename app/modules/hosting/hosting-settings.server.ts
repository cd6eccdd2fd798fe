import { and, eq, isNull, notInArray, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import * as v from "valibot";
import {
  eventHosting,
  GUEST_LISTS,
  hostedShowings,
  hostingLevels,
  hostingQuestions,
  QUESTION_KINDS,
  registrations,
} from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { webUrl } from "../../lib/http/web-url";
import type { Actor } from "../../lib/permissions";
import { cleanLine } from "../../lib/text/clean-text";
import { auditEntry } from "../audit/audit-entry.server";
import { bumpVersionsOfEvents, forgetSiteState } from "../store/content-version.server";
import { assertHosts } from "./host-access.server";
import { showingKey, showingStatement } from "./registration-statements.server";
import { getHostedShowing, getHosting, type HostingRow } from "./showings.server";

/** Most questions and price levels of an event. */
export const QUESTIONS_MAX = 10;
export const LEVELS_MAX = 6;

const HOURS_A_YEAR = 8_760;
const whole = (min: number, max: number) =>
  v.pipe(
    v.number("errors:issue.wholeNumber"),
    v.integer("errors:issue.wholeNumber"),
    v.minValue(min, "errors:issue.wholeNumber"),
    v.maxValue(max, "errors:issue.wholeNumber"),
  );
const Line = v.pipe(v.string(), v.transform(cleanLine), v.maxLength(200, "errors:issue.long"));
const Name = v.pipe(Line, v.minLength(1, "errors:issue.missing"));

/** Places of an event or of one showing. Hours count back from the start. */
const PLACES = {
  capacity: v.nullable(whole(1, 100_000)),
  needsApproval: v.boolean(),
  hasWaitlist: v.boolean(),
  maxPlusOnes: whole(0, 5),
  opensBefore: v.nullable(whole(0, HOURS_A_YEAR)),
  closesBefore: whole(0, HOURS_A_YEAR),
};

export const ShowingInput = v.strictObject(PLACES);
export type ShowingInput = v.InferOutput<typeof ShowingInput>;

export const HostingInput = v.strictObject({
  ...PLACES,
  isOn: v.boolean(),
  guestList: v.picklist(GUEST_LISTS, "errors:issue.value"),
  keptDays: whole(7, 90),
  sendsDigest: v.boolean(),
  questions: v.pipe(
    v.array(
      v.strictObject({
        /** Of a question that there is; null makes one. */
        id: v.nullable(v.string()),
        kind: v.picklist(QUESTION_KINDS, "errors:issue.value"),
        labelEn: Name,
        labelFa: v.nullable(Line),
        choices: v.pipe(
          v.array(v.strictObject({ en: Name, fa: v.nullable(Line) })),
          v.maxLength(20, "errors:issue.value"),
        ),
        isRequired: v.boolean(),
      }),
    ),
    v.maxLength(QUESTIONS_MAX, "errors:issue.value"),
  ),
  levels: v.pipe(
    v.array(
      v.strictObject({
        id: v.nullable(v.string()),
        nameEn: Name,
        nameFa: v.nullable(Line),
        price: v.pipe(
          v.number("errors:issue.price"),
          v.minValue(0, "errors:issue.price"),
          v.maxValue(1_000_000_000_000, "errors:issue.price"),
        ),
        currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, "errors:issue.currency")),
        ticketUrl: v.nullable(
          v.pipe(
            v.string(),
            v.check((text) => webUrl(text) !== null, "errors:issue.webAddress"),
          ),
        ),
        capacity: v.nullable(whole(1, 100_000)),
      }),
    ),
    v.maxLength(LEVELS_MAX, "errors:issue.value"),
  ),
});
export type HostingInput = v.InferOutput<typeof HostingInput>;

const HOUR_OF_MINUTES = 60;

const placesOf = ({ opensBefore, closesBefore, ...places }: ShowingInput) => ({
  ...places,
  opensBefore: opensBefore === null ? null : opensBefore * HOUR_OF_MINUTES,
  closesBefore: closesBefore * HOUR_OF_MINUTES,
});

/** Visibility that only becomes stricter once people have registered: its order. */
const STRICTER: readonly HostingRow["guestList"][] = ["count", "guests", "hosts"];

/** What follows every change of settings, in its batch: pages anew, and who made it. */
const changeStatements = (deps: Deps, host: Actor, eventId: string) =>
  [
    bumpVersionsOfEvents(deps.db, sql`(SELECT ${eventId})`),
    auditEntry(deps, {
      actorId: host.id,
      action: "event.rsvp-set",
      entity: "event",
      entityId: eventId,
      sessionId: host.sessionId,
    }),
  ] as const;

/**
 * Writes an event's settings, questions and levels, audited. Questions and levels that are left out
 * are no longer asked; their answers stay with their guests.
 * @throws AppError("not-found") for those who do not host it, AppError("invalid") where more would
 * see who comes than when people registered
 */
export async function saveHosting(
  deps: Deps,
  actor: Actor | null,
  eventId: string,
  { questions, levels, isOn, guestList, keptDays, sendsDigest, ...places }: HostingInput,
): Promise<void> {
  const host = await assertHosts(deps, actor, { kind: "event", id: eventId }, "settings");
  const { db, clock, ids } = deps;
  const now = clock.now();
  const before = await getHosting(deps, eventId);
  const hasGuests = sql`EXISTS (SELECT 1 FROM registrations r WHERE r.event_id = ${eventId})`;
  const isLooser = STRICTER.indexOf(guestList) < STRICTER.indexOf(before.guestList);
  const registered = isLooser
    ? await db.$count(registrations, eq(registrations.eventId, eventId))
    : 0;
  if (registered > 0)
    throw new AppError("invalid", [{ path: "guestList", message: "errors:issue.guestList" }]);
  const row = { ...placesOf(places), isOn, keptDays, sendsDigest, updatedAt: now };
  const kept = (list: readonly { id: string | null }[]) =>
    list.flatMap(({ id }) => (id === null ? [] : [id]));
  const statements: BatchItem<"sqlite">[] = [
    db
      .update(hostingQuestions)
      .set({ retiredAt: now })
      .where(
        and(
          eq(hostingQuestions.eventId, eventId),
          isNull(hostingQuestions.retiredAt),
          notInArray(hostingQuestions.id, kept(questions)),
        ),
      ),
    ...questions.map(({ id, ...question }, position) =>
      id === null
        ? db.insert(hostingQuestions).values({ ...question, id: ids.next(), eventId, position })
        : db
            .update(hostingQuestions)
            .set({ ...question, position })
            .where(and(eq(hostingQuestions.id, id), eq(hostingQuestions.eventId, eventId))),
    ),
    db
      .update(hostingLevels)
      .set({ retiredAt: now })
      .where(
        and(
          eq(hostingLevels.eventId, eventId),
          isNull(hostingLevels.retiredAt),
          notInArray(hostingLevels.id, kept(levels)),
        ),
      ),
    ...levels.map(({ id, ...level }, position) =>
      id === null
        ? db.insert(hostingLevels).values({ ...level, id: ids.next(), eventId, position })
        : db
            .update(hostingLevels)
            .set({ ...level, position })
            .where(and(eq(hostingLevels.id, id), eq(hostingLevels.eventId, eventId))),
    ),
  ];
  await db.batch([
    db
      .insert(eventHosting)
      .values({ ...row, eventId, guestList, createdAt: now })
      .onConflictDoUpdate({
        target: eventHosting.eventId,
        set: {
          ...row,
          // Also for those who register meanwhile.
          guestList: isLooser
            ? sql`CASE WHEN ${hasGuests} THEN ${eventHosting.guestList} ELSE ${guestList} END`
            : guestList,
        },
      }),
    ...statements,
    ...changeStatements(deps, host, eventId),
  ]);
  forgetSiteState(deps);
}

/**
 * Gives a showing settings of its own, or those of its event again, audited.
 * @param input null for those
 * @throws AppError("not-found") for those who do not host it, and where there is no such showing
 */
export async function saveShowing(
  deps: Deps,
  actor: Actor | null,
  eventId: string,
  originalStart: string,
  input: ShowingInput | null,
): Promise<void> {
  const host = await assertHosts(deps, actor, { kind: "event", id: eventId }, "settings");
  const { occ } = await getHostedShowing(deps, showingKey(eventId, originalStart));
  const {
    eventId: _id,
    isOn: _on,
    guestList: _list,
    keptDays: _kept,
    sendsDigest: _digest,
    createdAt: _made,
    updatedAt: _at,
    ...usual
  } = await getHosting(deps, eventId);
  await deps.db.batch([
    showingStatement(deps, eventId, originalStart),
    deps.db
      .update(hostedShowings)
      .set({ ...(input ? placesOf(input) : usual), hasOwnSettings: input !== null })
      .where(eq(hostedShowings.occ, occ)),
    ...changeStatements(deps, host, eventId),
  ]);
  forgetSiteState(deps);
}
