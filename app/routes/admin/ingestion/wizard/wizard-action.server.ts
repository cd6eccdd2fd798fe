import { data, redirect } from "@remix-run/cloudflare";
import { addressedLanguage, inLanguage } from "~/i18n/addressed-language";
import { errorTranslatorFor } from "~/i18n/error-messages.server";
import type { Locale } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { AssistantFailed } from "~/lib/deps";
import { AppError } from "~/lib/errors";
import { CATEGORY_NAMES } from "~/lib/event/categories";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { describeError, log } from "~/lib/runtime/log";
import { currencyOf, formatNumber } from "~/lib/text/money";
import { findCityBySlug } from "~/modules/cities/queries.server";
import { ENTRIES_MAX } from "~/modules/intake/entries/collect-entries";
import { ANSWER_MAX, parseAnswer } from "~/modules/intake/entries/parse-answer.server";
import { askAssistant } from "~/modules/intake/ingestion/ask-assistant.server";
import {
  CORRECTION_FIELDS,
  type CorrectionTexts,
  correctionTexts,
  readCorrection,
} from "~/modules/intake/ingestion/correction-fields.server";
import { answerContext } from "~/modules/intake/ingestion/parse-response.server";
import { AI_PROVIDERS } from "~/modules/intake/ingestion/prompt";
import { startRun } from "~/modules/intake/ingestion/start-run.server";
import type { Wizard, WizardChoice } from "~/modules/intake/ingestion/wizard";
import { RUN_EVENTS_MAX } from "~/modules/intake/ingestion/wizard";
import {
  answerOf,
  createWizard,
  discardWizard,
  entriesOf,
  readWizard,
  saveAnswer,
  saveWizard,
  sentEvent,
} from "~/modules/intake/ingestion/wizard.server";
import { promptOf, wizardParams, wizardPath } from "../wizard.server";

/** A rejected step: a message, field errors and the typed values. */
export interface WizardRefusal {
  message: string | null;
  issues: Record<string, string>;
  choice: { city: string; month: string; provider: string; categories: string[] } | null;
  answer: string | null;
  /** Typed values and errors by entry index. */
  entries: Record<
    string,
    { texts: CorrectionTexts; issues: Record<string, string>; isTaken: boolean }
  >;
}

/** Size limit of a form with an answer, bytes. Line ends are submitted as CRLF. */
const FORM_MAX = ANSWER_MAX + 1_048_576;
/** Maximum length of a rejected answer that returns to the field, characters. */
const ECHO_MAX = 500_000;
const MONTH = /^(199\d|20\d\d)-(0[1-9]|1[0-2])$/;

const refuse = (refusal: Partial<WizardRefusal>, status = 400) =>
  data<WizardRefusal>(
    { message: null, issues: {}, choice: null, answer: null, entries: {}, ...refusal },
    { status },
  );

/** Removes the final period, for embedding in another sentence. */
const withoutStop = (sentence: string): string => sentence.replace(/\.$/, "");

