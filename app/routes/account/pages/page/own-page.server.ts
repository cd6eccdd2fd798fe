import * as v from "valibot";
import { localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { formatDate, USUAL_ZONE } from "~/lib/dates/dates.server";
import { AppError } from "~/lib/errors";
import { IMAGE_FOCUSES } from "~/lib/event/event-fields";
import { hostFacet } from "~/lib/event/host-keys";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting, formAnswer } from "~/lib/http/form-answer.server";
import { parseInput } from "~/lib/http/parse-input";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { can } from "~/lib/permissions";
import { citiesById } from "~/modules/cities/queries.server";
import {
  ANNOUNCEMENT_LIMITS,
  AnnouncementInput,
  announce,
  announcedText,
  listAnnouncements,
  nextAnnouncementAt,
  withdrawAnnouncement,
} from "~/modules/hosts/claims/announce.server";
import {
  CLAIM_LIMITS,
  ClaimInput,
  claimHost,
  latestClaim,
  setPageMails,
  withdrawClaim,
} from "~/modules/hosts/claims/claims.server";
import {
  changeHostPicture,
  describeOwnHost,
  OwnHostInput,
  removeHostPicture,
} from "~/modules/hosts/claims/own-host.server";
import { hostName } from "~/modules/hosts/find-host.server";
import { followerCount } from "~/modules/hosts/follows/follow.server";
import { getHostOrThrow } from "~/modules/hosts/write-host.server";
import { framedPicture } from "~/modules/media/media-files";
import { maxMediaSize } from "~/modules/media/storage-limits.server";
import { settingsOf } from "~/modules/settings/platform-settings.server";
import { pictureTooLarge } from "../../picture-too-large.server";

/** Size limit of the forms besides a picture, bytes. */
const SIZE = 32_768;
/** Smaller numbers of followers are not shown to managers: they could tell who follows. */
const FEW = 5;

/**
 * Data of `/account/pages/{id}`: the claim of a page, and for its verified manager the forms of it.
 * @throws AppError("not-found")
 */
export async function ownPageLoader(
  { deps, locale, calendar, timeZone, origin, seo, signedIn }: SignedInContext,
  hostId: string,
) {
  const t = translatorFor(locale);
  const host = await getHostOrThrow(deps, hostId);
  const { kind, row } = host;
  const [claim, cities, { features, storage }, followers] = await Promise.all([
    latestClaim(deps, signedIn, hostId),
    citiesById(deps),
    settingsOf(deps),
    followerCount(deps, hostFacet(kind, hostId)),
  ]);
  const isManager = claim?.status === "approved";
  const [announcements, nextAt] = isManager
    ? await Promise.all([listAnnouncements(deps, hostId), nextAnnouncementAt(deps, hostId)])
    : [[], null];
  if (row.status === "hidden" && !claim) throw new AppError("not-found");
  const city = kind === "venue" ? cities.get(row.cityId) : undefined;
  const { name } = hostName(row, locale);
  const whyClosed = !can(signedIn, "host:claim")
    ? ("unverified" as const)
    : features.enableHostClaims
      ? null
      : ("off" as const);
  return {
    head: pageHead({ origin, locale, seo }, paths.accountPage(hostId), {
      title: name,
      description: name,
      noindex: true,
    }),
    id: hostId,
    kind,
    name,
    publicHref:
      row.status === "hidden"
        ? null
        : city
          ? paths.venue(city.slug, row.slug)
          : kind === "organizer"
            ? paths.organizer(row.slug)
            : null,
    /** Who helps with its events; venues have none of their own. */
    people: isManager && kind === "organizer" ? paths.hostPeople(hostId) : null,
    /** Whether the account gets the mails about RSVPs of its events. */
    getsMails: claim?.getsMails ?? true,
    claim: claim && { status: claim.status, reason: claim.reason },
    /** Why there is no form for a claim; null where there is one. */
    closed: whyClosed,
    limits: { max: CLAIM_LIMITS.statement, min: CLAIM_LIMITS.shortest },
    managed: isManager
      ? {
          version: row.version,
          fields: {
            aboutEn: row.aboutEn ?? "",
            aboutFa: row.aboutFa ?? "",
            links: row.links.join("\n"),
          },
          announcements: announcements.map((one) => ({
            id: one.id,
            text: localized(announcedText(one), locale),
            status: one.status,
            reason: one.reason,
            date: formatDate(one.sentAt ?? one.createdAt, timeZone ?? USUAL_ZONE, {
              locale,
              calendar,
            }),
          })),
          picture: {
            stored: framedPicture(row),
            focus: row.imageFocus,
            focuses: IMAGE_FOCUSES.map((focus) => ({
              value: focus,
              label: t(`authoring:focus.${focus}`),
            })),
            limit: t("account:picture.help", { size: storage.maxImageSizeMb }),
            isClosed: !features.enableHostClaims,
          },
          /** Why no message can be sent now; null while one can. */
          announcing: !features.enableAnnouncements
            ? t("account:pages.announce.off")
            : nextAt &&
              t("account:pages.announce.next", {
                date: formatDate(nextAt, timeZone ?? USUAL_ZONE, { locale, calendar }),
              }),
          announcementLimits: {
            min: ANNOUNCEMENT_LIMITS.shortest,
            max: ANNOUNCEMENT_LIMITS.longest,
          },
          followers:
            followers < FEW
              ? t("account:pages.followersFew")
              : t("account:pages.followersCount", { count: followers }),
        }
      : null,
  };
}

