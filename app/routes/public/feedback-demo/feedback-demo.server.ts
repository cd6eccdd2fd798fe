import { shippedTexts } from "~/i18n/shipped-texts.server";
import { createTranslate } from "~/i18n/translate";
import { expecting } from "~/lib/http/form-answer.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import type { EventCardView } from "~/lib/pages/views";
import { paths } from "~/lib/paths";
import { listEvents } from "~/modules/events/list/list-events.server";
import { parseEventQuery } from "~/modules/events/list/parse-event-query";
import { presentCard } from "~/modules/events/present/present-event.server";
import { savedAmong } from "~/modules/events/saved-events.server";
import { pause } from "./pause.server";

export type DemoView = Awaited<ReturnType<typeof showFeedbackDemo>>;
export type DemoText = DemoView["text"];

type Texts = typeof import("~/locales/en/feedback.json");
const CARDS = 3;

/** Parameters of the event list for each demo. */
const LISTS = {
  slow: {},
  /** A tag without events. */
  empty: { tag: "no-event-has-this-tag" },
  /** An invalid cursor, which makes the list fail. */
  fail: { cursor: "not-a-cursor" },
} as const;

type DemoList =
  | { state: "none" }
  | { state: "failed" }
  | { state: "loaded"; events: EventCardView[]; summary: string };

/**
 * Data of the demo page with every feedback pattern (product.md §2). @throws Error if the URL asks
 * for a failure
 */
export async function showFeedbackDemo(context: RequestContext, params: URLSearchParams) {
  if (params.has("fail")) throw new Error("The feedback page was asked to fail.");
  const text = await shippedTexts<Texts>(context, "feedback");
  const wanted = params.get("list");
  return {
    head: pageHead(context, paths.feedbackDemo(), {
      title: text.title,
      description: text.description,
    }),
    text,
    list:
      wanted === "slow" || wanted === "empty" || wanted === "fail"
        ? await loadList(context, wanted, text)
        : ({ state: "none" } as DemoList),
    confirming: params.has("confirm"),
    removed: params.has("removed"),
  };
}

async function loadList(
  { deps, locale, calendar, signedIn }: RequestContext,
  wanted: keyof typeof LISTS,
  feedback: Texts,
): Promise<DemoList> {
  if (wanted === "slow") await pause();
  return expecting<DemoList, DemoList>({ any: () => ({ state: "failed" }) }, async () => {
    const { query } = parseEventQuery(
      new URLSearchParams({ ...LISTS[wanted], limit: String(CARDS) }),
    );
    const { events, cities } = await listEvents(deps, query);
    const saved = await savedAmong(
      deps,
      signedIn,
      events.map(({ id }) => id),
    );
    const t = createTranslate(locale, { feedback }) as (
      key: string,
      values: { count: number },
    ) => string;
    return {
      state: "loaded",
      events: events.map((event) =>
        presentCard(event, { locale, calendar, now: deps.clock.now(), cities, saved }),
      ),
      summary: t("feedback:list.loaded", { count: events.length }),
    };
  });
}
