import { redirect } from "@remix-run/cloudflare";
import { inLanguageOf } from "~/i18n/addressed-language";
import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import type { EventValues } from "~/lib/event/event-fields";
import { type TextPath, textAt } from "~/lib/event/field-groups";
import { redirectWithToast } from "~/lib/http/flash.server";
import { formAnswer } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { verificationNotice } from "~/lib/pages/viewer.server";
import { paths } from "~/lib/paths";
import { cleanLine, cleanLines } from "~/lib/text/clean-text";
import { missingOf, textLimits } from "~/modules/authoring/check-values.server";
import { confirmTranslation } from "~/modules/authoring/confirm-translation.server";
import { formStateOfValues } from "~/modules/authoring/event-values.server";
import { getOwnEvent, ownEventValues, versionOf } from "~/modules/authoring/find-own-event.server";
import { handOver, type Language, takeBack } from "~/modules/authoring/hand-over.server";
import { saveEvent } from "~/modules/authoring/save-event.server";
import type { EventInput } from "~/modules/authoring/schema";
import { submitEvent } from "~/modules/authoring/submit-event.server";
import { draftableLanguages, draftLanguage } from "~/modules/intake/drafting/draft-language.server";
import { settingsOf } from "~/modules/settings/platform-settings.server";
import { partsOfForm } from "../event-form/event-form-parts.server";

/** Texts that a submission needs, or that a translation consists of. */
const TEXTS = ["title", "venue", "description"] as const;
/** Size limit of the form, bytes. */
const FORM_MAX = 262_144;

/**
 * The language that a draft lacks: English where a submission needs it, else Persian; the marked
 * one, or English, while complete.
 */
function languageOf(values: EventValues, marks: readonly TextPath[]): Language {
  if (
    missingOf(values).some(({ path }) => path.endsWith(".en")) ||
    marks.some((path) => path.endsWith(".en"))
  )
    return "en";
  return values.title.fa === null || marks.length > 0 ? "fa" : "en";
}

/** Optional parts of a complete event, with the section of the full form for each. */
function additionsOf(values: EventValues) {
  return [
    ...(values.imageUrl === null ? (["media"] as const) : []),
    ...(values.ticketUrl === null ? (["price"] as const) : []),
    ...(values.address.en === null && values.address.fa === null ? (["where"] as const) : []),
    ...(values.categories.length === 0 || values.tags.length === 0 ? (["topics"] as const) : []),
    ...(values.traits.length === 0 ? (["practical"] as const) : []),
  ];
}

/**
 * A draft as it will be published, with what it still needs. @throws not-found for anyone but its
 * author and editors that it is handed over to
 */
export async function finishLoader(context: SignedInContext, request: Request, id: string) {
  const { deps, locale, signedIn } = context;
  const own = await getOwnEvent(deps, signedIn, id);
  if (!own.draft) throw redirect(inLanguageOf(request, paths.editEvent(id)));
  const t = translatorFor(locale);
  const values = ownEventValues(own);
  const { machineTranslated: marks, needsLanguage } = own.draft;
  const city = [...own.cities.values()].find(({ slug }) => slug === values.city);
  const language = languageOf(values, marks);
  const other = language === "en" ? "fa" : "en";
  const [{ content }, drafted, parts] = await Promise.all([
    settingsOf(deps),
    draftableLanguages(deps, values),
    partsOfForm(context, values, formStateOfValues(values, city), id),
  ]);
  const limits = textLimits(content);
  const lacking = TEXTS.filter((name) => values[name][language] === null);
  const title = t("authoring:finish.title");
  return {
    head: pageHead(context, paths.finishEvent(id), {
      title,
      description: t("authoring:finish.lead"),
      noindex: true,
    }),
    id,
    version: versionOf(own),
    preview: parts.preview,
    duplicates: parts.duplicates,
    language,
    isLacking: lacking.length > 0,
    isComplete: missingOf(values).length === 0,
    texts: TEXTS.map((name) => ({
      path: `${name}.${language}` as const,
      original: values[name][other],
      text: values[name][language] ?? "",
      isMachine: marks.includes(`${name}.${language}`),
      isLong: name === "description",
      max: limits[name].max,
    })),
    isDraftable: drafted.includes(language),
    mayHandOver: lacking.length > 0 && own.draft.creatorId === signedIn.id,
    handedOver: needsLanguage,
    isOwn: own.draft.creatorId === signedIn.id,
    additions: additionsOf(values).map((part) => ({
      part,
      label: t(`authoring:finish.add.${part}`),
      href: `${paths.editEvent(id)}#${part}`,
    })),
    verification: verificationNotice(signedIn, "event:submit", locale),
  };
}

