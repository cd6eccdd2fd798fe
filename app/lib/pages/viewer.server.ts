import { data } from "@remix-run/cloudflare";
import type { Locale } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import { dateParts, formatDate, type Reader, USUAL_ZONE } from "../dates/dates.server";
import { DAY } from "../dates/durations";
import type { Deps } from "../deps";
import { consumeFlash } from "../http/flash.server";
import type { RequestContext } from "../http/request-context";
import { type Actor, effectiveRole, isStaff, missingFor, type Permission } from "../permissions";
import type { ToastView, ViewerView } from "./views";

type SignedIn = Pick<
  ViewerView,
  "id" | "displayName" | "photoUrl" | "role" | "isVerified" | "isOnboarded"
> & {
  preferredLanguage: "en" | "fa" | null;
  followsBrowserLanguage: boolean;
  deleteAfter: number | null;
  timeZone: string | null;
  unread: number;
  saved: number;
  secondFactorDueAt: number | null;
};

interface ViewerContext extends Reader {
  deps: Pick<Deps, "siteUrl" | "pushKey" | "clock">;
  isLocal: boolean;
  /** The host of the request. */
  host: string;
}

/** The first letters of the first and the last name, in either script. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) =>
    word ? [...word][0] : "",
  );
  // Persian letters would join into a word of their own.
  return letters.join(/[\u0600-\u06ff]/.test(letters[0] ?? "") ? "\u200c" : "").toUpperCase();
}

/** The signed-in user as every page sees them; null for visitors. */
export function viewerOf(signedIn: SignedIn | null, context: ViewerContext): ViewerView | null {
  if (!signedIn) return null;
  const { id, displayName, photoUrl, isVerified, isOnboarded, deleteAfter, timeZone, unread } =
    signedIn;
  return {
    id,
    displayName,
    initials: initialsOf(displayName),
    photoUrl,
    role: effectiveRole(signedIn),
    isVerified,
    isOnboarded,
    deletion:
      deleteAfter === null ? null : formatDate(deleteAfter, timeZone ?? USUAL_ZONE, context),
    secondFactorDays:
      signedIn.secondFactorDueAt === null
        ? null
        : Math.max(0, Math.ceil((signedIn.secondFactorDueAt - context.deps.clock.now()) / DAY)),
    takesLanguage: signedIn.preferredLanguage === null && !signedIn.followsBrowserLanguage,
    notifications: {
      unread,
      showsConnectionStatus: context.isLocal || new URL(context.deps.siteUrl).host !== context.host,
      // An unverified account has no push (decisions.md §17).
      pushKey: isVerified ? context.deps.pushKey : null,
    },
    saved: signedIn.saved,
    can: { enterAdmin: isStaff(signedIn) },
  };
}

interface ShellContext extends Reader {
  deps: Pick<Deps, "clock">;
  requestId: string;
  signedIn: Pick<RequestContext["signedIn"] & object, "leftBehind"> | null;
}

/**
 * Loader data of SiteShell layouts: the footer's year, and a pending toast.
 * @param more what the layout shows beside
 */
export function shellData<More extends object>(
  request: Request,
  { deps, locale, calendar, requestId, signedIn }: ShellContext,
  more?: More,
) {
  const now = deps.clock.now();
  // The whole day has one year: so it is written once a day.
  const { year } = dateParts(now - (now % DAY), "UTC", { locale, calendar });
  const flash = consumeFlash(request, locale);
  return data(
    {
      year,
      toast: leftBehindToast(signedIn?.leftBehind, locale, requestId) ?? flash?.toast ?? null,
      ...(more as More),
    },
    flash?.headers && { headers: flash.headers },
  );
}

/** That some of what a guest had saved is not in the account. */
function leftBehindToast(
  left: { gone: number; full: number } | undefined,
  locale: Locale,
  id: string,
): ToastView | null {
  const t = translatorFor(locale);
  const said = (["gone", "full"] as const)
    .filter((why) => left && left[why] > 0)
    .map((why) => t(`common:leftBehind.${why}`, { count: left?.[why] ?? 0 }));
  return said.length > 0 ? { id, kind: "info", text: said.join(" ") } : null;
}

const TEXTS = {
  "event:submit": "auth:needed.submit",
  "collection:publish": "auth:needed.publishCollection",
  "profile:publish": "auth:needed.publishProfile",
  "access:make": "auth:needed.makeAccess",
} as const satisfies Partial<Record<Permission, string>>;

/** The notice where a permission lacks only a verified address; null otherwise. */
export function verificationNotice(
  actor: Pick<Actor, "role" | "isVerified"> | null,
  permission: keyof typeof TEXTS,
  locale: Locale,
) {
  if (missingFor(actor, permission) !== "verification") return null;
  const t = translatorFor(locale);
  return { text: t(TEXTS[permission]), label: t("auth:unverified.submit") };
}
