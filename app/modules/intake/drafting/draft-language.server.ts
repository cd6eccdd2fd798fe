import { and, eq } from "drizzle-orm";
import { eventDrafts } from "../../../../db/schema";
import { AssistantFailed, type Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import type { EventValues } from "../../../lib/event/event-fields";
import type { TextPath } from "../../../lib/event/field-groups";
import { type Actor, assertCan } from "../../../lib/permissions";
import { log } from "../../../lib/runtime/log";
import { cleanLine, cleanLines } from "../../../lib/text/clean-text";
import { fencedPrompt } from "../../../lib/text/fence-text";
import { auditWhere } from "../../audit/audit-entry.server";
import { textLimits } from "../../authoring/check-values.server";
import { checkedAgainst } from "../../authoring/draft-commands.server";
import { getOwnEvent } from "../../authoring/find-own-event.server";
import type { Language } from "../../authoring/hand-over.server";
import { settingsOf } from "../../settings/platform-settings.server";
import { runGuarded } from "../../store/run-guarded.server";
import { isPersian } from "../ingestion/candidate-values";
import {
  type GuardedText,
  guardNames,
  knownNamesIn,
  restoreNames,
  withKnownHosts,
} from "./known-names.server";

/** The texts that a model may translate. Addresses and organizers come from the tables alone. */
const DRAFTED = ["title", "description", "venue"] as const;
/** Longest answer, characters. */
const ANSWER_MAX = 30_000;

type DraftedName = (typeof DRAFTED)[number];

const otherOf = (language: Language): Language => (language === "en" ? "fa" : "en");

/** Whether a text is missing in a language and written in the other one. */
const isLacking = (values: EventValues, name: DraftedName, language: Language): boolean =>
  values[name][language] === null && values[name][otherOf(language)] !== null;

/** The languages that can be drafted; none while no model is configured or the setting is off. */
export async function draftableLanguages(
  deps: Pick<Deps, "db" | "memo" | "drafter">,
  values: EventValues,
): Promise<Language[]> {
  if (!deps.drafter || !(await settingsOf(deps)).features.enableDrafting) return [];
  return (["en", "fa"] as const).filter((language) =>
    DRAFTED.some((name) => isLacking(values, name, language)),
  );
}

/**
 * Fills the empty texts of values in a language: names from the tables of venues and organizers,
 * the rest by the configured model.
 * @returns the values, and marks of what the model wrote
 * @throws not-found without a model, without anything to fill, or while the setting is off; invalid
 * if the model gives no answer or no usable one; too-many-requests
 */
export async function translatedValues(
  deps: Deps,
  actor: Actor,
  given: EventValues,
  language: Language,
): Promise<{ values: EventValues; marks: TextPath[] }> {
  if (!(await draftableLanguages(deps, given)).includes(language)) throw new AppError("not-found");
  await deps.budget.take("drafting", actor.id);
  return translateTexts(deps, given, language);
}

/**
 * Fills the empty texts of values in a language, for callers that have counted it.
 * @throws invalid if the model gives no answer or no usable one
 */
export async function translateTexts(
  deps: Deps,
  given: EventValues,
  language: Language,
): Promise<{ values: EventValues; marks: TextPath[] }> {
  const { limits, city } = await checkedAgainst(deps, given);
  const known = city ? await withKnownHosts(deps, given, city) : given;
  const missing = DRAFTED.filter((name) => isLacking(known, name, language));
  const sources = await Promise.all(
    missing.map(async (name): Promise<[DraftedName, GuardedText]> => {
      const text = known[name][otherOf(language)] ?? "";
      return [name, guardNames(text, city ? await knownNamesIn(deps, text, city) : [], language)];
    }),
  );
  // A text that is one known name needs no model.
  const [named, asked] = [
    sources.filter(([, { text }]) => text === "⟦1⟧"),
    sources.filter(([, { text }]) => text !== "⟦1⟧"),
  ];
  const answer = asked.length > 0 ? await askFor(deps, asked, language) : {};
  const written = asked.flatMap(([name, { names }]) => {
    const text = usable(answer[name], names, {
      language,
      isLong: name === "description",
      ...textLimits(limits)[name],
    });
    return text === null ? [] : [[name, text] as const];
  });
  if (asked.length > 0 && written.length === 0) throw failed(language);
  const added = [
    ...named.map(([name, { names }]) => [name, names[0] ?? null] as const),
    ...written,
  ];
  const values = {
    ...known,
    ...Object.fromEntries(
      added.map(([name, text]) => [name, { ...known[name], [language]: text }]),
    ),
  } as EventValues;
  return { values, marks: written.map(([name]): TextPath => `${name}.${language}`) };
}

/**
 * Translates a draft. What the model wrote is marked until a person confirms or changes it
 * (docs/decisions/languages.md).
 * @throws as `translatedValues`; conflict for submitted events and after a concurrent change
 */
export async function draftLanguage(
  deps: Deps,
  actor: Actor,
  id: string,
  language: Language,
): Promise<void> {
  assertCan(actor, "event:create");
  const { draft } = await getOwnEvent(deps, actor, id);
  if (!draft) throw new AppError("conflict");
  const { values, marks } = await translatedValues(deps, actor, draft.values, language);
  const asRead = and(eq(eventDrafts.id, id), eq(eventDrafts.version, draft.version));
  await runGuarded(deps, [
    auditWhere(
      deps,
      {
        actorId: actor.id,
        action: "event.translated",
        entity: "event",
        entityId: id,
        metadata: { language, fields: marks },
        sessionId: actor.sessionId,
      },
      deps.db.select({ id: eventDrafts.id }).from(eventDrafts).where(asRead),
    ),
    deps.db
      .update(eventDrafts)
      .set({
        values,
        titleEn: values.title.en ?? "",
        machineTranslated: [...new Set([...draft.machineTranslated, ...marks])],
        version: draft.version + 1,
        updatedAt: deps.clock.now(),
      })
      .where(asRead),
  ]);
}

const failed = (language: Language) =>
  new AppError("invalid", [{ path: `title.${language}`, message: "errors:issue.drafting" }]);

/** Asks the model. @throws invalid without an answer */
async function askFor(
  { drafter }: Pick<Deps, "drafter">,
  sources: readonly (readonly [DraftedName, GuardedText])[],
  language: Language,
): Promise<Record<string, unknown>> {
  let answer = "";
  try {
    for await (const part of drafter?.ask(promptOf(sources, language)) ?? []) {
      answer += part;
      if (answer.length > ANSWER_MAX) throw new AssistantFailed("cut");
    }
    return JSON.parse(/\{[\s\S]*\}/.exec(answer)?.[0] ?? "");
  } catch (error) {
    if (!(error instanceof AssistantFailed) && !(error instanceof SyntaxError)) throw error;
    const reason = error instanceof AssistantFailed ? error.reason : "broken";
    log("warn", "drafting.failed", {
      reason,
      ...(error instanceof AssistantFailed && { status: error.status }),
      length: answer.length,
    });
    throw failed(language);
  }
}

const NAMES = { en: "English", fa: "Persian" } as const;

function promptOf(
  sources: readonly (readonly [DraftedName, GuardedText])[],
  language: Language,
): string {
  const texts = JSON.stringify(
    Object.fromEntries(sources.map(([name, { text }]) => [name, text])),
    null,
    1,
  );
  return fencedPrompt(
    `Translate the texts of an event's page from ${NAMES[otherOf(language)]} into ${NAMES[language]}${
      language === "fa"
        ? ", polite and plain, with half-spaces and Persian digits"
        : ", plain and short, in British spelling"
    }.
Answer with JSON alone, with the same keys: ${JSON.stringify(Object.fromEntries(sources.map(([name]) => [name, "…"])))}.
Keep line breaks, numbers, links and the tokens ⟦1⟧, ⟦2⟧ … exactly. Transliterate names of people and places. Add nothing, leave nothing out.`,
    texts,
  );
}

/** A translated text that fits its field and is in its language; null otherwise. */
function usable(
  text: unknown,
  names: readonly string[],
  { language, isLong, min, max }: { language: Language; isLong: boolean; min: number; max: number },
): string | null {
  const restored = typeof text === "string" ? restoreNames(text, names) : null;
  if (restored === null || restored === "") return null;
  const clean = isLong ? cleanLines(restored) : cleanLine(restored);
  const length = [...clean].length;
  return length >= Math.max(min, 1) && length <= max && isPersian(clean) === (language === "fa")
    ? clean
    : null;
}