/** Actions of the wizard's four steps (product.md §2). */
export async function wizardAction(context: RequestContext, request: Request) {
  const { deps, signedIn, locale } = context;
  assertCan(signedIn, "ingestion:manage");
  const t = translatorFor(locale);
  const url = new URL(request.url);
  const place = wizardPath(url);
  const { id, step } = wizardParams(url.searchParams);
  const tooLarge = () => {
    const error = t("ingestion:wizard.refused.tooLarge");
    return refuse({ message: t("ingestion:wizard.refused.parse", { error }) }, 413);
  };
  const form = await expecting({ "too-large": tooLarge }, () => readForm(request, FORM_MAX));
  if (!(form instanceof FormData)) return form;
  const intent = fieldOf(form, "intent");
  const go = (wizard: string, to: number, more: Record<string, number> = {}) =>
    redirect(
      inLanguage(paths[place]({ wizard, step: to, ...more }), addressedLanguage(url.search)),
      303,
    );
  if (intent === "discard") {
    const which = fieldOf(form, "wizard") || id;
    if (which) await discardWizard(deps, signedIn, which);
    throw redirectWithToast(request, paths[place](), {
      kind: "info",
      text: "ingestion:wizard.discarded",
    });
  }
  const wizard = id === null ? null : await readWizard(deps, signedIn, id);
  // Repeated request: the first one has started the run.
  if (wizard?.values.runId) throw started(request, wizard.values.runId);
  const stale = () => refuse({ message: t("ingestion:wizard.refused.otherWindow") }, 409);
  // Shows the specified message and keeps the pasted text (product.md §8).
  const unexpected = async (error: unknown) => {
    if (step !== 2 && step !== 4) throw error;
    log("error", "ingestion.wizard-failed", {
      requestId: context.requestId,
      step,
      ...describeError(error),
    });
    const text = step === 2 ? await pastedIn(form) : "";
    return refuse(
      {
        message: t(
          step === 2 ? "ingestion:wizard.refused.parse" : "ingestion:wizard.refused.start",
          {
            error: t(
              step === 2
                ? "ingestion:wizard.refused.parseFailed"
                : "ingestion:wizard.refused.startFailed",
            ),
          },
        ),
        answer: text !== "" && text.length <= ECHO_MAX ? text : null,
      },
      500,
    );
  };
  return expecting({ conflict: stale, unexpected }, () => {
    if (step === 1) return choose(context, form, wizard, go);
    if (!wizard) throw new AppError("bad-request");
    if (step === 2) return takeAnswer(context, form, wizard, go);
    if (step === 3) return correct(context, form, wizard, go);
    return start(context, request, wizard);
  });
}

type Go = (wizard: string, to: number, more?: Record<string, number>) => Response;

async function choose(
  { deps, signedIn, locale }: RequestContext,
  form: FormData,
  wizard: Wizard | null,
  go: Go,
) {
  const t = translatorFor(locale);
  const choice = {
    city: fieldOf(form, "city"),
    month: fieldOf(form, "month"),
    provider: fieldOf(form, "provider"),
    categories: CATEGORY_NAMES.filter((name) => form.getAll("category").includes(name)),
  };
  const city = await findCityBySlug(deps, choice.city);
  const provider = AI_PROVIDERS.find((known) => known === choice.provider);
  const issues: Record<string, string> = {
    ...(!city && { city: t("ingestion:wizard.refused.city") }),
    ...(!MONTH.test(choice.month) && { month: t("ingestion:wizard.refused.month") }),
    ...(!provider && { provider: t("ingestion:wizard.refused.provider") }),
  };
  if (!city || !provider || Object.keys(issues).length > 0) return refuse({ issues, choice });
  const chosen: WizardChoice = {
    city: city.slug,
    month: choice.month,
    provider,
    categories: choice.categories,
  };
  const isAsBefore =
    wizard !== null && JSON.stringify(chosen) === JSON.stringify({ ...pick(wizard.values) });
  if (fieldOf(form, "intent") === "next") {
    if (!wizard || !isAsBefore)
      return refuse({ message: t("ingestion:wizard.refused.prompt"), choice });
    throw go(wizard.id, 2);
  }
  const id = wizard?.id ?? (await createWizard(deps, signedIn, chosen));
  if (wizard && !isAsBefore) await saveWizard(deps, wizard, chosen);
  throw go(id, 1);
}

const pick = ({ city, month, provider, categories }: WizardChoice): WizardChoice => ({
  city,
  month,
  provider,
  categories,
});

/** The pasted text, or that of the uploaded file. */
async function pastedIn(form: FormData): Promise<string> {
  const file = form.get("file");
  if (file !== null && typeof file !== "string" && file.size > 0) return file.text();
  return fieldOf(form, "rawResponse");
}

