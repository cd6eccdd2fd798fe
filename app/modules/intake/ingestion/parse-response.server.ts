import { localDay } from "../../../lib/dates/dates.server";
import type { Deps } from "../../../lib/deps";
import { AppError, tooLarge } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { currencyOf } from "../../../lib/text/money";
import { type City, findCityBySlug } from "../../cities/queries.server";
import { ANSWER_MAX, parseAnswer } from "../entries/parse-answer.server";
import type { AnswerContext, ParsedEvent } from "../entries/parsed-event";
import type { ParseRequest } from "./schema";

/** Context for parsing an answer about a city and month. */
export const answerContext = (
  { clock }: Pick<Deps, "clock">,
  city: City,
  month: string,
): AnswerContext => ({
  city: {
    slug: city.slug,
    timeZone: city.timeZone,
    currency: currencyOf(city.countryCode),
    country: city.countryCode,
  },
  month,
  today: localDay(clock.now(), city.timeZone),
});

/** @throws invalid for an unknown city */
export async function cityOf(deps: Pick<Deps, "db" | "memo">, slug: string): Promise<City> {
  const city = await findCityBySlug(deps, slug);
  if (!city) throw new AppError("invalid", [{ path: "city", message: "errors:issue.city" }]);
  return city;
}

/**
 * Entries of an answer. @throws too-large over 2 MB; invalid with the messages of product.md §8 if
 * it is not JSON or contains no event
 */
export function readAnswer(text: string, context: AnswerContext): ParsedEvent[] {
  const answer = parseAnswer(text, context);
  if (answer.ok) return answer.events;
  if (answer.reason === "too-large") throw tooLarge(ANSWER_MAX);
  const message =
    answer.reason === "invalid-json" ? "errors:answer.invalidJson" : "errors:answer.noEvents";
  throw new AppError("invalid", [{ path: "rawResponse", message }], undefined, { message });
}

/**
 * Parses an assistant's answer for the wizard's preview (decisions.md §11) without storing it.
 * @throws as `readAnswer`
 */
export async function parseResponse(
  deps: Pick<Deps, "db" | "memo" | "clock">,
  actor: Actor | null,
  { city: slug, month, rawResponse }: ParseRequest,
): Promise<ParsedEvent[]> {
  assertCan(actor, "ingestion:manage");
  const city = await cityOf(deps, slug);
  return readAnswer(rawResponse, answerContext(deps, city, month));
}
