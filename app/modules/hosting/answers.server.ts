import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { hostingLevels, hostingQuestions, registrationAnswers } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import type { HTTPIssue } from "../../lib/http/form-failure";
import { cleanLine } from "../../lib/text/clean-text";
import { insertSelect } from "../store/run-guarded.server";

type HostingQuestion = typeof hostingQuestions.$inferSelect;
export type HostingLevel = typeof hostingLevels.$inferSelect;

/** Longest answer, characters. */
const ANSWER_LENGTH = 500;

/** What an event asks its guests, and its price levels, in order. */
export async function askedOf({ db }: Pick<Deps, "db">, eventId: string) {
  const [questions, levels] = await db.batch([
    db
      .select()
      .from(hostingQuestions)
      .where(and(eq(hostingQuestions.eventId, eventId), isNull(hostingQuestions.retiredAt)))
      .orderBy(asc(hostingQuestions.position)),
    db
      .select()
      .from(hostingLevels)
      .where(and(eq(hostingLevels.eventId, eventId), isNull(hostingLevels.retiredAt)))
      .orderBy(asc(hostingLevels.position)),
  ]);
  return { questions, levels };
}

/** The answers of a registration, by question. */
export async function answersOf(
  { db }: Pick<Deps, "db">,
  registrationId: string,
): Promise<Map<string, string>> {
  const rows = await db
    .select()
    .from(registrationAnswers)
    .where(eq(registrationAnswers.registrationId, registrationId));
  return new Map(rows.map(({ questionId, answer }) => [questionId, answer]));
}

/** Reads answers as typed; unanswered questions are left out. Issues stand at `answer.<question>`. */
export function readAnswers(
  questions: readonly HostingQuestion[],
  typed: (questionId: string) => string,
): { answers: Map<string, string>; issues: HTTPIssue[] } {
  const answers = new Map<string, string>();
  const issues: HTTPIssue[] = [];
  for (const { id, kind, choices, isRequired } of questions) {
    const text = cleanLine(typed(id));
    const path = `answer.${id}`;
    const isKnown =
      kind === "text"
        ? text.length <= ANSWER_LENGTH
        : kind === "yes-no"
          ? text === "yes" || text === "no"
          : /^\d{1,2}$/.test(text) && Number(text) < choices.length;
    if (text === "") {
      if (isRequired) issues.push({ path, message: "errors:issue.missing" });
    } else if (isKnown) answers.set(id, text);
    else
      issues.push({
        path,
        message: kind === "text" ? "errors:issue.tooLong" : "errors:issue.value",
      });
  }
  return { answers, issues };
}

/** Statements that make a registration's answers these; none where it is gone. */
export const answerStatements = (
  { db }: Pick<Deps, "db">,
  registrationId: string,
  answers: ReadonlyMap<string, string>,
) =>
  [
    db.delete(registrationAnswers).where(eq(registrationAnswers.registrationId, registrationId)),
    insertSelect(
      db,
      registrationAnswers,
      {
        registrationId,
        questionId: sql`a.key`,
        answer: sql`a.value`,
      },
      sql`FROM json_each(${JSON.stringify(Object.fromEntries(answers))}) a JOIN registrations r ON r.id = ${registrationId} WHERE r.name IS NOT NULL`,
    ),
  ] as const;
