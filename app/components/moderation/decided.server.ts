import type { InboxKind } from "../../../db/schema/index";
import { errorTranslatorFor } from "../../i18n/error-messages.server";
import type { Locale } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import { SECOND } from "../../lib/dates/durations";
import { TEXT_PATHS } from "../../lib/event/field-groups";
import type { HTTPIssue } from "../../lib/http/form-failure";
import type { SignedInContext } from "../../lib/http/request-context";
import type { recentDecisions } from "../../modules/review/inbox/my-decisions.server";
import { decidedSentence, decisionsStatement, isolated } from "./event-details.server";

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

type Decided = Awaited<ReturnType<typeof recentDecisions>>[number];

/** Kinds whose decisions `stateOfCase` and the history of their events know. */
export const OF_EVENTS: readonly InboxKind[] = ["new", "edit", "source", "report"];

/**
 * The reader's last decisions: those that can be undone, newest first, and those that did not go
 * through, each with its cause.
 */
export async function presentDecided(
  context: SignedInContext,
  decided: readonly Decided[],
  hrefOf: (one: { kind: InboxKind; id: string }) => { name: string; href: string },
) {
  const { deps, locale } = context;
  const t = translatorFor(locale);
  const now = deps.clock.now();
  const caseOf = ({ kind, subjectId }: Decided) => hrefOf({ kind, id: subjectId });
  return {
    waiting: decided
      .filter(({ state }) => state === "waiting")
      .map((one) => ({
        id: one.id,
        name: caseOf(one).name,
        text: t(`moderation:inbox.done.${one.intent}`, { title: isolated(one.title) }),
        /** Seconds until it takes effect. */
        left: Math.max(0, Math.ceil((one.dueAt - now) / SECOND)),
      })),
    failed: await Promise.all(
      decided
        .filter(({ state }) => state !== "waiting")
        .map(async (one) => ({
          id: one.id,
          title: one.title,
          cause: await causeText(context, one),
          href: caseOf(one).href,
        })),
    ),
  };
}

/** The exact cause in words: who decided first, what is missing, what changed. */
async function causeText(context: SignedInContext, { state, cause, kind, subjectId }: Decided) {
  const { deps, signedIn, locale } = context;
  const t = translatorFor(locale);
  if (state === "replaced") return t("moderation:inbox.replaced");
  if (!cause) return t("moderation:inbox.broke");
  const isLate = cause.code === "conflict" && cause.issues.length === 0;
  if (!isLate || !OF_EVENTS.includes(kind)) return refusalText(cause, locale);
  const [latest] = await decisionsStatement(deps, subjectId, 1);
  const { text, values } = decidedSentence(latest, signedIn.id, context);
  return t(text, values);
}
