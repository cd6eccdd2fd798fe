import { and, eq, sql } from "drizzle-orm";
import { eventDrafts, events } from "../../../db/schema";
import type { Locale } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import { type Reader, USUAL_ZONE } from "../../lib/dates/dates.server";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { TextName, TextPath } from "../../lib/event/event-fields";
import {
  type EventFormState,
  INPUT_NAMES,
  type InputName,
} from "../../lib/event/event-form-fields";
import { type Actor, assertCan } from "../../lib/permissions";
import { auditWhere } from "../audit/audit-entry.server";
import { formatSchedule } from "../schedule/format-schedule.server";
import { runGuarded } from "../store/run-guarded.server";
import { publishStatements } from "./announce-change.server";
import { formStateOfValues } from "./event-values.server";
import { getOwnEvent, type OwnEvent, ownEventValues, unchanged } from "./find-own-event.server";

/**
 * Removes the marks of machine translation from texts that a person has read and found right. Needs
 * no review, since no text changes.
 * @throws conflict if one of them has none or the event changed meanwhile
 */
export async function confirmTranslation(
  deps: Deps,
  actor: Actor,
  id: string,
  paths: readonly TextPath[],
): Promise<void> {
  assertCan(actor, "event:create");
  const { draft, event, cities } = await getOwnEvent(deps, actor, id);
  const marks = (draft ?? event).machineTranslated;
  if (paths.length === 0 || !paths.every((path) => marks.includes(path)))
    throw new AppError("conflict");
  const machineTranslated = marks.filter((path) => !paths.includes(path));
  const table = draft ? eventDrafts : events;
  const asRead = draft
    ? and(eq(eventDrafts.id, id), eq(eventDrafts.version, draft.version))
    : unchanged(event);
  const city = event?.isListed ? cities.get(event.cityId) : undefined;
  await runGuarded(deps, [
    auditWhere(
      deps,
      {
        actorId: actor.id,
        action: "event.translation-confirmed",
        entity: "event",
        entityId: id,
        metadata: { fields: paths },
        sessionId: actor.sessionId,
      },
      deps.db.select({ found: sql`1` }).from(table).where(asRead),
    ),
    deps.db.update(table).set({ machineTranslated }).where(asRead),
    ...(event && city ? publishStatements(deps, event, city) : []),
  ]);
}

type Plain = Exclude<InputName, `${TextName}.${string}` | "leading">;

/** Fields whose saved value differs from the submitted one, after another save came first. */
export function newerTexts(
  own: OwnEvent,
  typed: EventFormState,
  context: Reader & { deps: Pick<Deps, "clock"> },
) {
  const { locale, calendar, deps } = context;
  const t = translatorFor(locale);
  const values = ownEventValues(own);
  const city = [...own.cities.values()].find(({ slug }) => slug === values.city);
  const stored = formStateOfValues(values, city);
  const timeZone = city?.timeZone ?? USUAL_ZONE;
  const dates = () =>
    values.schedule
      ? formatSchedule(values.schedule, { locale, calendar, timeZone, now: deps.clock.now() })
      : "";
  const labelOf = (name: InputName) => {
    const [written, language] = name.split(".");
    return language
      ? t(`authoring:field.${written as TextName}.${language as Locale}`)
      : t(`authoring:field.${name as Plain}`);
  };
  return INPUT_NAMES.filter(
    (name) => name !== "leading" && stored[name] !== typed[name].trim().replace(/\r\n/g, "\n"),
  ).map((name) => ({
    name,
    label: labelOf(name),
    text: name === "schedule" ? dates() : stored[name],
  }));
}
