import { shippedTexts } from "~/i18n/shipped-texts.server";
import { createTranslate } from "~/i18n/translate";
import { AppError } from "~/lib/errors";
import type { Flash } from "~/lib/http/flash";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting } from "~/lib/http/form-answer.server";
import { readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import type { EventCardView } from "~/lib/pages/views";
import { paths } from "~/lib/paths";
import { listEvents } from "~/modules/events/list/list-events.server";
import { presentCard, savedAmong } from "~/modules/events/present/present-event.server";
import { parseEventQuery } from "~/modules/events/schema";
import { checkDemoEvent, type DemoAnswer } from "./demo-list";

/** Delay of slow demos, ms. */
const PAUSE = 1_500;

/** Resolves after the delay. */
export const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE));

const TOASTS: Record<string, Flash> = {
  success: { kind: "success", text: "pages:feedback.success" },
  info: { kind: "info", text: "pages:feedback.info" },
  error: { kind: "error", text: "pages:feedback.error" },
};

/**
 * Actions of the demo page: redirects with a toast, or returns the rejected form. @throws AppError
 * as `readForm` does
 */
export async function feedbackDemoAction(request: Request): Promise<Response | DemoAnswer> {
  const form = await readForm(request);
  const back = (section: string, flash: Flash | undefined, query?: { removed: boolean }) => {
    if (!flash) throw new AppError("bad-request");
    return redirectWithToast(request, `${paths.feedbackDemo(query)}#${section}`, flash);
  };
  switch (form.get("intent")) {
    case "toast":
      return back("toasts", TOASTS[String(form.get("kind"))]);
    case "wait":
      await pause();
      return back("waiting", { kind: "success", text: "pages:feedback.waited" });
    case "check": {
      const answer = checkDemoEvent(form);
      return Object.keys(answer.issues).length > 0
        ? answer
        : back("form", { kind: "success", text: "pages:feedback.checked" });
    }
    case "delete":
      return back(
        "confirm",
        { kind: "success", text: "pages:feedback.deleted" },
        { removed: true },
      );
    default:
      throw new AppError("bad-request");
  }
}

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