async function takeAnswer(context: RequestContext, form: FormData, wizard: Wizard, go: Go) {
  const { deps, locale } = context;
  const t = translatorFor(locale);
  const intent = fieldOf(form, "intent");
  const city = await findCityBySlug(deps, wizard.values.city);
  if (!city) return refuse({ message: t("ingestion:wizard.refused.city") });
  if (intent === "ask") {
    if (!deps.assistant) throw new AppError("not-found");
    const text = await askAll(context, promptOf(wizard, city));
    if (text === null)
      return refuse(
        { message: t("ingestion:wizard.ask.failed"), answer: fieldOf(form, "rawResponse") },
        502,
      );
    await saveAnswer(deps, wizard, text, false);
    throw go(wizard.id, 2);
  }
  const text = (await pastedIn(form)).replaceAll("\r\n", "\n");
  const answer = text.length > ECHO_MAX ? null : text;
  const failed = (error: string, status = 400) =>
    refuse(
      { message: t("ingestion:wizard.refused.parse", { error: withoutStop(error) }), answer },
      status,
    );
  const isNew = text.trim() !== "" && text !== (await answerOf(deps, wizard));
  if (intent === "back") {
    if (isNew && text.length <= ANSWER_MAX) await saveAnswer(deps, wizard, text, false);
    throw go(wizard.id, 1);
  }
  if (text.trim() === "") {
    // A long answer is stored but not shown again. An empty field keeps it.
    if (wizard.values.isRead && form.get("kept") === "1") throw go(wizard.id, 3);
    return refuse({ message: t("ingestion:wizard.refused.answer"), answer });
  }
  const read = parseAnswer(text, answerContext(deps, city, wizard.values.month));
  if (!read.ok) {
    if (read.reason !== "too-large" && isNew) await saveAnswer(deps, wizard, text, false);
    if (read.reason === "too-large") return failed(tooLarge(read.of, locale), 413);
    return refuse({
      message: t(
        read.reason === "invalid-json"
          ? "ingestion:wizard.refused.json"
          : "ingestion:wizard.refused.noEvents",
      ),
      answer,
    });
  }
  if (read.events.length > RUN_EVENTS_MAX)
    return failed(
      errorTranslatorFor(locale)("errors:answer.tooMany", {
        max: RUN_EVENTS_MAX,
        found: read.events.length,
      }),
    );
  if (isNew || !wizard.values.isRead) await saveAnswer(deps, wizard, text, true);
  throw go(wizard.id, 3);
}

function tooLarge(of: "bytes" | "entries", locale: Locale): string {
  const t = translatorFor(locale);
  if (of === "bytes") return t("ingestion:wizard.refused.tooLarge");
  return t("ingestion:wizard.refused.tooManyEntries", { max: formatNumber(ENTRIES_MAX, locale) });
}

/** The model's whole answer, for use without JavaScript. @returns null after a failure */
async function askAll({ deps, signedIn }: RequestContext, prompt: string): Promise<string | null> {
  try {
    let text = "";
    for await (const piece of askAssistant(deps, signedIn, prompt)) text += piece;
    return text.trim() === "" ? null : text;
  } catch (error) {
    if (error instanceof AssistantFailed) return null;
    throw error;
  }
}

