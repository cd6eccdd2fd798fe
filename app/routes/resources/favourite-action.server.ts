import type { Deps } from "~/lib/deps";
import { AppError } from "~/lib/errors";
import type { Flash } from "~/lib/http/flash";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting } from "~/lib/http/form-answer.server";
import { savedCookie } from "~/lib/http/preference-cookies.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import { safePath } from "~/lib/http/web-url";
import { changedWords, SCRIPTLESS, savedWord, savedWords } from "~/lib/pages/saved-list";
import { paths } from "~/lib/paths";
import type { Actor } from "~/lib/permissions";
import { getListedEvent, getOccurrence } from "~/modules/events/get-event.server";
import {
  removeFavourite,
  removeOccurrence,
  saveFavourite,
  saveOccurrence,
} from "~/modules/saved/collect-event.server";

interface FavouriteContext {
  deps: Deps;
  signedIn: Actor | null;
}

/** Path of the original page, with the heart as its fragment. */
const backTo = (path: unknown, id: string, anchor = "") =>
  `${safePath(path)}#${/^heart-[a-z0-9-]{1,100}$/.test(anchor) ? anchor : `heart-${id}`}`;

/** @param at the original start of one of its dates; empty for the event itself */
const saveChosen = (
  deps: Deps,
  actor: Actor | null,
  { id, at }: { id: string; at: string },
  request: Request,
) =>
  at === ""
    ? saveFavourite(deps, actor, id, request)
    : saveOccurrence(deps, actor, id, at, request);
const removeChosen = (deps: Deps, actor: Actor | null, id: string, at: string) =>
  at === "" ? removeFavourite(deps, actor, id) : removeOccurrence(deps, actor, id, at);

/** @throws the reason why a guest's list does not take the event, or the date of it */
async function changeCookie(
  deps: Deps,
  request: Request,
  { id, at }: { id: string; at: string },
  isWanted: boolean,
  hasScript: boolean,
): Promise<string> {
  if (isWanted) {
    await getListedEvent(deps, id);
    if (at !== "") await getOccurrence(deps.db, id, at);
  }
  const words = savedWords(request.headers.get("Cookie") ?? "") ?? [];
  const changed = changedWords(words, savedWord({ id, at }), isWanted);
  if (!changed) throw new AppError("conflict");
  return savedCookie(request, hasScript ? changed : [SCRIPTLESS, ...changed]);
}

const fail = (text: Flash["text"]) => (): Flash => ({ kind: "error", text });
const REFUSALS = { conflict: fail("common:heart.full"), "not-found": fail("common:heart.gone") };

/**
 * Action of the heart: changes the account's favourites, or a guest's list, which is a cookie. JSON
 * requests get 204 or the error, others a redirect with a toast.
 */
export async function heartAction(
  { deps, signedIn }: FavouriteContext,
  request: Request,
  id: string,
): Promise<Response> {
  const form = await readForm(request);
  const isWanted = form.get("intent") !== "remove";
  const chosen = { id, at: fieldOf(form, "at") };
  const hasScript = request.headers.get("Accept") === "application/json";
  const change = async (): Promise<string | null> => {
    if (!signedIn) return changeCookie(deps, request, chosen, isWanted, hasScript);
    await (isWanted
      ? saveChosen(deps, signedIn, chosen, request)
      : removeChosen(deps, signedIn, id, chosen.at));
    return null;
  };
  if (hasScript) {
    const cookie = await change();
    return new Response(null, { status: 204, headers: cookie ? { "Set-Cookie": cookie } : {} });
  }
  let cookie: string | null = null;
  const said = await expecting<Flash, Flash>(REFUSALS, async () => {
    cookie = await change();
    if (!isWanted) return { kind: "info", text: "common:heart.removed" };
    return {
      kind: "success",
      text: signedIn ? "common:heart.saved" : "common:heart.onDevice",
      link: "saved",
    };
  });
  const returnTo = safePath(fieldOf(form, "returnTo") || paths.event(id));
  const back =
    !isWanted && returnTo.startsWith(paths.saved())
      ? paths.saved({ removed: savedWord(chosen) })
      : backTo(returnTo, id, fieldOf(form, "anchor"));
  const answer = redirectWithToast(request, back, said);
  if (cookie) answer.headers.append("Set-Cookie", cookie);
  return answer;
}
