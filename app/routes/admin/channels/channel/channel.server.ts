import { translatorFor } from "~/i18n/messages.server";
import type { TextKey } from "~/i18n/translate";
import { formatDate, USUAL_ZONE } from "~/lib/dates/dates.server";
import { formatAgo } from "~/lib/dates/written-times.server";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { formAnswer } from "~/lib/http/form-answer.server";
import { parseInput } from "~/lib/http/parse-input";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { citiesById } from "~/modules/cities/queries.server";
import { cityName } from "~/modules/events/present/present-event.server";
import { listBots } from "~/modules/messengers/bots.server";
import {
  deleteChannel,
  getChannel,
  listChannelPosts,
  testChannel,
  updateChannel,
} from "~/modules/messengers/channels.server";
import { ChannelUpdate } from "~/modules/messengers/messenger-schema";
import { settingsOf } from "~/modules/settings/platform-settings.server";
import { postingIn } from "../channels-page.server";

const KINDS = { week: "kindWeek", tonight: "kindTonight", test: "kindTest" } as const;

/** Data of `/admin/channels/:channelId`: what is posted, and the latest posts. */
export async function channelPage(context: RequestContext, id: string) {
  const { deps, locale, calendar, timeZone, origin, seo, signedIn } = context;
  const t = translatorFor(locale);
  const row = await getChannel(deps, signedIn, id);
  const [posts, bots, cities, { features }] = await Promise.all([
    listChannelPosts(deps, signedIn, id),
    listBots(deps, signedIn),
    citiesById(deps),
    settingsOf(deps),
  ]);
  const service = t(`messengers:service.${row.service}`);
  const dayOf = (day: string) =>
    formatDate(Date.parse(`${day}T12:00:00Z`), "UTC", { locale, calendar }, { year: false });
  return {
    head: pageHead({ origin, locale, seo }, paths.adminChannel(id), {
      title: row.chat,
      noindex: true,
    }),
    id,
    chat: row.chat,
    about: [service, cityName(cities.get(row.cityId), locale)].join(" · "),
    locale: row.locale,
    chosen: [...(row.postsWeek ? ["week"] : []), ...(row.postsTonight ? ["tonight"] : [])],
    isOn: row.offSince === null,
    offReason: row.offReason,
    isOff: !features.enableMessengers,
    noToken: bots.some((bot) => bot.service === row.service && bot.hasToken)
      ? null
      : t("messengers:page.noToken", { service }),
    posts: posts.map((post) => ({
      id: post.id,
      title: t(`messengers:page.${KINDS[post.kind]}`, {
        day: post.kind === "test" ? "" : dayOf(post.subject),
      }),
      status: post.status === "sending" ? ("pending" as const) : post.status,
      when: formatAgo(
        post.sentAt ?? post.createdAt,
        deps.clock.now(),
        { locale, calendar },
        timeZone ?? USUAL_ZONE,
      ),
      // As the messenger said it.
      error: post.lastError,
      text: post.text,
    })),
  };
}

/** Saves what is posted, or does what a button of the page says. */
export async function channelAction(context: RequestContext, request: Request, id: string) {
  const { deps, signedIn } = context;
  assertCan(signedIn, "channel:manage");
  const form = await readForm(request);
  const done = (
    work: () => Promise<unknown>,
    text: TextKey<"messengers">,
    to = paths.adminChannel(id),
  ) =>
    formAnswer(context, { form: "channel" }, async () => {
      await work();
      return redirectWithToast(request, to, { kind: "success", text });
    });
  switch (fieldOf(form, "intent")) {
    case "save":
      return done(
        () => updateChannel(deps, signedIn, id, parseInput(ChannelUpdate, postingIn(form))),
        "messengers:said.saved",
      );
    case "on":
      return done(() => updateChannel(deps, signedIn, id, { isOn: true }), "messengers:said.on");
    case "stop":
      return done(
        () => updateChannel(deps, signedIn, id, { isOn: false }),
        "messengers:said.stopped",
      );
    case "test":
      return done(() => testChannel(deps, signedIn, id), "messengers:said.test");
    case "remove":
      return done(
        () => deleteChannel(deps, signedIn, id),
        "messengers:said.removed",
        paths.adminChannels(),
      );
    default:
      throw new AppError("bad-request");
  }
}