/** The stored values with the texts of the form. */
function withTexts(values: EventValues, form: FormData): EventInput {
  const changed = TEXTS.map((name) => {
    const clean = name === "description" ? cleanLines : cleanLine;
    const text = (language: Language) => {
      const typed = form.get(`${name}.${language}`);
      return typeof typed === "string" ? clean(typed) || null : values[name][language];
    };
    return [name, { en: text("en"), fa: text("fa") }];
  });
  return { ...values, ...Object.fromEntries(changed) } as EventInput;
}

/**
 * Action of the page: saves what was typed, then drafts, confirms, hands over, takes back or
 * submits.
 */
export async function finishAction(context: SignedInContext, request: Request, id: string) {
  const { deps, signedIn } = context;
  const typed: Record<string, string> = {};
  return formAnswer(
    context,
    {
      values: typed,
      failed: "authoring:failed.submit",
      stale: "authoring:failed.stale",
      conflict: "authoring:failed.conflict",
      unverified: "authoring:failed.unverified",
    },
    async () => {
      const form = await readForm(request, FORM_MAX);
      const [intent = "", language] = fieldOf(form, "intent").split(":") as [
        string,
        Language | undefined,
      ];
      const own = await getOwnEvent(deps, signedIn, id);
      if (!own.draft) throw new AppError("conflict");
      const here = (
        text: "translated" | "confirmed" | "takenBack" | "drafted",
        kind: "success" | "info" = "success",
      ) =>
        redirectWithToast(request, paths.finishEvent(id), {
          kind,
          text: `authoring:toast.${text}`,
        });
      if (intent === "take-back") {
        await takeBack(deps, signedIn, id);
        return here("takenBack", "info");
      }
      const input = withTexts(own.draft.values, form);
      for (const name of TEXTS)
        for (const of of ["en", "fa"] as const) typed[`${name}.${of}`] = input[name][of] ?? "";
      const version = Number(fieldOf(form, "version"));
      await saveEvent(
        deps,
        signedIn,
        id,
        input,
        Number.isSafeInteger(version) && version > 0 ? version : null,
      );
      if (intent === "submit") {
        const status = await submitEvent(deps, signedIn, id);
        // An editor goes on to decide: their own list does not have the event of another host.
        const isOwn = own.draft.creatorId === signedIn.id;
        const waiting = isOwn
          ? paths.myEvents({ tab: "pending" })
          : paths.adminInbox({ case: `new-${id}` });
        return redirectWithToast(request, status === "approved" ? paths.event(id) : waiting, {
          kind: "success",
          text: `authoring:toast.${status}`,
          ...(status === "approved" && { celebrates: true }),
        });
      }
      if (language !== "en" && language !== "fa") throw new AppError("bad-request");
      if (intent === "save") return here("drafted");
      if (intent === "draft") {
        await draftLanguage(deps, signedIn, id, language);
        return here("translated");
      }
      if (intent === "hand-over") {
        await handOver(deps, signedIn, id, language);
        return redirectWithToast(request, paths.myEvents({ tab: "drafts" }), {
          kind: "success",
          text: "authoring:toast.handedOver",
        });
      }
      if (intent !== "confirm") throw new AppError("bad-request");
      const { draft } = await getOwnEvent(deps, signedIn, id);
      const marks = (draft?.machineTranslated ?? []).filter(
        (path) => path.endsWith(`.${language}`) && textAt(input, path) !== null,
      );
      if (marks.length > 0) await confirmTranslation(deps, signedIn, id, marks);
      return here("confirmed");
    },
  );
}
