import type { TextKey } from "../../i18n/translate";
import type { CostClass } from "../http/route-budget";
import type { IconName } from "../icon-names";
import type { Permission } from "../permissions";

/** Counts of work for staff, for the sidebar's badges. Counting stops at 100. */
export interface BadgeCounts {
  /** All cases of the inbox. */
  inbox: number;
  /** New events and proposed edits. */
  pendingEvents: number;
  /** Hidden by reports. */
  flaggedEvents: number;
  /** Reported, and still public. */
  reportedEvents: number;
  /** Candidates of ingestion that wait for a decision. */
  pendingCandidates: number;
  /** Claims of pages, and announcements to their followers, that wait for a decision. */
  pendingClaims: number;
  /** Mails that were given up. */
  deadMails: number;
}

/** What each route says of itself, and the server reads from its `handle`. */
export interface RouteFacts {
  /**
   * What loader and action need; null where everyone may come; `inherited` is that of the page at
   * the nearest address above, so that a visitor cannot probe for missing pages.
   */
  permission: Permission | "inherited" | null;
  /**
   * What a request may cost, at the rate of reads; `import` fetches pages of other sites, `door` is
   * a link that several phones use.
   */
  budget: CostClass | "import" | "door";
  /** Its name in the breadcrumbs of pages at and below its address. */
  crumb?: TextKey;
}

/** Groups of the staff area's sidebar, from the top. */
export const NAV_GROUPS = ["overview", "content", "notifications", "system"] as const;

/** A page's entry in the sidebar of the staff area; entries follow the order of `routes.ts`. */
interface NavEntry {
  group: (typeof NAV_GROUPS)[number];
  text: TextKey<"admin">;
  icon: IconName;
  badge?: keyof BadgeCounts;
}

export interface PageFacts extends RouteFacts {
  nav?: NavEntry;
}

/** The `handle` of a route with a page (docs/decisions/screens.md). */
export const page = (facts: PageFacts): PageFacts => facts;

/** The `handle` of a route without a page: it answers with data, a file or another address. */
export const resourceRoute = (facts: RouteFacts): RouteFacts => facts;