async function correct(context: RequestContext, form: FormData, wizard: Wizard, go: Go) {
  const { deps, locale, calendar } = context;
  const t = translatorFor(locale);
  const say = errorTranslatorFor(locale);
  const city = await findCityBySlug(deps, wizard.values.city);
  const entries = city && entriesOf(deps, wizard, city, await answerOf(deps, wizard));
  if (!city || !entries || fieldOf(form, "answer") !== String(wizard.values.answer))
    throw new AppError("conflict");
  const currency = currencyOf(city.countryCode);
  const around = { month: wizard.values.month, country: city.countryCode };
  const corrections = { ...wizard.values.corrections };
  const leftOut = new Set(wizard.values.leftOut);
  const refused: WizardRefusal["entries"] = {};
  const typed: WizardRefusal["entries"] = {};
  for (const value of form.getAll("entry")) {
    const entry = entries.corrected[Number(value)];
    if (!entry) continue;
    const { index } = entry.original;
    const isTaken = form.get(`${index}.take`) === "1";
    if (isTaken) leftOut.delete(index);
    else leftOut.add(index);
    const texts = Object.fromEntries(
      CORRECTION_FIELDS.map((field) => [field, fieldOf(form, `${index}.${field}`)]),
    ) as CorrectionTexts;
    const { values, issues } = readCorrection(
      texts,
      correctionTexts(entry.event, currency, calendar),
      around,
    );
    const messages = Object.fromEntries(
      Object.entries(issues ?? {}).map(([field, key]) => [field, say(key)]),
    );
    typed[index] = { texts, issues: messages, isTaken };
    if (issues) refused[index] = typed[index];
    else if (Object.keys(values).length > 0)
      corrections[index] = { ...corrections[index], ...values };
  }
  const intent = fieldOf(form, "intent");
  const asked = /^page:(\d{1,3})$/.exec(intent)?.[1];
  const isBack = intent === "back";
  // Going back saves valid corrections and ignores invalid ones.
  if (Object.keys(refused).length > 0 && !isBack)
    return refuse({
      message: t("ingestion:preview.refused", { count: Object.keys(refused).length }),
      entries: typed,
    });
  const next = { corrections, leftOut: [...leftOut].sort((a, b) => a - b) };
  const hasChanged =
    JSON.stringify(next) !==
    JSON.stringify({ corrections: wizard.values.corrections, leftOut: wizard.values.leftOut });
  if (hasChanged) await saveWizard(deps, wizard, next);
  if (isBack) throw go(wizard.id, 2);
  if (asked) throw go(wizard.id, 3, { page: Number(asked) });
  if (intent === "save") throw go(wizard.id, 3, { page: Number(fieldOf(form, "page")) || 1 });
  if (leftOut.size >= entries.corrected.length)
    return refuse({ message: t("ingestion:preview.nothing") });
  throw go(wizard.id, 4);
}

/** Redirects to the run's page. The toast names the tab that lists the run (product.md §2). */
const started = (request: Request, runId: string) =>
  redirectWithToast(request, paths.adminIngestionRun(runId), {
    kind: "success",
    text: "ingestion:wizard.started",
  });

async function start(context: RequestContext, request: Request, wizard: Wizard) {
  const { deps, signedIn, locale } = context;
  const t = translatorFor(locale);
  const { values } = wizard;
  const failed = (error: string, status = 400) =>
    refuse({ message: t("ingestion:wizard.refused.start", { error: withoutStop(error) }) }, status);
  const city = await findCityBySlug(deps, values.city);
  if (!city) return failed(t("ingestion:wizard.refused.city"));
  const rawResponse = await answerOf(deps, wizard);
  const entries = entriesOf(deps, wizard, city, rawResponse);
  const taken = entries?.corrected.filter(({ isTaken }) => isTaken) ?? [];
  if (taken.length === 0) return failed(t("ingestion:preview.nothing"));
  const refused = ({ code, status, issues, sentence }: AppError) => {
    const say = errorTranslatorFor(locale);
    const { message, values: figures } = issues[0] ??
      sentence ?? { message: `errors:${code}`, values: {} };
    return failed(say(message, figures), code === "invalid" ? 400 : status);
  };
  return expecting({ any: refused }, async () => {
    const runId = await startRun(
      deps,
      signedIn,
      {
        source: "ai-agent",
        city: city.slug,
        rawResponse,
        events: taken.map(({ original }) =>
          sentEvent(original, values.corrections[original.index]),
        ),
        config: { categories: values.categories },
        metadata: { month: values.month, aiProvider: values.provider, eventsCount: taken.length },
      },
      wizard.id,
    );
    // A concurrent request may have saved the same run.
    await expecting({ any: () => null }, () => saveWizard(deps, wizard, { runId }));
    throw started(request, runId);
  });
}
