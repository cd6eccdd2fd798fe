import { localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { USUAL_ZONE } from "~/lib/dates/dates.server";
import { formatAgo } from "~/lib/dates/written-times.server";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { formAnswer } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { webUrl } from "~/lib/http/web-url";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { decideHostMessage, listHeldMessages } from "~/modules/hosting/host-messages.server";
import {
  decideAnnouncement,
  listAnnouncementsToReview,
} from "~/modules/hosts/claims/announce.server";
import { decideClaim, listWaitingClaims } from "~/modules/hosts/claims/claims.server";

/** Data of `/admin/claims`: claims of pages that wait for a decision, the oldest first. */
export async function claimsLoader(context: RequestContext) {
  const { deps, locale, origin, seo, signedIn } = context;
  assertCan(signedIn, "host:manage");
  const t = translatorFor(locale);
  const [rows, held, { waiting, sent }] = await Promise.all([
    listWaitingClaims(deps, signedIn),
    listHeldMessages(deps, signedIn),
    listAnnouncementsToReview(deps, signedIn),
  ]);
  const now = deps.clock.now();
  const by = (person: { name: string }, at: number) =>
    t("admin:claims.by", {
      name: `\u2068${person.name}\u2069`,
      ago: formatAgo(at, now, context, context.timeZone ?? USUAL_ZONE),
    });
  const hostOf = (hostId: string, host: { nameEn: string | null; nameFa: string | null }) =>
    host.nameEn === null
      ? null
      : {
          name: localized({ en: host.nameEn, fa: host.nameFa }, locale),
          href: paths.adminVenue(hostId),
        };
  const announced = ({ announcement, host, author }: (typeof waiting)[number]) => ({
    id: announcement.id,
    host: hostOf(announcement.hostId, host),
    by: by(author, announcement.sentAt ?? announcement.createdAt),
    author: paths.user(author.id),
    texts: [announcement.textEn, announcement.textFa].filter((text) => text !== null),
  });
  return {
    head: pageHead({ origin, locale, seo }, paths.adminClaims(), {
      title: t("admin:claims.title"),
      description: t("admin:claims.lead"),
      noindex: true,
    }),
    claims: rows.map(({ claim, host, claimant }) => ({
      id: claim.id,
      host: hostOf(claim.hostId, host),
      by: by(claimant, claim.createdAt),
      claimant: paths.user(claimant.id),
      statement: claim.statement,
      link: webUrl(claim.link)?.href ?? null,
    })),
    messages: held.map(({ message, title, author }) => ({
      id: message.id,
      host: { name: localized(title, locale), href: paths.event(message.eventId) },
      by: by(author, message.createdAt),
      author: paths.user(author.id),
      texts: [message.text],
    })),
    announcements: waiting.map(announced),
    sent: sent.map(announced),
  };
}

const DECISIONS = {
  claim: decideClaim,
  announcement: decideAnnouncement,
  message: decideHostMessage,
} as const;
const DECIDED = Object.keys(DECISIONS) as (keyof typeof DECISIONS)[];

/** Approves or rejects a claim, an announcement or a host's message. */
export async function claimsAction(context: RequestContext, request: Request) {
  const { deps, signedIn } = context;
  assertCan(signedIn, "host:manage");
  const form = await readForm(request);
  const intent = form.get("intent");
  if (intent !== "approve" && intent !== "reject") throw new AppError("bad-request");
  const of = DECIDED.find((name) => form.has(name));
  if (!of) throw new AppError("bad-request");
  const id = fieldOf(form, of);
  const reason = fieldOf(form, "reason");
  const options = {
    form: id,
    values: { reason },
    failed: "admin:claims.failed",
    conflict: "admin:claims.conflict",
  } as const;
  return formAnswer(context, options, async () => {
    await DECISIONS[of](deps, signedIn, id, intent === "approve" ? null : reason);
    const outcome = intent === "approve" ? "approved" : "rejected";
    return redirectWithToast(request, paths.adminClaims(), {
      kind: "success",
      text: of === "claim" ? `admin:claims.${outcome}` : `admin:claims.${of}s.${outcome}`,
    });
  });
}
