import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { answerHeart, finishHeart } from "~/routes/resources/favourite-action.server";

/** Comes back from the login. */
export function loader({ params, request, context }: LoaderFunctionArgs) {
  return finishHeart(context, request, params.eventId ?? "");
}

/** The heart of cards and of event pages. */
export function action({ params, request, context }: ActionFunctionArgs) {
  return answerHeart(context, request, params.eventId ?? "");
}
