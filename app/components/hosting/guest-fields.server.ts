import { localized } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import type { Reader } from "../../lib/dates/dates.server";
import type { HTTPIssue } from "../../lib/http/form-failure";
import { fieldOf } from "../../lib/http/read-form.server";
import { webUrl } from "../../lib/http/web-url";
import { cleanLine } from "../../lib/text/clean-text";
import { priceText } from "../../modules/events/present/event-facts.server";
import { type askedOf, type HostingLevel, readAnswers } from "../../modules/hosting/answers.server";

type Asked = Awaited<ReturnType<typeof askedOf>>;

/** Longest name, characters. */
const NAME_LENGTH = 80;

/** A price level in words: "Regular, 250,000 toman, paid at the door". */
export function levelText(
  level: HostingLevel,
  { locale }: Reader,
): { name: string; price: string } {
  const t = translatorFor(locale);
  const host = level.ticketUrl && webUrl(level.ticketUrl)?.host;
  return {
    name: localized({ en: level.nameEn, fa: level.nameFa }, locale),
    price: [
      priceText({ price: level.price, currency: level.currency }, locale),
      host ? t("hosting:form.elsewhere", { host }) : t("hosting:form.atDoor"),
    ].join(" · "),
  };
}

/** What a guest says of the party: the fields of the form and of its change, with their words. */
export function guestFields(
  { questions, levels }: Asked,
  {
    largest,
    seats,
    answers,
    name,
    levelId,
  }: {
    largest: number;
    seats: number;
    answers: ReadonlyMap<string, string>;
    name: string;
    levelId: string | null;
  },
  reader: Reader,
) {
  const { locale } = reader;
  const t = translatorFor(locale);
  return {
    name: { label: t("hosting:form.name"), value: name },
    people: {
      label: t("hosting:form.people"),
      help: t("hosting:form.peopleHelp"),
      options: Array.from({ length: largest }, (_, at) => ({
        value: String(at + 1),
        label: t("hosting:form.person", { count: at + 1 }),
      })),
      value: String(seats),
    },
    levels: levels.length > 0 && {
      label: t("hosting:form.level"),
      help: t("hosting:form.levelHelp"),
      options: levels.map((level) => {
        const { name: label, price: help } = levelText(level, reader);
        return { value: level.id, label, help };
      }),
      value: levelId ?? levels[0]?.id ?? "",
    },
    questions: questions.map(({ id, kind, labelEn, labelFa, choices, isRequired }) => ({
      name: `answer.${id}`,
      kind,
      label: localized({ en: labelEn, fa: labelFa }, locale),
      isRequired,
      value: answers.get(id) ?? "",
      empty: t("hosting:form.noAnswer"),
      options:
        kind === "yes-no"
          ? [
              { value: "yes", label: t("hosting:form.yes") },
              { value: "no", label: t("hosting:form.no") },
            ]
          : choices.map((choice, at) => ({ value: String(at), label: localized(choice, locale) })),
    })),
    ticks: {
      takesFewer: t("hosting:form.fewer"),
      sharesEmail: t("hosting:form.sharesEmail"),
      sharesName: t("hosting:form.sharesName"),
    },
  };
}

export type GuestFieldsView = ReturnType<typeof guestFields>;

/** Reads a guest's name from a submitted form. */
export function readGuestName(form: FormData): { name: string; issues: HTTPIssue[] } {
  const name = cleanLine(fieldOf(form, "name"));
  if (name === "") return { name, issues: [{ path: "name", message: "errors:issue.name" }] };
  const isLong = name.length > NAME_LENGTH;
  return { name, issues: isLong ? [{ path: "name", message: "errors:issue.tooLong" }] : [] };
}

/** Reads the fields of `guestFields` from a submitted form. */
export function readGuestFields({ questions, levels }: Asked, form: FormData) {
  const { name, issues } = readGuestName(form);
  const level = fieldOf(form, "level");
  if (levels.length > 0 && !levels.some(({ id }) => id === level))
    issues.push({ path: "level", message: "errors:issue.value" });
  const read = readAnswers(questions, (id) => fieldOf(form, `answer.${id}`));
  const seats = Number(fieldOf(form, "seats") || "1");
  if (!Number.isInteger(seats) || seats < 1)
    issues.push({ path: "seats", message: "errors:issue.rsvpPlusOnes" });
  return {
    issues: [...issues, ...read.issues],
    change: {
      name,
      seats,
      levelId: levels.length > 0 ? level : null,
      takesFewer: form.has("takesFewer"),
      sharesEmail: form.has("sharesEmail"),
      sharesName: form.has("sharesName"),
      answers: read.answers,
    },
  };
}

/** The submitted texts, with which a rejected form comes back. */
export const typedValues = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form.entries()].filter((pair): pair is [string, string] => typeof pair[1] === "string"),
  );
