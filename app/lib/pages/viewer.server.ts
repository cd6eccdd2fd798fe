import { formatDate, type Reader, USUAL_ZONE } from "../dates/dates.server";
import { DAY } from "../dates/durations";
import type { Deps } from "../deps";
import { effectiveRole, isStaff } from "../permissions";
import type { ViewerView } from "./views";

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
