import { translatorFor } from "~/i18n/messages.server";
import { formatTime, USUAL_ZONE } from "~/lib/dates/dates.server";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { formAnswer } from "~/lib/http/form-answer.server";
import { parseInput } from "~/lib/http/parse-input";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { citiesById, listCities } from "~/modules/cities/queries.server";
import { cityName } from "~/modules/events/present/present-event.server";
import {
  listBots,
  removeBotToken,
  setBotHook,
  setBotToken,
} from "~/modules/messengers/bots.server";
import { createChannel, listChannels } from "~/modules/messengers/channels.server";
import { BotTokenInput, ChannelInput } from "~/modules/messengers/messenger-schema";
import { settingsOf } from "~/modules/settings/platform-settings.server";
import { MESSENGERS } from "../../../../db/schema";

/** Data of `/admin/channels`: the bots, and the channels of all cities. */
export async function channelsPage({
  deps,
  locale,
  timeZone,
  origin,
  seo,
  signedIn,
}: RequestContext) {
  const t = translatorFor(locale);
  const [{ features }, bots, rows, cities, byId] = await Promise.all([
    settingsOf(deps),
    listBots(deps, signedIn),
    listChannels(deps, signedIn),
    listCities(deps),
    citiesById(deps),
  ]);
  return {
    head: pageHead({ origin, locale, seo }, paths.adminChannels(), {
      title: t("messengers:title"),
      description: t("messengers:lead"),
      noindex: true,
    }),
    isOff: !features.enableMessengers,
    bots: bots.map(({ service, hasToken, canAnswer, answers, problem, pausedUntil }) => {
      const isPaused = hasToken && problem === null && pausedUntil !== null;
      return {
        service,
        name: t(`messengers:service.${service}`),
        hasToken,
        canAnswer,
        answers,
        state: !hasToken
          ? ("none" as const)
          : problem !== null
            ? ("refused" as const)
            : isPaused
              ? ("waiting" as const)
              : ("ready" as const),
        problem,
        paused:
          isPaused && pausedUntil !== null
            ? formatTime(Date.parse(pausedUntil), timeZone ?? USUAL_ZONE, locale)
            : null,
      };
    }),
    channels: rows.map((row) => ({
      id: row.id,
      chat: row.chat,
      about: [
        t(`messengers:service.${row.service}`),
        cityName(byId.get(row.cityId), locale),
        ...postsText(row, t),
      ].join(" · "),
      state:
        row.offSince === null
          ? ("on" as const)
          : row.offReason === null
            ? ("stopped" as const)
            : ("refused" as const),
    })),
    services: MESSENGERS.map((value) => ({ value, label: t(`messengers:service.${value}`) })),
    cities: cities.map((city) => ({ value: city.slug, label: cityName(city, locale) })),
  };
}

/** Posts of a channel, in words. */
function postsText(
  { postsWeek, postsTonight }: { postsWeek: boolean; postsTonight: boolean },
  t: ReturnType<typeof translatorFor>,
): string[] {
  if (!postsWeek && !postsTonight) return [t("messengers:list.nothing")];
  return [
    ...(postsWeek ? [t("messengers:list.week")] : []),
    ...(postsTonight ? [t("messengers:list.tonight")] : []),
  ];
}

/** The fields of a channel's form that say what is posted. */
export const postingIn = (form: FormData) => ({
  locale: fieldOf(form, "locale"),
  postsWeek: form.getAll("posts").includes("week"),
  postsTonight: form.getAll("posts").includes("tonight"),
});

/** Adds a channel, or stores and removes the token of a bot, or lets it answer. */
export async function channelsAction(context: RequestContext, request: Request) {
  const { deps, signedIn } = context;
  assertCan(signedIn, "channel:manage");
  const form = await readForm(request);
  const intent = fieldOf(form, "intent");
  if (intent === "add") {
    const field = (name: string) => fieldOf(form, name).trim();
    const { locale, ...posts } = postingIn(form);
    const values = {
      service: field("service"),
      city: field("city"),
      chat: field("chat"),
      locale,
      posts: [posts.postsWeek && "week", posts.postsTonight && "tonight"].filter(Boolean).join(" "),
    };
    return formAnswer(context, { form: "channel", values }, async () => {
      const { service, city, chat } = values;
      const { id } = await createChannel(
        deps,
        signedIn,
        parseInput(ChannelInput, { service, city, chat, locale, ...posts }),
      );
      return redirectWithToast(request, paths.adminChannel(id), {
        kind: "success",
        text: "messengers:said.added",
      });
    });
  }
  const service = MESSENGERS.find((name) => name === fieldOf(form, "service"));
  if (!service) throw new AppError("bad-request");
  // The token is not sent back.
  return formAnswer(context, { form: `bot-${service}` }, async () => {
    const done = (text: "token" | "noToken" | "hook") =>
      redirectWithToast(request, paths.adminChannels(), {
        kind: "success",
        text: `messengers:said.${text}`,
      });
    switch (intent) {
      case "token":
        await setBotToken(
          deps,
          signedIn,
          service,
          parseInput(BotTokenInput, { token: fieldOf(form, "token") }).token,
        );
        return done("token");
      case "remove-token":
        await removeBotToken(deps, signedIn, service);
        return done("noToken");
      case "hook":
        await setBotHook(deps, signedIn, service);
        return done("hook");
      default:
        throw new AppError("bad-request");
    }
  });
}
