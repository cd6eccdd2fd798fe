import {
  candidateFieldKey,
  entryFieldLabel,
  findingText,
  presentFacts,
  presentOrigins,
} from "~/components/candidate/present-entry.server";
import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import { CATEGORIES } from "~/lib/event/categories";
import { EVENT_FIELDS, eventField, type NameOfType } from "~/lib/event/event-fields";
import { ANSWER_FIELD_NAMES, EMPTY_ANSWER_VALUES } from "~/lib/event/field-groups";
import type { RequestContext } from "~/lib/http/request-context";
import { currencyOf, formatNumber } from "~/lib/text/money";
import type { City } from "~/modules/cities/queries.server";
import { choiceText } from "~/modules/events/present/present-event.server";
import {
  type CorrectionTexts,
  correctionTexts,
} from "~/modules/intake/ingestion/correction-fields.server";
import { gradeOfFinding } from "~/modules/intake/ingestion/finding-table";
import type { Wizard } from "~/modules/intake/ingestion/wizard";
import {
  answerOf,
  assessEntries,
  entriesOf,
  type WizardEntry,
} from "~/modules/intake/ingestion/wizard.server";
import type { CandidateFinding } from "../../../../db/schema/index";

export type PreviewView = Awaited<ReturnType<typeof previewPage>>;
export type EntryView = PreviewView["entries"][number];
export type FactsView = ReturnType<typeof presentFacts>;
export type IssueView = EntryView["issues"][number];
export type CorrectionChoicesView = ReturnType<typeof correctionChoices>;

/** Entries per preview page. */
const PREVIEW_PAGE = 20;

const pageOf = (page: number, entries: number): number =>
  Math.min(
    Math.max(1, Number.isInteger(page) ? page : 1),
    Math.max(1, Math.ceil(entries / PREVIEW_PAGE)),
  );

/** Data of the third step: entries extracted from the answer, 20 per page. */
export async function previewPage(
  context: RequestContext,
  wizard: Wizard,
  city: City,
  wanted: number,
) {
  const { deps, locale } = context;
  const t = translatorFor(locale);
  const entries = entriesOf(deps, wizard, city, await answerOf(deps, wizard));
  if (entries === null) throw new AppError("conflict");
  const { corrected } = entries;
  const page = pageOf(wanted, corrected.length);
  const currency = currencyOf(city.countryCode);
  const pages = Math.max(1, Math.ceil(corrected.length / PREVIEW_PAGE));
  const shown = corrected.slice((page - 1) * PREVIEW_PAGE, page * PREVIEW_PAGE);
  const assessed = await assessEntries(deps, city, corrected);
  const doubtful = assessed.doubtful.size;
  return {
    answer: wizard.values.answer,
    summary: t("ingestion:preview.summary", { count: corrected.length }),
    sure: t("ingestion:preview.sure", { count: corrected.length - doubtful }),
    doubtful: doubtful === 0 ? null : t("ingestion:preview.doubtful", { count: doubtful }),
    page,
    pages: Array.from({ length: pages }, (_, index) => ({
      number: index + 1,
      label: formatNumber(index + 1, locale),
      isCurrent: index + 1 === page,
    })),
    entries: shown.map((entry) =>
      presentEntry(
        context,
        entry,
        assessed.findings.get(entry.event.index) ?? [],
        currency,
        (index) => corrected[index],
      ),
    ),
    choices: correctionChoices(context, currency),
  };
}

/** Options of the correction inputs. */
export function correctionChoices({ locale }: Pick<RequestContext, "locale">, currency: string) {
  const t = translatorFor(locale);
  const names = new Intl.DisplayNames([locale], { type: "currency" });
  return {
    categories: CATEGORIES.map(({ name, fa }) => ({
      value: name as string,
      label: locale === "fa" ? fa : name,
    })),
    currencies: [...new Set([currency, "IRR", "USD", "EUR"])].map((value) => ({
      value,
      label:
        value === "IRR" ? t("ingestion:field.toman") : `${names.of(value) ?? value} (${value})`,
    })),
    facts: ANSWER_FIELD_NAMES.map((name) => {
      const field = eventField(name);
      const type = EVENT_FIELDS[name].type;
      const options = field.type === "choice" ? field.options : [];
      return {
        name,
        label: t(candidateFieldKey(name)),
        type,
        options: options.map((value) => ({
          value,
          label: choiceText(name as NameOfType<"choice">, value, locale),
        })),
        isOptional: EMPTY_ANSWER_VALUES[name] === null,
      };
    }),
  };
}

/**
 * @param findings findings that a run would report
 * @param entryAt returns another entry of the answer by its index
 */
function presentEntry(
  context: RequestContext,
  { original, event, isTaken, isCorrected }: WizardEntry,
  findings: readonly CandidateFinding[],
  currency: string,
  entryAt: (index: number) => WizardEntry | undefined,
) {
  const { locale, calendar } = context;
  const t = translatorFor(locale);
  const duplicate =
    original.duplicateOf === null ? undefined : entryAt(original.duplicateOf)?.event;
  const texts: CorrectionTexts = correctionTexts(event, currency, calendar);
  return {
    index: event.index,
    number: formatNumber(event.index + 1, locale),
    isTaken,
    isCorrected,
    isValid: event.valid,
    ...presentFacts(event, context, currency),
    duplicate: duplicate
      ? t("ingestion:preview.duplicate", {
          number: (original.duplicateOf ?? 0) + 1,
          title: presentFacts(duplicate, context, currency).title,
        })
      : null,
    issues: findings.map(({ field, code }, place) => ({
      key: `${place} ${code}`,
      field: entryFieldLabel(field, context),
      text: findingText(code, context),
      grade: gradeOfFinding(code),
    })),
    origins: presentOrigins(event, context),
    texts,
  };
}
