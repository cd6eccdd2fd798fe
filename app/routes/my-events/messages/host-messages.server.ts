import { data } from "@remix-run/cloudflare";
import { showingMoment } from "~/components/event-page/event-showings.server";
import { localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { formatTime, USUAL_ZONE } from "~/lib/dates/dates.server";
import { SECOND } from "~/lib/dates/durations";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting, formAnswer } from "~/lib/http/form-answer.server";
import type { FormFailure } from "~/lib/http/form-failure";
import { parseInput } from "~/lib/http/parse-input";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { getVisibleEvent } from "~/modules/events/get-event.server";
import { assertHosts } from "~/modules/hosting/host-access.server";
import {
  checkHostMessage,
  HOST_MESSAGE_LENGTH,
  HostMessageInput,
  type HostMessageRow,
  listHostMessages,
  sendHostMessage,
  undoHostMessage,
} from "~/modules/hosting/host-messages.server";
import { hostedShowingsOf } from "~/modules/hosting/showings.server";
import { countGuests } from "~/modules/notifications/tell-guests.server";
import { HOST_MESSAGE_AUDIENCES } from "../../../../db/schema/index";
import { hostHead } from "../host-head.server";

async function subjectOf({ deps, signedIn }: SignedInContext, eventId: string) {
  await assertHosts(deps, signedIn, { kind: "event", id: eventId }, "guests");
  return getVisibleEvent(deps, signedIn, eventId, () => true);
}

/** The registrations in a list of ids; null without one. */
const chosenIn = (list: string | null) => (list ? [...new Set(list.split(","))] : null);

/**
 * Data of the page on which a host writes to guests or savers. @throws AppError("not-found"),
 * AppError("forbidden") for roles without the guest list
 */
export async function hostMessagesLoader(
  context: SignedInContext,
  eventId: string,
  params: URLSearchParams,
) {
  const { deps, locale } = context;
  const t = translatorFor(locale);
  const event = await subjectOf(context, eventId);
  const chosen = chosenIn(params.get("to"));
  const [showings, messages, of, reached] = await Promise.all([
    hostedShowingsOf(deps, eventId),
    listHostMessages(deps, eventId),
    hostHead(context, eventId, "messages"),
    chosen ? countGuests(deps, { eventId, chosen, isMessage: true }) : 0,
  ]);
  const labels = new Map(
    showings.map(({ originalStart, startsAt }) => [
      originalStart,
      showingMoment(startsAt, event.timeZone, context),
    ]),
  );
  const to = ({
    audience,
    originalStart,
    chosen,
  }: Pick<HostMessageRow, "audience" | "originalStart" | "chosen">) =>
    t(`guests:messages.to.${chosen?.length ? "chosen" : audience}`, {
      dates:
        originalStart === null
          ? t("guests:messages.allDates")
          : (labels.get(originalStart) ?? originalStart.slice(0, 10)),
    });
  const zone = context.timeZone ?? USUAL_ZONE;
  return {
    head: pageHead(context, paths.hostMessages(eventId), {
      title: t("guests:messages.title"),
      description: t("guests:messages.lead"),
      noindex: true,
    }),
    of,
    /** Only events that are public have messages. */
    isOpen: event.isListed,
    audiences: HOST_MESSAGE_AUDIENCES.map((value) => ({
      value,
      label: t(`guests:messages.audience.${value}`),
      help: t(`guests:messages.audienceHelp.${value}`),
    })),
    /** Guests who were ticked in the list; null is the form for all. */
    chosen: chosen && {
      value: chosen.join(","),
      text: t("guests:messages.chosen", { count: reached }),
      missed:
        reached < chosen.length
          ? t("guests:messages.missed", { count: chosen.length - reached })
          : null,
    },
    showings: [...labels].map(([value, label]) => ({ value, label })),
    length: HOST_MESSAGE_LENGTH,
    messages: messages.map(({ id, text, status, dueAt, createdAt, isUndoable, ...row }) => ({
      id,
      text,
      status,
      isUndoable,
      secondsLeft:
        status === "sent" ? Math.max(0, Math.ceil((dueAt - deps.clock.now()) / SECOND)) : null,
      to: to(row),
      when: showingMoment(createdAt, zone, context),
      state: t(
        status === "sent" && isUndoable
          ? "guests:messages.state.waiting"
          : `guests:messages.state.${status}`,
        { time: formatTime(dueAt, zone, locale) },
      ),
    })),
  };
}

/** What the page answers to its form: a failure, or the message as it would be sent. */
export type HostMessagesAnswer = FormFailure & {
  preview: { text: string; heading: string; send: string } | null;
};

/** Shows a message before it is sent, sends it, or takes one back. @throws Response the redirect */
export async function hostMessagesAction(
  context: SignedInContext,
  request: Request,
  eventId: string,
) {
  const { deps, signedIn, locale } = context;
  const t = translatorFor(locale);
  const event = await subjectOf(context, eventId);
  const form = await readForm(request);
  const intent = fieldOf(form, "intent");
  const back = async (kind: "success" | "error", text: "sent" | "held" | "undone" | "late") => {
    throw await redirectWithToast(request, paths.hostMessages(eventId), {
      kind,
      text: `guests:messages.done.${text}`,
    });
  };
  if (intent === "undo") {
    await expecting({ conflict: () => back("error", "late") }, () =>
      undoHostMessage(deps, signedIn, eventId, fieldOf(form, "id")),
    );
    return back("success", "undone");
  }
  if (intent !== "preview" && intent !== "send") throw new AppError("bad-request");
  const values = {
    audience: fieldOf(form, "audience"),
    at: fieldOf(form, "at"),
    chosen: fieldOf(form, "chosen"),
    text: fieldOf(form, "text"),
  };
  const amend = (failure: FormFailure): HostMessagesAnswer => ({ ...failure, preview: null });
  return formAnswer(context, { form: "write", values, amend }, async () => {
    const input = parseInput(HostMessageInput, {
      ...values,
      at: values.at || null,
      chosen: chosenIn(values.chosen),
    });
    if (intent === "send")
      return back("success", await sendHostMessage(deps, signedIn, eventId, input));
    const { recipients } = await checkHostMessage(deps, signedIn, eventId, input);
    const title = localized({ en: event.titleEn, fa: event.titleFa }, locale);
    return data<HostMessagesAnswer>({
      form: "write",
      message: "",
      issues: {},
      values,
      preview: {
        text: input.text,
        heading: t("guests:messages.previewHeading", { title: `\u2068${title}\u2069` }),
        send: t(`guests:messages.send.${input.audience}`, { count: recipients }),
      },
    });
  });
}
