import { showingMoment } from "~/components/event-page/event-showings.server";
import { typedValues } from "~/components/hosting/guest-fields.server";
import { localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { redirectWithToast } from "~/lib/http/flash.server";
import { formAnswer } from "~/lib/http/form-answer.server";
import { parseInput } from "~/lib/http/parse-input";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { foldDigits } from "~/lib/text/digits";
import { getVisibleEvent } from "~/modules/events/get-event.server";
import { askedOf } from "~/modules/hosting/answers.server";
import { assertHosts } from "~/modules/hosting/host-access.server";
import {
  HostingInput,
  LEVELS_MAX,
  QUESTIONS_MAX,
  ShowingInput,
  saveHosting,
  saveShowing,
} from "~/modules/hosting/hosting-settings.server";
import { getHosting, hostedShowingsOf } from "~/modules/hosting/showings.server";
import { GUEST_LISTS, QUESTION_KINDS } from "../../../../db/schema/index";
import { hostHead } from "../host-head.server";

/** Empty rows for more questions and levels. */
const SPARE = 2;
const MINUTES = 60;

const hours = (minutes: number | null) => (minutes === null ? "" : String(minutes / MINUTES));
const textOf = (value: number | null) => (value === null ? "" : String(value));

/** Data of the page on which a host says how many may come and what they are asked. */
export async function rsvpSettingsLoader(context: SignedInContext, id: string, request: Request) {
  const { deps, signedIn, locale, calendar } = context;
  const t = translatorFor(locale);
  await assertHosts(deps, signedIn, { kind: "event", id }, "settings");
  const event = await getVisibleEvent(deps, signedIn, id, () => true);
  const [hosting, { questions, levels }, showings, of] = await Promise.all([
    getHosting(deps, id),
    askedOf(deps, id),
    hostedShowingsOf(deps, id),
    hostHead(context, id, "rsvp"),
  ]);
  const at = new URL(request.url).searchParams.get("at");
  const chosen = showings.find(({ originalStart }) => originalStart === at) ?? null;
  const when = (moment: number) => showingMoment(moment, event.timeZone, { locale, calendar });
  const [opens, closes] = chosen
    ? [
        chosen.opensAt === null ? null : (chosen.startsAt - chosen.opensAt) / 60_000,
        (chosen.startsAt - chosen.closesAt) / 60_000,
      ]
    : [hosting.opensBefore, hosting.closesBefore];
  const { capacity, needsApproval, hasWaitlist, maxPlusOnes } = chosen ?? hosting;
  const rows = <T>(list: readonly T[], max: number): (T | null)[] =>
    [...list, ...Array<null>(SPARE).fill(null)].slice(0, max);
  return {
    head: pageHead(context, paths.hostSettings(id), {
      title: t("hosting:settings.title"),
      noindex: true,
    }),
    of,
    title: chosen
      ? t("hosting:settings.showingAt", { when: when(chosen.startsAt) })
      : t("hosting:settings.title"),
    lead: chosen
      ? t("hosting:settings.showingHelp")
      : t("hosting:settings.lead", {
          event: `\u2068${localized({ en: event.titleEn, fa: event.titleFa }, locale)}\u2069`,
        }),
    event: paths.event(id),
    back: t("hosting:form.back"),
    whole: chosen ? { href: paths.hostSettings(id), label: t("hosting:settings.whole") } : null,
    /** Changes once the settings are saved. */
    version: chosen
      ? [at, capacity, needsApproval, hasWaitlist, maxPlusOnes, opens, closes].join()
      : hosting.updatedAt,
    showing: chosen && { value: chosen.originalStart, isOwn: chosen.hasOwnSettings },
    places: {
      capacity: textOf(capacity),
      needsApproval,
      hasWaitlist,
      maxPlusOnes: String(maxPlusOnes),
      opensBefore: hours(opens),
      closesBefore: hours(closes),
    },
    isOn: hosting.isOn,
    guestList: hosting.guestList,
    guestLists: GUEST_LISTS.map((value) => ({
      value,
      label: t(`hosting:settings.guestLists.${value}`),
    })),
    keptDays: String(hosting.keptDays),
    sendsDigest: hosting.sendsDigest,
    kinds: QUESTION_KINDS.map((value) => ({ value, label: t(`hosting:settings.kinds.${value}`) })),
    questions: rows(questions, QUESTIONS_MAX).map((question, at_) => ({
      prefix: `question.${at_}`,
      labelEnText: t("hosting:settings.questionEn", { count: at_ + 1 }),
      labelFaText: t("hosting:settings.questionFa", { count: at_ + 1 }),
      id: question?.id ?? "",
      labelEn: question?.labelEn ?? "",
      labelFa: question?.labelFa ?? "",
      kind: question?.kind ?? "text",
      choices: (question?.choices ?? [])
        .map(({ en, fa }) => (fa === null ? en : `${en} | ${fa}`))
        .join("\n"),
      isRequired: question?.isRequired ?? false,
    })),
    levels: rows(levels, LEVELS_MAX).map((level, at_) => ({
      prefix: `level.${at_}`,
      nameEnText: t("hosting:settings.levelEn", { count: at_ + 1 }),
      nameFaText: t("hosting:settings.levelFa", { count: at_ + 1 }),
      id: level?.id ?? "",
      nameEn: level?.nameEn ?? "",
      nameFa: level?.nameFa ?? "",
      price: textOf(level?.price ?? null),
      ticketUrl: level?.ticketUrl ?? "",
      capacity: textOf(level?.capacity ?? null),
    })),
    showings: chosen
      ? []
      : showings.map((showing) => ({
          href: paths.hostSettings(id, { at: showing.originalStart }),
          label: when(showing.startsAt),
          counts: [
            t("hosting:settings.counts", { taken: showing.taken, waiting: showing.waiting }),
            showing.hasOwnSettings ? t("hosting:settings.own") : "",
          ]
            .filter(Boolean)
            .join(" · "),
        })),
    words: {
      isOn: t("hosting:settings.isOn"),
      isOnHelp: [t("hosting:settings.isOnHelp"), !event.isListed && t("hosting:settings.opensOnce")]
        .filter(Boolean)
        .join(" "),
      capacity: t("hosting:settings.capacity"),
      capacityHelp: t("hosting:settings.capacityHelp"),
      needsApproval: t("hosting:settings.needsApproval"),
      hasWaitlist: t("hosting:settings.hasWaitlist"),
      maxPlusOnes: t("hosting:settings.maxPlusOnes"),
      opensBefore: t("hosting:settings.opensBefore"),
      opensHelp: t("hosting:settings.opensHelp"),
      closesBefore: t("hosting:settings.closesBefore"),
      guestList: t("hosting:settings.guestList"),
      guestListHelp: t("hosting:settings.guestListHelp"),
      keptDays: t("hosting:settings.keptDays"),
      sendsDigest: t("hosting:settings.sendsDigest"),
      questions: t("hosting:settings.questions"),
      questionsHelp: t("hosting:settings.questionsHelp"),
      kind: t("hosting:settings.kind"),
      choices: t("hosting:settings.choices"),
      required: t("hosting:settings.required"),
      levels: t("hosting:settings.levels"),
      levelsHelp: t("hosting:settings.levelsHelp"),
      price: t("hosting:settings.price"),
      ticketUrl: t("hosting:settings.ticketUrl"),
      levelCapacity: t("hosting:settings.levelCapacity"),
      showing: t("hosting:settings.showing"),
      own: t("hosting:settings.own"),
      save: t("hosting:settings.save"),
    },
  };
}

/** A number as typed, in any digits; null where empty, NaN where it is none. */
function numberOf(form: FormData, name: string): number | null {
  const text = foldDigits(fieldOf(form, name)).trim();
  return text === "" ? null : Number(text);
}

const placesIn = (form: FormData) => ({
  capacity: numberOf(form, "capacity"),
  needsApproval: form.has("needsApproval"),
  hasWaitlist: form.has("hasWaitlist"),
  maxPlusOnes: numberOf(form, "maxPlusOnes") ?? 0,
  opensBefore: numberOf(form, "opensBefore"),
  closesBefore: numberOf(form, "closesBefore") ?? 0,
});

const orNothing = (text: string) => text.trim() || null;

/** The filled rows of questions and levels. */
function rowsIn(form: FormData, currency: string) {
  const at = (prefix: string) => (name: string) => fieldOf(form, `${prefix}.${name}`);
  const filled = (kind: string, max: number, name: string) =>
    Array.from({ length: max }, (_, index) => `${kind}.${index}`).filter(
      (prefix) => fieldOf(form, `${prefix}.${name}`).trim() !== "",
    );
  return {
    questions: filled("question", QUESTIONS_MAX, "labelEn").map((prefix) => {
      const field = at(prefix);
      return {
        id: orNothing(field("id")),
        kind: field("kind"),
        labelEn: field("labelEn"),
        labelFa: orNothing(field("labelFa")),
        choices: field("choices")
          .split("\n")
          .filter((line) => line.trim() !== "")
          .map((line) => {
            const [en = "", fa = ""] = line.split("|");
            return { en, fa: orNothing(fa) };
          }),
        isRequired: form.has(`${prefix}.isRequired`),
      };
    }),
    levels: filled("level", LEVELS_MAX, "nameEn").map((prefix) => {
      const field = at(prefix);
      return {
        id: orNothing(field("id")),
        nameEn: field("nameEn"),
        nameFa: orNothing(field("nameFa")),
        price: numberOf(form, `${prefix}.price`) ?? 0,
        currency,
        ticketUrl: orNothing(field("ticketUrl")),
        capacity: numberOf(form, `${prefix}.capacity`),
      };
    }),
  };
}

/** Saves the settings of the event, or of one showing. */
export async function rsvpSettingsAction(context: SignedInContext, id: string, request: Request) {
  const { deps, signedIn } = context;
  const form = await readForm(request);
  return formAnswer(context, { values: typedValues(form) }, async () => {
    await assertHosts(deps, signedIn, { kind: "event", id }, "settings");
    const event = await getVisibleEvent(deps, signedIn, id, () => true);
    const showing = fieldOf(form, "showing");
    if (showing !== "")
      await saveShowing(
        deps,
        signedIn,
        id,
        showing,
        form.has("own") ? parseInput(ShowingInput, placesIn(form)) : null,
      );
    else
      await saveHosting(
        deps,
        signedIn,
        id,
        parseInput(HostingInput, {
          ...placesIn(form),
          isOn: form.has("isOn"),
          guestList: fieldOf(form, "guestList"),
          keptDays: numberOf(form, "keptDays"),
          sendsDigest: form.has("sendsDigest"),
          ...rowsIn(form, event.currency),
        }),
      );
    return redirectWithToast(request, paths.hostSettings(id), {
      kind: "success",
      text: "hosting:settings.saved",
    });
  });
}
