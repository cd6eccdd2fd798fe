import { FOLLOW_FREQUENCIES } from "~/../db/schema";
import { addressedLanguage, inLanguage } from "~/i18n/addressed-language";
import type { Deps } from "~/lib/deps";
import { AppError } from "~/lib/errors";
import type { Flash } from "~/lib/http/flash";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { safePath } from "~/lib/http/web-url";
import { paths } from "~/lib/paths";
import type { Actor } from "~/lib/permissions";
import { follow, unfollow } from "~/modules/hosts/follows/follow.server";

const COOKIE = "rooydad.follow";
/** Lifetime of the cookie: long enough to sign up and confirm the address, s. */
const MAX_AGE = 3_600;
/** Longer ones are no topics. */
const MAX_TOPIC = 2_000;

/** Scoped to this path, so that pages stay cacheable for all visitors. */
const cookie = (request: Request, topic: string, maxAge: number) =>
  `${COOKIE}=${encodeURIComponent(topic)}; Path=${paths.follow()}; Max-Age=${maxAge}; SameSite=Lax; HttpOnly${new URL(request.url).protocol === "https:" ? "; Secure" : ""}`;

async function begin(deps: Deps, actor: Actor, topic: string, asked: string): Promise<Flash> {
  const frequency = FOLLOW_FREQUENCIES.find((name) => name === asked);
  const fail = (text: Flash["text"]) => (): Flash => ({ kind: "error", text });
  const refusals = {
    conflict: fail("common:follow.full"),
    "not-found": fail("common:follow.gone"),
  };
  return expecting<Flash, Flash>(refusals, async () => {
    await follow(deps, actor, topic, frequency);
    return {
      kind: "success",
      text: frequency ? "common:follow.changed" : "common:follow.followed",
    };
  });
}

/**
 * Follows or ends a follow, and leads back with a toast. Visitors log in first; a cookie keeps what
 * they asked for.
 */
export async function followAction(
  { deps, signedIn }: RequestContext,
  request: Request,
): Promise<Response> {
  const form = await readForm(request);
  // Forms of lists have them in their address.
  const { searchParams } = new URL(request.url);
  const topic = fieldOf(form, "topic") || (searchParams.get("topic") ?? "");
  if (topic === "" || topic.length > MAX_TOPIC) throw new AppError("bad-request");
  const returnTo = safePath(fieldOf(form, "returnTo") || searchParams.get("returnTo"));
  if (signedIn) {
    if (form.get("intent") !== "unfollow")
      return redirectWithToast(
        request,
        returnTo,
        await begin(deps, signedIn, topic, fieldOf(form, "frequency")),
      );
    await unfollow(deps, signedIn, topic);
    return redirectWithToast(request, returnTo, { kind: "info", text: "common:follow.ended" });
  }
  const login = paths.login(paths.follow({ topic, returnTo }));
  return new Response(null, {
    status: 303,
    headers: {
      // The action's URL has no language; that of the page may.
      Location: inLanguage(
        login,
        addressedLanguage(new URL(returnTo, "http://path.invalid").search),
      ),
      "Set-Cookie": cookie(request, topic, MAX_AGE),
    },
  });
}

/**
 * Follows after the log-in of a visitor. Requires the cookie of the original click, so that a link
 * alone follows nothing.
 */
export async function finishFollow(
  { deps, signedIn }: RequestContext,
  request: Request,
): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const returnTo = safePath(searchParams.get("returnTo"));
  const topic = searchParams.get("topic") ?? "";
  const kept = new RegExp(`(?:^|;\\s*)${COOKIE.replace(".", "\\.")}=([^;]+)`).exec(
    request.headers.get("Cookie") ?? "",
  )?.[1];
  if (!signedIn || !topic || kept !== encodeURIComponent(topic))
    return new Response(null, { status: 303, headers: { Location: returnTo } });
  const answer = redirectWithToast(request, returnTo, await begin(deps, signedIn, topic, ""));
  answer.headers.append("Set-Cookie", cookie(request, "", 0));
  return answer;
}
