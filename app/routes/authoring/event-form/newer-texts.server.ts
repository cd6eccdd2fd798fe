import type { Locale } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { type Reader, USUAL_ZONE } from "~/lib/dates/dates.server";
import type { Deps } from "~/lib/deps";
import type { TextName } from "~/lib/event/event-fields";
import { type EventFormState, INPUT_NAMES, type InputName } from "~/lib/event/event-form-fields";
import { formStateOfValues } from "~/modules/authoring/event-values.server";
import { type OwnEvent, ownEventValues } from "~/modules/authoring/find-own-event.server";
import { formatSchedule } from "~/modules/schedule/format-schedule.server";

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