/**
 * Actions of the page: claim it, withdraw the claim, change its text and picture, send messages.
 */
export async function ownPageAction(context: SignedInContext, request: Request, hostId: string) {
  const { deps, signedIn } = context;
  const form = await expecting({ "too-large": () => pictureTooLarge(context) }, async () =>
    readForm(request, (await maxMediaSize(deps, "picture")) + SIZE),
  );
  if (!(form instanceof FormData)) return form;
  const back = paths.accountPage(hostId);
  switch (form.get("intent")) {
    case "claim": {
      const values = { statement: fieldOf(form, "statement"), link: fieldOf(form, "link").trim() };
      return formAnswer(
        context,
        { form: "claim", values, failed: "account:pages.failed" },
        async () => {
          const input = parseInput(ClaimInput, { ...values, link: values.link || null });
          await claimHost(deps, signedIn, hostId, input);
          return redirectWithToast(request, back, { kind: "success", text: "account:pages.sent" });
        },
      );
    }
    case "withdraw":
      await withdrawClaim(deps, signedIn, hostId);
      return redirectWithToast(request, paths.accountPages(), {
        kind: "info",
        text: "account:pages.withdrawn",
      });
    case "describe": {
      const values = {
        aboutEn: fieldOf(form, "aboutEn"),
        aboutFa: fieldOf(form, "aboutFa"),
        links: fieldOf(form, "links"),
      };
      const options = {
        form: "describe",
        values,
        failed: "account:pages.failed",
        stale: "account:pages.stale",
      } as const;
      return formAnswer(context, options, async () => {
        const links = values.links
          .split("\n")
          .map((line) => line.trim())
          .filter(Boolean);
        await describeOwnHost(
          deps,
          signedIn,
          hostId,
          parseInput(OwnHostInput, { ...values, links }),
          Number(fieldOf(form, "version")),
        );
        return redirectWithToast(request, back, { kind: "success", text: "account:pages.saved" });
      });
    }
    case "picture": {
      const focus = fieldOf(form, "imageFocus");
      const options = {
        form: "picture",
        values: { imageFocus: focus },
        failed: "account:pages.failed",
        stale: "account:pages.stale",
      } as const;
      return formAnswer(context, options, async () => {
        const file = form.get("picture");
        await changeHostPicture(deps, signedIn, hostId, {
          file: file instanceof File && file.size > 0 ? file : null,
          focus: parseInput(v.picklist(IMAGE_FOCUSES, "errors:issue.value"), focus),
        });
        return redirectWithToast(request, back, { kind: "success", text: "account:picture.saved" });
      });
    }
    case "remove-picture":
      await removeHostPicture(deps, signedIn, hostId);
      return redirectWithToast(request, back, { kind: "info", text: "account:picture.removed" });
    case "announce": {
      const values = { textEn: fieldOf(form, "textEn"), textFa: fieldOf(form, "textFa") };
      return formAnswer(
        context,
        { form: "announce", values, failed: "account:pages.failed" },
        async () => {
          const result = await announce(
            deps,
            signedIn,
            hostId,
            parseInput(AnnouncementInput, values),
          );
          const text =
            result === "sent" ? "account:pages.announce.sent" : "account:pages.announce.waits";
          return redirectWithToast(request, back, { kind: "success", text });
        },
      );
    }
    case "mails-on":
    case "mails-off": {
      const isOn = form.get("intent") === "mails-on";
      await setPageMails(deps, signedIn, hostId, isOn);
      return redirectWithToast(request, back, {
        kind: "success",
        text: `account:pages.rsvpMails.${isOn ? "on" : "off"}`,
      });
    }
    case "take-back":
      await withdrawAnnouncement(deps, signedIn, hostId, fieldOf(form, "announcement"));
      return redirectWithToast(request, back, {
        kind: "info",
        text: "account:pages.announce.takenBack",
      });
    default:
      throw new AppError("bad-request");
  }
}
