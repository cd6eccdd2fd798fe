import * as v from "valibot";
import type { HTTPIssue } from "../../lib/http/http-issue";
import { EventQuery, EventQueryParameters, isUnknownValue, SearchWords } from "./schema";

export interface ParsedEventQuery {
  query: EventQuery;
  /** What was absurd and has been left out. */
  issues: HTTPIssue[];
  /** Values that nothing is called, or that are of another kind: left out too. Pages say no word of them. */
  unknown: HTTPIssue[];
}

/** What is wrong with words to search for, as a text key. Null for none or good ones. */
export function wordsIssue(words: string): string | null {
  return v.safeParse(SearchWords, words, { abortPipeEarly: true }).issues?.[0].message ?? null;
}

const REPEATABLE = new Set(["category", "without"]);

function unknownIn(asked: Record<string, string | string[]>): HTTPIssue[] {
  return Object.entries(asked)
    .filter(([name, value]) => [value].flat().some((text) => text !== "" && isUnknownValue(name, text)))
    .map(([path]) => ({ path, message: "errors:issue.value" }));
}

/**
 * Reads the query of the list of events. Unknown parameters are ignored. Values that cannot be are left out and the
 * rest kept: the page shows that, and says what was absurd; the API answers 400 for either (decisions.md §12), since
 * a program that asks for a category that is none has a mistake in it.
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
    if (parsed.success) return { query: parsed.output, issues, unknown: unknownIn(asked) };
    // Without what is absurd the rest can be read; that the days are in order can be told only then.
    for (const { path, message } of parsed.issues) {
      const name = String(path?.[0].key);
      issues.push({ path: name, message });
      delete asked[name];
    }
  }
}
