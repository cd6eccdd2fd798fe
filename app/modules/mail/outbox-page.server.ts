import { formatDate, formatTime, USUAL_ZONE } from "../../lib/dates.server";
import { AppError } from "../../lib/errors";
import { redirectWithToast } from "../../lib/flash.server";
import { translatorFor } from "../../lib/messages.server";
import type { PageContext } from "../../lib/page-context";
import { pageHead } from "../../lib/page-head.server";
import { paths } from "../../lib/paths";
import { fieldOf, readForm } from "../../lib/read-form.server";
import { formatAgo } from "../../lib/relative-time.server";
import { MAIL_UNCERTAIN } from "./deliver-mail.server";
import { getMail, listMails, type MailSummary, resendMail } from "./outbox.server";

interface OutboxContext extends PageContext {
  /** Whether links that let somebody in may be read: in local runs alone. */
  isLocal: boolean;
}

/** The outbox, and the mail of it that is open (decisions.md §9). */
export async function outboxPage(context: OutboxContext, params: URLSearchParams) {
  const { deps, locale, origin, seo, signedIn, isLocal } = context;
  const t = translatorFor(locale);
  const zone = context.timeZone ?? USUAL_ZONE;
  const now = deps.clock.now();
  const after = params.get("after");
  const opened = params.get("mail");
  const present = ({ createdAt, sentAt, attempts, isEmpty, lastError, ...mail }: MailSummary) => ({
    ...mail,
    lastError: lastError === MAIL_UNCERTAIN ? t("account:outbox.uncertain") : lastError,
    attempts: attempts > 0 ? t("account:outbox.attempts", { count: attempts }) : t("account:outbox.noAttempt"),
    createdAt: new Date(createdAt).toISOString(),
    ago: formatAgo(createdAt, now, context, zone),
    when: `${formatDate(createdAt, zone, context)} · ${formatTime(createdAt, zone, locale)}`,
    href: paths.adminOutbox({ mail: mail.id, after }),
    canResend: mail.status === "dead" && !isEmpty,
  });
  const head = pageHead({ origin, locale, seo }, paths.adminOutbox(), {
    title: t("account:outbox.title"),
    description: t("account:outbox.lead"),
    noindex: true,
  });
  const back = paths.adminOutbox({ after });
  if (opened !== null) {
    const { body, locale: language, ...mail } = await getMail(deps, signedIn, opened, isLocal);
    return { head, back, opened: { ...present({ ...mail }), body, language }, mails: [], next: null, isFirst: false };
  }
  const { mails, next } = await listMails(deps, signedIn, after);
  return {
    head,
    back,
    opened: null,
    mails: mails.map(present),
    next: next && paths.adminOutbox({ after: next }),
    isFirst: after === null,
  };
}

/** Sends a mail that was given up once more. */
export async function answerOutbox({ deps, signedIn }: OutboxContext, request: Request) {
  const form = await readForm(request);
  if (form.get("intent") !== "resend") throw new AppError("bad-request");
  try {
    await resendMail(deps, signedIn, fieldOf(form, "mail"));
  } catch (error) {
    if (!(error instanceof AppError && error.code === "conflict")) throw error;
    return redirectWithToast(request, paths.adminOutbox(), { kind: "info", text: "account:outbox.notDead" });
  }
  return redirectWithToast(request, paths.adminOutbox(), { kind: "success", text: "account:outbox.resent" });
}
