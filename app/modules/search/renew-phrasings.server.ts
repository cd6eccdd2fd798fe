import { eq } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { cities, eventPhrasings, events } from "../../../db/schema";
import { AssistantFailed, type Deps } from "../../lib/deps";
import { fencedPrompt } from "../../lib/text/fence-text";
import { type JobValues, jobStatement } from "../jobs/jobs.server";
import { settingsOf } from "../settings/platform-settings.server";
import { runGuarded } from "../store/run-guarded.server";
import { reindexStatements } from "./index-city.server";
import { phrasedText } from "./phrasings";
import { askedWords } from "./search-document";

type PhrasedEvent = Pick<typeof events.$inferSelect, "id"> & Parameters<typeof phrasedText>[0];

/** Phrasings of an event at most, and letters of each. */
const [MOST, LONGEST] = [30, 80];
/** Fewer are no answer. */
const FEWEST = 5;
/** Longest answer, characters. */
const ANSWER_MAX = 6_000;

const INSTRUCTIONS = `Write 20 short queries by which people would look for the event below without knowing its title, one on each line and nothing else: half in spoken Persian, the others in English and in Persian with Latin letters. Use other names for what it is, loanwords, moods and occasions that it suits. State nothing that the text does not say: no day, price or city.`;

/** The statement that stores the phrasings of an event, for the texts that it has now. */
export const phrasingsStatement = (
  db: Database,
  event: PhrasedEvent,
  phrasings: readonly string[],
  source: "seed" | "model",
  now: number,
) => {
  const stored = {
    words: askedWords(phrasings.join("\n")),
    writtenFor: phrasedText(event),
    source,
    createdAt: now,
  };
  return db
    .insert(eventPhrasings)
    .values({ eventId: event.id, ...stored })
    .onConflictDoUpdate({ target: eventPhrasings.eventId, set: stored });
};

/**
 * The statements, for the batch of a change, that list new phrasings to be written; none without a
 * model. One job an event and text.
 */
export const renewPhrasingsStatements = (
  deps: Pick<Deps, "db" | "ids" | "clock"> & Partial<Pick<Deps, "drafter">>,
  event: PhrasedEvent,
) =>
  deps.drafter
    ? [
        jobStatement(
          deps,
          "event.phrasings",
          { eventId: event.id },
          `event.phrasings:${event.id}:${phrasedText(event)}`,
        ).statement,
      ]
    : [];

/** The queries of an answer: its lines without numbers and bullets. */
export function readPhrasings(answer: string): string[] {
  const lines = answer
    .split("\n")
    .map((line) => line.replace(/^[\s\d۰-۹.)*•-]+/u, "").trim())
    .filter((line) => line.length > 2 && line.length <= LONGEST);
  return [...new Set(lines)].slice(0, MOST);
}

/**
 * Lets the configured model write how people ask for a listed event, and indexes it. Does nothing
 * where they are written for its present texts; an answer that is none leaves those of rules.
 * @throws AssistantFailed if the model is busy or away, conflict if the event changed meanwhile: the
 * job tries again
 */
export async function renewPhrasings(
  deps: Pick<Deps, "db" | "clock" | "memo" | "drafter">,
  { eventId }: JobValues["event.phrasings"],
): Promise<null> {
  const { db, drafter, clock } = deps;
  if (!drafter || !(await settingsOf(deps)).features.enableDrafting) return null;
  const [found] = await db
    .select({ event: events, city: cities, writtenFor: eventPhrasings.writtenFor })
    .from(events)
    .innerJoin(cities, eq(cities.id, events.cityId))
    .leftJoin(eventPhrasings, eq(eventPhrasings.eventId, events.id))
    .where(eq(events.id, eventId));
  if (!found?.event.isListed || found.writtenFor === phrasedText(found.event)) return null;
  const { event, city } = found;
  const text = [
    ...[event.titleEn, event.titleFa, event.categories.join(", ")],
    ...[event.descriptionEn, event.descriptionFa],
  ]
    .filter(Boolean)
    .join("\n");
  let answer = "";
  try {
    for await (const part of drafter.ask(fencedPrompt(INSTRUCTIONS, text))) {
      answer += part;
      if (answer.length > ANSWER_MAX) break;
    }
  } catch (error) {
    const passes = ["busy", "unavailable", "timeout"];
    if (error instanceof AssistantFailed && !passes.includes(error.reason)) return null;
    throw error;
  }
  const phrasings = readPhrasings(answer);
  if (phrasings.length < FEWEST) return null;
  const now = clock.now();
  const [guard, ...rest] = reindexStatements(db, [event], city, { now });
  await runGuarded({ db }, [
    guard,
    phrasingsStatement(db, event, phrasings, "model", now),
    ...rest,
  ]);
  return null;
}
