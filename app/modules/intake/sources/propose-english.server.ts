import { and, asc, eq, gt, or, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { ingestionCandidates, ingestionRuns } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { isRefusal } from "../../../lib/errors";
import type { WrittenText } from "../../../lib/event/event-fields";
import { latinName } from "../../../lib/text/latin-name";
import { type City, citiesById } from "../../cities/queries.server";
import { draftableLanguages, translateTexts } from "../drafting/draft-language.server";
import {
  type CandidateValues,
  eventValuesOf,
  isPersian,
  writtenByMachine,
} from "../ingestion/candidate-values";
import type { SourceRow } from "./queries.server";
import { runsOfCheck } from "./record-items.server";

/** Candidates of one step: with a model, each may ask it once. */
const AT_ONCE = { model: 5, names: 100 };
/** Texts in letters of Persian, for SQLite's GLOB. */
const PERSIAN = "*[ء-ی]*";
const TEXTS = ["title", "description", "venue"] as const;

/**
 * Proposes English texts for what a check brought in Persian only: by the configured model where
 * there is one, else titles and venues in Latin letters. What a machine wrote is marked until a
 * person confirms or changes it.
 * @param after the last candidate of the step before @returns that of this one; null at the end
 */
export async function proposeEnglish(
  deps: Deps,
  source: Pick<SourceRow, "id">,
  checkId: string,
  after: string | null,
): Promise<string | null> {
  const waiting = await deps.db
    .select({
      id: ingestionCandidates.id,
      values: ingestionCandidates.values,
      cityId: ingestionRuns.cityId,
    })
    .from(ingestionCandidates)
    .innerJoin(ingestionRuns, eq(ingestionRuns.id, ingestionCandidates.runId))
    .where(
      and(
        runsOfCheck(checkId),
        eq(ingestionCandidates.status, "waiting"),
        gt(ingestionCandidates.id, after ?? ""),
        or(
          ...TEXTS.map((name) => sql`${stored(name)} GLOB ${PERSIAN}`),
          sql`${stored("title")} IS NULL`,
        ),
      ),
    )
    .orderBy(asc(ingestionCandidates.id))
    .limit(deps.drafter ? AT_ONCE.model : AT_ONCE.names);
  const cities = await citiesById(deps);
  const changes: BatchItem<"sqlite">[] = [];
  for (const { id, values, cityId } of waiting) {
    const city = cities.get(cityId);
    const found = values as unknown as CandidateValues;
    if (!city || !lacksEnglish(found)) continue;
    const proposed = await withEnglish(deps, source, city, found);
    changes.push(
      deps.db
        .update(ingestionCandidates)
        .set({ values: proposed as unknown as Record<string, unknown> })
        .where(and(eq(ingestionCandidates.id, id), eq(ingestionCandidates.status, "waiting"))),
    );
  }
  const [first, ...rest] = changes;
  if (first) await deps.db.batch([first, ...rest]);
  return waiting.at(-1)?.id ?? null;
}

const stored = (name: string) => sql`${ingestionCandidates.values} ->> ${sql.raw(`'${name}'`)}`;

/** Text that stands in a field of either language, by its script. */
const inItsLanguage = (en: string | null, fa: string | null): WrittenText =>
  en !== null && isPersian(en) ? { en: null, fa: fa ?? en } : { en, fa };

const textsOf = (values: CandidateValues) => ({
  title: inItsLanguage(values.title, values.titleFa),
  description: inItsLanguage(values.description, values.descriptionFa),
  venue: inItsLanguage(values.venue, values.venueFa),
});

/** Whether a text is there in Persian alone. */
const lacksEnglish = (values: CandidateValues): boolean =>
  Object.values(textsOf(values)).some(({ en, fa }) => en === null && fa !== null);

async function withEnglish(
  deps: Deps,
  source: Pick<SourceRow, "id">,
  city: City,
  values: CandidateValues,
): Promise<CandidateValues> {
  const texts = textsOf(values);
  const given = { ...eventValuesOf(values, city.slug), ...texts };
  let english: Record<(typeof TEXTS)[number], WrittenText> = texts;
  if ((await draftableLanguages(deps, given)).includes("en"))
    try {
      await deps.budget.take("drafting", `source ${source.id}`);
      english = (await translateTexts(deps, given, "en")).values;
    } catch (error) {
      // Beyond its budget, or without a usable answer, names alone are proposed.
      if (!isRefusal(error)) throw error;
    }
  const written = TEXTS.flatMap((name) => {
    const { en, fa } = texts[name];
    if (en !== null || fa === null) return [];
    const text = english[name].en ?? (name === "description" ? null : latinName(fa));
    return text === null ? [] : [{ name, text, fa }];
  });
  return writtenByMachine(
    {
      ...values,
      ...Object.fromEntries(
        written.flatMap(({ name, text, fa }) => [
          [name, text],
          [`${name}Fa`, fa],
        ]),
      ),
    },
    written.map(({ name }) => name),
  );
}
