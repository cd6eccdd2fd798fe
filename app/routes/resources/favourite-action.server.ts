import { addressedLanguage, inLanguage } from "~/i18n/addressed-language";
import type { Deps } from "~/lib/deps";
import { clientAddress } from "~/lib/http/client-address";
import type { Flash } from "~/lib/http/flash";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import { safePath } from "~/lib/http/safe-path";
import { paths } from "~/lib/paths";
import type { Actor } from "~/lib/permissions";
import { getListedEvent } from "~/modules/events/get-event.server";
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

const COOKIE = "rooydad.heart";
/** Lifetime of the cookie: long enough to sign up and confirm the address, s. */
const MAX_AGE = 3_600;

/** Scoped to the event's paths, so that other pages stay cacheable for all visitors. */
const cookie = (request: Request, id: string, value: string, maxAge: number) =>
  `${COOKIE}=${value}; Path=${paths.event(id)}; Max-Age=${maxAge}; SameSite=Lax; HttpOnly${new URL(request.url).protocol === "https:" ? "; Secure" : ""}`;

/** Path of the original page, with the heart as its fragment. */
const backTo = (path: unknown, id: string, anchor = "") =>
  `${safePath(path)}#${/^heart-[a-z0-9-]{1,100}$/.test(anchor) ? anchor : `heart-${id}`}`;

/** @param at the original start of one of its dates; empty for the event itself */
const saveChosen = (
  deps: Deps,
  actor: Actor | null,
  { id, at, address }: { id: string; at: string; address: string },
) =>
  at === ""
    ? saveFavourite(deps, actor, id, address)
    : saveOccurrence(deps, actor, id, at, address);
const removeChosen = (deps: Deps, actor: Actor | null, id: string, at: string) =>
  at === "" ? removeFavourite(deps, actor, id) : removeOccurrence(deps, actor, id, at);

async function save(
  deps: Deps,
  actor: Actor,
  chosen: { id: string; at: string; address: string },
): Promise<Flash> {
  const fail = (text: Flash["text"]) => (): Flash => ({ kind: "error", text });
  const refusals = { conflict: fail("common:heart.full"), "not-found": fail("common:heart.gone") };
  return expecting<Flash, Flash>(refusals, async () => {
    await saveChosen(deps, actor, chosen);
    return { kind: "success", text: "common:heart.saved" };
  });
}

/**
 * Action of the heart. JSON requests get 204 or the error, others a redirect with a toast. Visitors
 * are redirected to the log-in page; a cookie keeps the intent until they return.
 */
export async function heartAction(
  { deps, signedIn }: FavouriteContext,
  request: Request,
  id: string,
): Promise<Response> {
  const form = await readForm(request);
  const isWanted = form.get("intent") !== "remove";
  const at = fieldOf(form, "at");
  const chosen = { id, at, address: clientAddress(request) };
  const isScript = request.headers.get("Accept") === "application/json";
  if (isScript) {
    await (isWanted ? saveChosen(deps, signedIn, chosen) : removeChosen(deps, signedIn, id, at));
    return new Response(null, { status: 204 });
  }
  const returnTo = safePath(fieldOf(form, "returnTo") || paths.event(id));
  if (!signedIn) {
    const event = await getListedEvent(deps, id);
    return new Response(null, {
      status: 303,
      headers: {
        // The action's URL has no language; that of the page may.
        Location: inLanguage(
          paths.login(paths.eventFavourite(event.id, { returnTo, at })),
          addressedLanguage(new URL(returnTo, "http://path.invalid").search),
        ),
        "Set-Cookie": cookie(request, event.id, isWanted ? "1" : "", isWanted ? MAX_AGE : 0),
      },
    });
  }
  const back = backTo(returnTo, id, fieldOf(form, "anchor"));
  if (isWanted) return redirectWithToast(request, back, await save(deps, signedIn, chosen));
  await removeChosen(deps, signedIn, id, at);
  return redirectWithToast(request, back, { kind: "info", text: "common:heart.removed" });
}

/**
 * Saves the event after the log-in of a visitor. Requires the cookie of the original click, so that
 * a link alone saves nothing.
 */
export async function finishHeart(
  { deps, signedIn }: FavouriteContext,
  request: Request,
  id: string,
): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const returnTo = safePath(searchParams.get("returnTo") ?? paths.event(id));
  const isRequested = new RegExp(`(?:^|;\\s*)${COOKIE.replace(".", "\\.")}=1(?:;|$)`).test(
    request.headers.get("Cookie") ?? "",
  );
  const location = backTo(returnTo, id);
  if (!signedIn || !isRequested)
    return new Response(null, { status: 303, headers: { Location: location } });
  const answer = redirectWithToast(
    request,
    location,
    await save(deps, signedIn, {
      id,
      at: searchParams.get("at") ?? "",
      address: clientAddress(request),
    }),
  );
  answer.headers.append("Set-Cookie", cookie(request, id, "", 0));
  return answer;
}
