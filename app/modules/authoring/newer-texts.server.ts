import { type EventFields, TEXT_FIELDS, type WrittenField } from "../../lib/event-fields";
import type { Locale } from "../../lib/locale";
import { translatorFor } from "../../lib/messages.server";
import { fieldsOfValues } from "./fields-of-values.server";
import { type OwnEvent, valuesOf } from "./find-own-event.server";

type Plain = Exclude<(typeof TEXT_FIELDS)[number], `${WrittenField}.${string}` | "leading">;

/** What stands in the fields now that somebody has saved, where it is not what was typed. */
export function newerTexts(own: OwnEvent, typed: EventFields, locale: Locale) {
  const t = translatorFor(locale);
  const values = valuesOf(own);
  const stored = fieldsOfValues(
    values,
    [...own.cities.values()].find(({ slug }) => slug === values.city),
  );
  const labelOf = (name: (typeof TEXT_FIELDS)[number]) => {
    const [written, language] = name.split(".");
    return language ? t(`authoring:field.${written as WrittenField}.${language as Locale}`) : t(`authoring:field.${name as Plain}`);
  };
  return TEXT_FIELDS.filter((name) => name !== "leading" && stored[name] !== typed[name].trim().replace(/\r\n/g, "\n")).map((name) => ({
    name,
    label: labelOf(name),
    text: stored[name],
  }));
}
