import { localDay } from "../../lib/dates/dates.server";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { currencyOf } from "../../lib/text/money";
import { type City, findCityBySlug } from "../cities/queries.server";
import { parseAnswer } from "./parser/parse-answer";
import type { AnswerContext, ParsedEvent } from "./parser/parsed-event";
import type { ParseRequest } from "./schema";

/** What has to be known of a city and a month to read an answer about them. */
export const answerContext = ({ clock }: Pick<Deps, "clock">, city: City, month: string): AnswerContext => ({
  city: { slug: city.slug, timeZone: city.timeZone, currency: currencyOf(city.countryCode), country: city.countryCode },
  month,
  today: localDay(clock.now(), city.timeZone),
});

/** @throws AppError("invalid") where there is no such city */
export async function cityOf(deps: Pick<Deps, "db" | "memo">, slug: string): Promise<City> {
  const city = await findCityBySlug(deps, slug);
  if (!city) throw new AppError("invalid", [{ path: "city", message: "errors:issue.city" }]);
  return city;
}

/**
 * What an answer holds. @throws AppError("too-large") past 2 MB; AppError("invalid") with the specification's sentences
 * where it is no JSON or holds no event (product.md §8)
 */
export function readAnswer(text: string, context: AnswerContext): ParsedEvent[] {
  const answer = parseAnswer(text, context);
  if (answer.ok) return answer.events;
  if (answer.reason === "too-large") throw new AppError("too-large");
  const message = answer.reason === "invalid-json" ? "errors:answer.invalidJson" : "errors:answer.noEvents";
  throw new AppError("invalid", [{ path: "rawResponse", message }], undefined, { message });
}

/** Reads an assistant's answer for the wizard's preview (decisions.md §11). Nothing is kept. @throws AppError as `readAnswer` */
export async function parseResponse(
  deps: Pick<Deps, "db" | "memo" | "clock">,
  actor: Actor | null,
  { city: slug, month, rawResponse }: ParseRequest,
): Promise<ParsedEvent[]> {
  assertCan(actor, "ingestion:manage");
  const city = await cityOf(deps, slug);
  return readAnswer(rawResponse, answerContext(deps, city, month));
}
