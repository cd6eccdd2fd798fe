import { translatorFor } from "~/i18n/messages.server";
import type { Translate } from "~/i18n/translate";
import { formatDate, formatTime, USUAL_ZONE } from "~/lib/dates/dates.server";
import { formatAgo } from "~/lib/dates/written-times.server";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { pageTrail } from "~/lib/pages/page-trail";
import { paths } from "~/lib/paths";
import { can } from "~/lib/permissions";
import { totalText } from "~/lib/text/total-text.server";
import { MAIL_UNCERTAIN } from "~/modules/mail/deliver-mail.server";
import { MAIL_KINDS } from "~/modules/mail/enqueue-mail.server";
import { mailForStaff } from "~/modules/mail/layout.server";
import {
  countMails,
  getMail,
  listMails,
  type MailSummary,
  resendDeadMails,
  resendMail,
} from "~/modules/mail/outbox.server";
import { ALL_NOTIFICATION_KINDS } from "~/modules/notifications/choose-channels";
import {
  countDeadPushes,
  type DeadPush,
  listDeadPushes,
  resendPush,
} from "~/modules/notifications/push/deliver-push.server";

export type OutboxView = Awaited<ReturnType<typeof outboxLoader>>;
export type MailView = OutboxView["mails"][number];
export type PushView = OutboxView["pushes"][number];

/** Filters of the page. All mails without one. */
const SHOWN = ["dead", "pushes"] as const;

/** Mails of the product itself; the others are notifications. */
const OWN_KINDS = [...MAIL_KINDS, "weekPicks", "test"] as const;

/** What a mail or push notification is, in words. An unknown kind, of another version, as stored. */
export function nameOfKind(t: Translate, kind: string): string {
  const notified = ALL_NOTIFICATION_KINDS.find((known) => known === kind);
  if (notified) return t(`admin-templates:kind.${notified}`);
  const own = OWN_KINDS.find((known) => known === kind);
  return own ? t(`account:outbox.kind.${own}`) : kind;
}

/** Data of `/admin/outbox`: the list and the selected mail (decisions.md §9). */
export async function outboxLoader(context: RequestContext, params: URLSearchParams) {
  const { deps, locale, origin, seo, signedIn, isLocal } = context;
  const t = translatorFor(locale);
  const zone = context.timeZone ?? USUAL_ZONE;
  const now = deps.clock.now();
  const after = params.get("after");
  const trail = pageTrail(params);
  const opened = params.get("mail");
  const show = SHOWN.find((name) => name === params.get("show")) ?? null;
  const times = (at: number) => ({
    createdAt: new Date(at).toISOString(),
    ago: formatAgo(at, now, context, zone),
    when: `${formatDate(at, zone, context)} · ${formatTime(at, zone, locale)}`,
  });
  const presentPush = ({ createdAt, attempts, kind, ...push }: DeadPush) => ({
    ...push,
    kind: nameOfKind(t, kind),
    ...times(createdAt),
    canResend: push.canResend && can(signedIn, "outbox:resend"),
    attempts: t("account:outbox.attempts", { count: attempts }),
  });
  const present = ({ createdAt, sentAt, isEmpty, lastError, ...mail }: MailSummary) => ({
    ...mail,
    kind: nameOfKind(t, mail.kind),
    lastError: lastError === MAIL_UNCERTAIN ? t("account:outbox.uncertain") : lastError,
    attempts:
      mail.attempts > 0
        ? t("account:outbox.attempts", { count: mail.attempts })
        : t("account:outbox.noAttempt"),
    ...times(createdAt),
    href: paths.adminOutbox({ mail: mail.id, show, ...trail.here }),
    canResend: mail.status === "dead" && !isEmpty && can(signedIn, "outbox:resend"),
  });
  const head = pageHead({ origin, locale, seo }, paths.adminOutbox(), {
    title: t("account:outbox.title"),
    description: t("account:outbox.lead"),
    noindex: true,
  });
  const back = paths.adminOutbox({ show, ...trail.here });
  const page = {
    head,
    back,
    show,
    shows: [null, ...SHOWN].map((name) => ({ name, href: paths.adminOutbox({ show: name }) })),
    opened: null,
    mails: [],
    pushes: [],
    next: null,
    start: after === null ? null : paths.adminOutbox({ show }),
    previous: trail.previous && paths.adminOutbox({ show, ...trail.previous }),
    total: undefined,
    canResendAll: false,
  };
  const older = (next: string | null) => next && paths.adminOutbox({ show, ...trail.nextTo(next) });
  if (opened !== null) {
    const { body, locale: language, ...mail } = await getMail(deps, signedIn, opened, isLocal);
    return {
      ...page,
      opened: { ...present({ ...mail }), body: body && mailForStaff(body, deps.siteUrl), language },
    };
  }
  if (show === "pushes") {
    const [{ pushes, next }, total] = await Promise.all([
      listDeadPushes(deps, signedIn, after),
      countDeadPushes(deps, signedIn),
    ]);
    return {
      ...page,
      pushes: pushes.map(presentPush),
      next: older(next),
      total: totalText(total, locale),
    };
  }
  const [{ mails, next }, total] = await Promise.all([
    listMails(deps, signedIn, after, show === "dead"),
    countMails(deps, signedIn, show === "dead"),
  ]);
  const canResendAll = show === "dead" && mails.length > 0 && can(signedIn, "outbox:resend");
  return {
    ...page,
    mails: mails.map(present),
    next: older(next),
    total: totalText(total, locale),
    canResendAll,
  };
}

/** Resends a failed mail or push notification. */
export async function outboxAction({ deps, signedIn }: RequestContext, request: Request) {
  const form = await readForm(request);
  const intent = form.get("intent");
  if (intent === "resend-all") {
    const count = await resendDeadMails(deps, signedIn);
    return redirectWithToast(request, paths.adminOutbox({ show: "dead" }), {
      kind: count === 0 ? "info" : "success",
      text: count === 0 ? "account:outbox.noneDead" : "account:outbox.allResent",
    });
  }
  if (intent !== "resend" && intent !== "resend-push") throw new AppError("bad-request");
  const isPush = intent === "resend-push";
  const show = SHOWN.find((name) => name === new URL(request.url).searchParams.get("show")) ?? null;
  const back = paths.adminOutbox({ show });
  const late = () =>
    redirectWithToast(request, back, {
      kind: "info",
      text: isPush ? "account:outbox.notDeadPush" : "account:outbox.notDead",
    });
  return expecting({ conflict: late }, async () => {
    if (isPush) await resendPush(deps, signedIn, fieldOf(form, "push"));
    else await resendMail(deps, signedIn, fieldOf(form, "mail"));
    return redirectWithToast(request, back, {
      kind: "success",
      text: isPush ? "account:outbox.resentPush" : "account:outbox.resent",
    });
  });
}
