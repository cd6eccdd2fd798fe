import * as v from "valibot";
import type { HTTPIssue } from "../../lib/http-issue";
import { EventQuery, EventQueryParameters, SearchWords } from "./schema";

export interface ParsedEventQuery {
  query: EventQuery;
  /** What was absurd and has been left out. Unknown values are left out without a word. */
  issues: HTTPIssue[];
}

/** What is wrong with words to search for, as a text key. Null for none or good ones. */
export function wordsIssue(words: string): string | null {
  return v.safeParse(SearchWords, words, { abortPipeEarly: true }).issues?.[0].message ?? null;
}

const REPEATABLE = new Set(["category", "without"]);

/**
 * Reads the query of the list of events. Unknown values are ignored and the rest kept; absurd ones are left out
 * too and named in `issues`: the API answers those with 400, the page says so and shows the rest.
 */
export function parseEventQuery(params: URLSearchParams): ParsedEventQuery {
  const asked: Record<string, string | string[]> = {};
  for (const name of Object.keys(EventQueryParameters.entries)) {
    if (REPEATABLE.has(name)) asked[name] = params.getAll(name);
    else {
      const text = params.get(name)?.trim();
      if (text) asked[name] = text;
    }
  }
  const issues: HTTPIssue[] = [];
  for (;;) {
    const parsed = v.safeParse(EventQuery, asked, { abortPipeEarly: true });
    if (parsed.success) return { query: parsed.output, issues };
    // Without what is absurd the rest can be read; that the days are in order can be told only then.
    for (const { path, message } of parsed.issues) {
      const name = String(path?.[0].key);
      issues.push({ path: name, message });
      delete asked[name];
    }
  }
}
