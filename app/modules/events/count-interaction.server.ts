import type { Deps, InteractionKind } from "../../lib/deps";
import { describeError, log } from "../../lib/log";
import { noteInteraction } from "./count-views.server";

interface CountContext {
  deps: Deps;
  requestId: string;
}

/** Robots that name themselves. Scripts and headless browsers may be somebody's own way, so they count. */
const CRAWLER = /bot\b|crawl|spider|slurp/i;

/** Counts what a person did with an event, after the answer has gone out: a lost count must not cost them anything. */
export function countInteraction({ deps, requestId }: CountContext, request: Request, eventId: string, kind: InteractionKind): void {
  if (request.method === "HEAD" || CRAWLER.test(request.headers.get("User-Agent") ?? "")) return;
  if (/prefetch/.test(`${request.headers.get("Sec-Purpose")} ${request.headers.get("Purpose")}`)) return;
  deps.later(
    noteInteraction(deps, eventId, kind).catch((error) =>
      log("warn", "interaction.lost", { requestId, eventId, kind, ...describeError(error) }),
    ),
  );
}
