import { and, desc, eq } from "drizzle-orm";
import { events } from "../../../../db/schema";
import { translatorFor } from "../../../i18n/messages.server";
import { dateParts } from "../../../lib/dates/dates.server";
import { AppError } from "../../../lib/errors";
import type { RequestContext } from "../../../lib/http/request-context";
import { pageHead } from "../../../lib/pages/page-head.server";
import { initialsOf, verificationNotice } from "../../../lib/pages/viewer.server";
import { paths } from "../../../lib/paths";
import { citiesById } from "../../../modules/cities/queries.server";
import {
  profileOf,
  publicEventsOf,
  upcomingOf,
} from "../../../modules/events/list/creator-events.server";
import { LIST_COLUMNS } from "../../../modules/events/list/list-events.server";
import { presentCard, savedAmong } from "../../../modules/events/present/present-event.server";

/** Maximum number of events of each kind. */
const SHOWN = 24;

/**
 * The public profile of an account: name, picture, public events (product.md §2); never the address
 * or role.
 * @throws not-found if the account is deactivated, deleted or unverified; its events stay public
 */
export async function publicProfile(
  { deps, locale, calendar, origin, site, seo, signedIn }: RequestContext,
  id: string,
) {
  const t = translatorFor(locale);
  const user = await profileOf(deps, id);
  const isOwn = signedIn?.id === user?.id;
  // An unverified profile is visible to its own user alone (decisions.md §5).
  if (!user?.displayName || (user.emailVerifiedAt === null && !isOwn))
    throw new AppError("not-found");
  const [cities, [upcoming, past]] = await Promise.all([
    citiesById(deps),
    deps.db.batch([
      upcomingOf(deps, user.id, SHOWN),
      deps.db
        .select(LIST_COLUMNS)
        .from(events)
        .where(and(publicEventsOf(user.id), eq(events.isOver, true)))
        .orderBy(desc(events.startsAt))
        .limit(SHOWN),
    ]),
  ]);
  const saved = await savedAmong(
    deps,
    signedIn,
    [...upcoming, ...past].map((event) => event.id),
  );
  const now = deps.clock.now();
  const card = (event: (typeof upcoming)[number]) =>
    presentCard(event, { locale, calendar, now, cities, saved });
  const { month, year } = dateParts(user.createdAt, "UTC", { locale, calendar });
  return {
    head: pageHead({ origin, locale, seo }, paths.user(user.id), {
      title: user.displayName,
      description: t("pages:profile.description", {
        name: user.displayName,
        site: site.companyName,
      }),
      noindex: true,
    }),
    name: user.displayName,
    initials: initialsOf(user.displayName),
    photoUrl: user.photoUrl,
    verification: isOwn ? verificationNotice(signedIn, "profile:publish", locale) : null,
    since: t("pages:profile.since", { date: `${month} ${year}` }),
    upcoming: upcoming.filter(({ endsAt }) => endsAt > now).map(card),
    past: [...upcoming.filter(({ endsAt }) => endsAt <= now).reverse(), ...past].map(card),
  };
}
