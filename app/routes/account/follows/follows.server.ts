import { redirect } from "@remix-run/cloudflare";
import { eq } from "drizzle-orm";
import { FOLLOW_FREQUENCIES, users } from "~/../db/schema";
import { inLanguageOf } from "~/i18n/addressed-language";
import { listOf, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import { FOLLOW_KINDS, readFollowTopic } from "~/lib/event/follow-topics";
import { HOST_KINDS } from "~/lib/event/host-keys";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { listCities } from "~/modules/cities/queries.server";
import { cityName } from "~/modules/events/present/present-event.server";
import { follow, listFollows, unfollow } from "~/modules/hosts/follows/follow.server";
import { presentFollows } from "~/modules/hosts/follows/present-follows.server";
import { suggestHosts } from "~/modules/hosts/suggest-hosts.server";

/** Suggested hosts of each kind, and how many follows end the suggestions. */
const SUGGESTED = 4;
const ENOUGH = 8;

/** Data of `/account/follows`: everything that the reader follows, by kind. */
export async function followsLoader(context: SignedInContext, params: URLSearchParams) {
  const { deps, locale, origin, seo, signedIn, homeCity } = context;
  const t = translatorFor(locale);
  const [rows, reader, cities] = await Promise.all([
    listFollows(deps, signedIn),
    deps.db
      .select({ cities: users.cities, preferences: users.notificationPreferences })
      .from(users)
      .where(eq(users.id, signedIn.id))
      .get(),
    listCities(deps),
  ]);
  // The reader's city, else the first one that they follow, else everywhere.
  const place = [homeCity.slug, ...(reader?.cities ?? [])].flatMap(
    (slug) => cities.find((city) => city.slug === slug) ?? [],
  )[0];
  const [left, frequency] = [params.get("left"), params.get("frequency")];
  const without = [...rows.map(({ topic }) => topic), left ?? ""].flatMap((topic) => {
    const subject = readFollowTopic(topic);
    return subject && "id" in subject ? [subject.id] : [];
  });
  const [found, ...suggested] = await Promise.all([
    presentFollows(deps, rows, locale),
    ...(rows.length < ENOUGH ? HOST_KINDS : []).map((kind) =>
      suggestHosts(
        deps,
        {
          kind,
          facet: place ? `city:${place.id}` : "all",
          without,
          limit: SUGGESTED,
        },
        locale,
      ),
    ),
  ]);
  return {
    head: pageHead({ origin, locale, seo }, paths.accountFollows(), {
      title: t("account:follows.title"),
      description: t("account:follows.lead"),
      noindex: true,
    }),
    groups: FOLLOW_KINDS.map((kind) => ({
      kind,
      follows: found.filter((one) => one.kind === kind),
    })).filter(({ follows }) => follows.length > 0),
    /** Venues and organizers that are not followed yet; none for readers of many follows. */
    suggested: suggested.flat().map(({ upcoming, city, ...host }) => ({
      ...host,
      text: listOf(locale, [
        ...(city && !place ? [cityName(city, locale)] : []),
        t("pages:cities.upcoming", { count: upcoming }),
      ]),
    })),
    place: place ? localized({ en: place.nameEn, fa: place.nameFa }, locale) : null,
    cities: cities
      .filter(({ slug }) => reader?.cities.includes(slug))
      .map(({ slug, nameEn, nameFa }) => ({
        name: localized({ en: nameEn, fa: nameFa }, locale),
        href: paths.city(slug),
      })),
    /** New events are unticked in the preferences, so nothing is sent about them. */
    isSilent: reader?.preferences.categories.includes("newEvents") === false,
    /** Just ended, and can be followed again. */
    left:
      left && !rows.some(({ topic }) => topic === left)
        ? { topic: left, frequency: frequency ?? "" }
        : null,
  };
}

/** Changes how often a follow may send an email, ends it, or follows again. */
export async function followsAction(
  { deps, signedIn }: SignedInContext,
  request: Request,
): Promise<Response> {
  const form = await readForm(request);
  const topic = fieldOf(form, "topic");
  const frequency = FOLLOW_FREQUENCIES.find((name) => name === form.get("frequency"));
  switch (form.get("intent")) {
    case "follow": {
      const gone = () =>
        redirectWithToast(request, paths.accountFollows(), {
          kind: "error",
          text: "common:follow.gone",
        });
      return expecting({ "not-found": gone, conflict: gone }, async () => {
        await follow(deps, signedIn, topic, frequency);
        return redirectWithToast(request, paths.accountFollows(), {
          kind: "success",
          text: "common:follow.changed",
        });
      });
    }
    case "unfollow":
      await unfollow(deps, signedIn, topic);
      return redirect(inLanguageOf(request, paths.accountFollows({ left: topic, frequency })), 303);
    default:
      throw new AppError("bad-request");
  }
}
