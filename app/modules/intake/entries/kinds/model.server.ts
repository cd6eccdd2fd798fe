import { AppError } from "../../../../lib/errors";
import { fencedPrompt } from "../../../../lib/text/fence-text";
import { htmlText } from "../../text/html-text";
import { EMPTY_FOUND_EVENT } from "../found-event";
import { isJson, type Json, textIn } from "../linked-data";
import { type SourceItem, type SourceReader, snippetOf } from "../source-item";
import { listIn, parseJson } from "./json-parts";

/** Characters of a page that the model reads. */
const PAGE_MAX = 14_000;

/**
 * A page without machine-readable events, read by the configured model. What it answers passes the
 * same parser as every other text, and stays a candidate at any level of trust. Without a model the
 * check fails.
 */
export const model: SourceReader = {
  accept: "text/html, text/plain",
  types: /html|text\/plain/,
  // A model may overlook an event.
  isComplete: false,
  request: (url) => ({ url: url.href }),
  async read({ text, url }, { ask }) {
    if (!ask) throw new AppError("invalid", [{ path: "kind", message: "errors:issue.value" }]);
    const answer = await ask(
      promptOf((htmlText(text) ?? "").replace(/\n\s*\n+/g, "\n").slice(0, PAGE_MAX), url),
    );
    const json = parseJson(/\{[\s\S]*\}|\[[\s\S]*\]/.exec(answer)?.[0] ?? "");
    const list = Array.isArray(json) ? json : isJson(json) ? listIn(json.events) : [];
    const items = list.flatMap((event) => (isJson(event) ? (itemOf(event, url) ?? []) : []));
    return { items, leftOut: list.length - items.length, follow: [] };
  },
};

const promptOf = (page: string, url: URL): string =>
  fencedPrompt(
    `The text below is a web page after its address. List every event with a date that it announces.
Answer with JSON alone: {"events": [{"title": "as written", "description": "", "date": "YYYY-MM-DD, or the day as written", "time": "HH:MM", "end_date": null, "end_time": null, "venue": "", "address": "", "price": "as written", "organizer": "", "url": ""}]}.
Use null for what the page does not state. Invent nothing.`,
    `${url.href}\n\n${page}`,
  );

function itemOf(event: Json, url: URL): SourceItem | null {
  const [title, date] = [textIn(event.title), textIn(event.date)];
  if (title === null || date === null) return null;
  const own = textIn(event.url);
  const address = own && URL.canParse(own, url) ? new URL(own, url).href : null;
  const stated = {
    time: textIn(event.time),
    endDate: textIn(event.end_date),
    endTime: textIn(event.end_time),
    price: textIn(event.price),
  };
  return {
    id: null,
    url: address,
    isCancelled: false,
    found: {
      ...EMPTY_FOUND_EVENT,
      title,
      description: textIn(event.description),
      venue: textIn(event.venue),
      address: textIn(event.address),
      organizer: textIn(event.organizer),
      ticketUrl: address ?? url.href,
    },
    stated: {
      date,
      published: null,
      ...Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== null)),
    },
    snippet: snippetOf(event),
  };
}
