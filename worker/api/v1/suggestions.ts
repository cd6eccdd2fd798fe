import { type Context, Hono } from "hono";
import * as v from "valibot";
import { DEFAULT_LOCALE, type Locale, parseLocale } from "../../../app/i18n/locale";
import { FAMILY_COLORS } from "../../../app/lib/drawing/palette";
import { AppError } from "../../../app/lib/errors";
import { CATEGORIES } from "../../../app/lib/event/categories";
import { withNotModified } from "../../../app/lib/http/conditional-response.server";
import { wholeList } from "../../../app/lib/text/list-json";
import { searchKey } from "../../../app/lib/text/search-text";
import {
  SuggestionsJson,
  suggest,
} from "../../../app/modules/discovery/suggestions/suggest.server";
import { type CategoryJson, CategoryListJson } from "../../../app/modules/events/event-json-schema";
import { facetCountsOf } from "../../../app/modules/events/list/facet-counts.server";
import { wordsIssue } from "../../../app/modules/events/schema";
import type { AppEnv } from "../../context";
import { edgeCached, edgeVersion } from "../../middleware/edge-cache";
import { suggestionIndex } from "../../suggestion-index";
import { LangParameter } from "./describe";
import { SUGGESTIONS_EXAMPLE } from "./event-examples";
import { CATEGORY_EXAMPLE } from "./examples";
import { operation } from "./operation";
import { answer, resource } from "./resource";

export const suggestionsApi = new Hono<AppEnv>();

/** Letters that a query needs. */
const LETTERS_MIN = 2;

const queryOf = (c: Context<AppEnv>) => (c.req.query("q") ?? "").trim();
const localeOf = (c: Context<AppEnv>): Locale => parseLocale(c.req.query("lang")) ?? DEFAULT_LOCALE;

/** The message key of what is wrong with a query; null for nothing. */
function issueOf(q: string): string | null {
  const isShort =
    [...searchKey(q).replaceAll(" ", "")].length < LETTERS_MIN && [...q].length < LETTERS_MIN;
  return wordsIssue(q) ?? (isShort ? "errors:issue.short" : null);
}

/** All that an answer follows from; null for a query that is refused. */
async function answerKey(c: Context<AppEnv>): Promise<string | null> {
  const q = queryOf(c);
  return issueOf(q) === null
    ? `suggestions ${JSON.stringify([localeOf(c), q.toLowerCase(), await edgeVersion(c)])}`
    : null;
}

resource(suggestionsApi, "/", {
  GET: operation({
    operationId: "listSuggestions",
    budget: ["suggestions", "index"],
    tag: "events",
    isKept: true,
    query: v.object({ q: v.pipe(v.string(), v.minLength(LETTERS_MIN)), ...LangParameter.entries }),
    meanings: { lang: "suggestionLanguage", q: "typed" },
    answer: { schema: SuggestionsJson, example: SUGGESTIONS_EXAMPLE },
    before: [
      async (c, next) => {
        await next();
        c.res = withNotModified(c.req.raw, c.res);
      },
      edgeCached(answerKey),
    ],
    run: async ({ c, deps }) => {
      const q = queryOf(c);
      const issue = issueOf(q);
      if (issue) throw new AppError("bad-request", [{ path: "q", message: issue }]);
      const locale = localeOf(c);
      const { index, isStale } = await suggestionIndex(c, locale);
      const suggestions = await suggest(deps, { q, locale, index, isStale });
      // The key names a newer version than a stale index has.
      return answer(
        new Request(c.req.url),
        suggestions,
        isStale ? { "Cache-Control": "no-store" } : {},
      );
    },
  }),
});

export const categories = new Hono<AppEnv>();

resource(categories, "/", {
  GET: operation({
    operationId: "listCategories",
    budget: ["reads", "list"],
    tag: "categories",
    isKept: true,
    answer: {
      schema: CategoryListJson,
      example: { items: [CATEGORY_EXAMPLE], nextCursor: null, hasMore: false },
    },
    run: async ({ c, deps }) => {
      const counts = await facetCountsOf(deps, null);
      const items: CategoryJson[] = CATEGORIES.map(({ name, slug, fa, family }) => ({
        name,
        slug,
        label: { en: name, fa },
        colorFamily: family,
        color: FAMILY_COLORS[family],
        upcomingEventCount: counts.get(name) ?? 0,
      }));
      return answer(c.req.raw, wholeList(items));
    },
  }),
});
