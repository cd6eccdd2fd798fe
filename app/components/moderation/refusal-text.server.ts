import { errorTranslatorFor } from "../../i18n/error-messages.server";
import type { Locale } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import { TEXT_PATHS } from "../../lib/event/event-fields";
import type { HTTPIssue } from "../../lib/http/form-failure";

/** What an approval waits for: each field with a sentence. */
export function presentBlocks(issues: readonly HTTPIssue[], locale: Locale) {
  const t = translatorFor(locale);
  const say = errorTranslatorFor(locale);
  const found = new Map<string, string>();
  for (const { path, message, values } of issues) {
    const sentence = say(message, values);
    const text = TEXT_PATHS.find((known) => known === path);
    // Sentences of required fields name them.
    const isNamed = !text || /^errors:issue\.required\./.test(message);
    if (!found.has(path))
      found.set(path, isNamed ? sentence : `${t(`authoring:field.${text}`)}: ${sentence}`);
  }
  return [...found].map(([path, text]) => ({ path, text }));
}

/** Why a decision on a case does not go through, in words. */
export function refusalText(
  { code, issues }: { code: string; issues: readonly HTTPIssue[] },
  locale: Locale,
): string {
  const t = translatorFor(locale);
  if (issues.length > 0)
    return [...new Set(presentBlocks(issues, locale).map(({ text }) => text))].join(" ");
  if (code === "not-found") return t("ingestion:candidate.gone");
  if (code === "forbidden" || code === "unauthorized") return t("moderation:inbox.mayNot");
  return t("ingestion:candidate.tooLate");
}
