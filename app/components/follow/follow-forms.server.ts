import type { Locale } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import type { TextKey } from "../../i18n/translate";
import type { RequestContext } from "../../lib/http/request-context";
import type { ListFollowView } from "../../lib/pages/views";
import { paths } from "../../lib/paths";
import { followedAmong } from "../../modules/hosts/follows/follow.server";

interface FollowedList {
  followTopic: string | null;
  nothing: object | null;
}

/** The list with the form that follows it, or ends that. */
export async function withListFollow<List extends FollowedList>(
  { deps, locale, signedIn }: RequestContext,
  { followTopic: topic, ...list }: List,
  returnTo: string,
): Promise<Omit<List, "followTopic"> & { follow: ListFollowView | null }> {
  if (topic === null) return { ...list, follow: null };
  const isOn = (await followedAmong(deps, signedIn, [topic])).has(topic);
  return {
    ...list,
    follow: formOf(
      topic,
      isOn,
      returnTo,
      locale,
      list.nothing ? "common:follow.whenThereIs" : "common:follow.list",
    ),
  };
}

interface Followable {
  topic: string | null;
}

type Followed<Part> = Omit<Part, "topic"> & { follow: ListFollowView | null };

/**
 * Parts of an event's page, the cards of its organizer and venue and its dates, each with the form
 * that follows it.
 */
export async function withEventFollows<Card extends Followable, Dates extends Followable>(
  { deps, locale, signedIn }: RequestContext,
  { hosts, showings }: { hosts: readonly Card[]; showings: Dates | null },
  returnTo: string,
): Promise<{ hosts: Followed<Card>[]; showings: Followed<Dates> | null }> {
  const followed = await followedAmong(
    deps,
    signedIn,
    [...hosts, ...(showings ? [showings] : [])].flatMap(({ topic }) => topic ?? []),
  );
  const followOf = (topic: string | null, label: TextKey<"common">, labelOn?: TextKey<"common">) =>
    topic === null ? null : formOf(topic, followed.has(topic), returnTo, locale, label, labelOn);
  const dates = ({ topic, ...rest }: Dates) => ({
    ...rest,
    follow: followOf(topic, "common:follow.dates", "common:follow.datesOn"),
  });
  return {
    hosts: hosts.map(({ topic, ...card }) => ({
      ...card,
      follow: followOf(topic, "common:follow.follow"),
    })),
    showings: showings && dates(showings),
  };
}

/** The form's URL holds everything, so it works without JavaScript. */
const formOf = (
  topic: string,
  isOn: boolean,
  returnTo: string,
  locale: Locale,
  label: TextKey<"common">,
  labelOn: TextKey<"common"> = "common:follow.on",
): ListFollowView => ({
  action: paths.follow({ topic, returnTo }),
  intent: isOn ? "unfollow" : "follow",
  label: translatorFor(locale)(isOn ? labelOn : label),
});
