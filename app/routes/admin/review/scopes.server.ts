import type { DecisionFailureView } from "~/components/moderation/case-view";
import type { CorrectionFailureView } from "~/components/moderation/correct-form";
import type { TextKey } from "~/i18n/translate";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageTrail } from "~/lib/pages/page-trail";
import type { Query } from "~/lib/paths/parts";
import {
  adminCandidates,
  adminFlaggedEvents,
  adminInbox,
  adminPendingEvents,
} from "~/lib/paths/staff";
import { isUuid } from "~/lib/runtime/ids";
import { caseOfEvent } from "~/modules/review/inbox/watch-cases.server";
import { type CandidateStatus, INBOX_KINDS, type InboxKind } from "../../../../db/schema/index";
import type { NoteFailure } from "../notes-action.server";
import type { FoundFix } from "./case-fixes.server";

interface Tab {
  label: TextKey<"moderation" | "ingestion">;
  kinds: readonly InboxKind[];
  /** Only candidates of this status. */
  status?: CandidateStatus;
  /** Only new events that may be duplicates. */
  isTwins?: boolean;
  /** Lead of the page, in place of the number that waits. */
  lead?: TextKey<"moderation">;
}

interface Scope {
  pathTo(query?: Query): string;
  kinds: readonly InboxKind[];
  title: TextKey<"moderation" | "ingestion">;
  lead: TextKey<"moderation" | "ingestion">;
  /** Parameter of the URL that names the tab. */
  param: "kind" | "tab" | "status";
  tabs: Readonly<Record<string, Tab>>;
  /** The tab without the parameter; without it, a tab of everything stands first. */
  usual?: string;
  /** Whether its list says how many there are, as other staff lists do. */
  hasTotal?: boolean;
  /** Whether cases stand in groups: urgent, with doubts, clean. */
  isGrouped?: boolean;
  /** Whether cases are cards, and the open one a dialog over them (product.md §2). */
  isCards?: boolean;
}

const ofStatus = (status: CandidateStatus): Tab => ({
  label: `ingestion:candidate.status.${status}`,
  kinds: ["candidate"],
  status,
});

/** Kinds that are decided one by one: they ask for more than a reason. */
export const SINGLE: readonly InboxKind[] = ["duplicate", "plan", "reported", "language"];

/** The addresses of the one review screen: which kinds of cases each shows, by which tabs. */
export const SCOPES = {
  inbox: {
    pathTo: adminInbox,
    kinds: INBOX_KINDS,
    title: "moderation:inbox.title",
    lead: "moderation:inbox.lead",
    param: "kind",
    isGrouped: true,
    tabs: {
      new: { label: "moderation:inbox.tab.new", kinds: ["new"] },
      edit: { label: "moderation:inbox.tab.edit", kinds: ["edit"] },
      report: { label: "moderation:inbox.tab.report", kinds: ["report", "reported"] },
      candidate: { label: "moderation:inbox.tab.candidate", kinds: ["candidate"] },
      source: { label: "moderation:inbox.tab.source", kinds: ["source", "plan"] },
      duplicate: { label: "moderation:inbox.tab.duplicate", kinds: ["duplicate"] },
      language: { label: "moderation:inbox.tab.language", kinds: ["language"] },
    },
  },
  pending: {
    pathTo: adminPendingEvents,
    kinds: ["new", "edit", "source"],
    title: "moderation:queue.title",
    lead: "moderation:queue.lead",
    param: "tab",
    tabs: {
      new: { label: "moderation:queue.tab.new", kinds: ["new"] },
      edits: { label: "moderation:queue.tab.edits", kinds: ["edit", "source"] },
      duplicates: { label: "moderation:queue.tab.duplicates", kinds: ["new"], isTwins: true },
    },
  },
  flagged: {
    pathTo: adminFlaggedEvents,
    kinds: ["report", "reported"],
    title: "moderation:flagged.title",
    lead: "moderation:flagged.lead",
    param: "tab",
    tabs: {
      hidden: {
        label: "moderation:reports.tab.hidden",
        kinds: ["report"],
        lead: "moderation:reports.lead.hidden",
      },
      public: {
        label: "moderation:reports.tab.public",
        kinds: ["reported"],
        lead: "moderation:reports.lead.public",
      },
      reports: {
        label: "moderation:reports.tab.reports",
        kinds: [],
        lead: "moderation:reports.lead.reports",
      },
    },
    usual: "hidden",
    hasTotal: true,
    isCards: true,
  },
  candidates: {
    pathTo: adminCandidates,
    kinds: ["candidate"],
    title: "ingestion:candidates.title",
    lead: "ingestion:candidates.lead",
    param: "status",
    hasTotal: true,
    tabs: {
      pending_review: ofStatus("pending_review"),
      auto_approved: ofStatus("auto_approved"),
      flagged: ofStatus("flagged"),
      pending_retry: ofStatus("pending_retry"),
    },
  },
} as const satisfies Record<string, Scope>;
export type ScopeName = keyof typeof SCOPES;

/** A scope as its readers see it: the table's own type has only its literals. */
const scopeOf = (name: ScopeName): Scope => SCOPES[name];

export const among = <T extends string>(known: readonly T[], text: string | null) =>
  known.find((name) => name === text) ?? null;

/** The case of a name: `new-<id>`. */
export function caseOf(text: string): { kind: InboxKind; id: string } | null {
  const [name = "", ...rest] = text.split("-");
  const kind = among(INBOX_KINDS, name);
  const id = rest.join("-");
  return kind && isUuid(id) ? { kind, id } : null;
}

/** The case that a URL names: by `case`, or by its event in links of notifications. */
export async function caseIn(
  { deps }: Pick<SignedInContext, "deps">,
  params: URLSearchParams,
  scope: ScopeName,
) {
  const name = params.get("case");
  if (name !== null) return caseOf(name);
  const id = params.get("event") ?? params.get("reject");
  return id !== null && isUuid(id) ? caseOfEvent(deps, id, scopeOf(scope).kinds) : null;
}

/** Names of the filters in the URL, besides the tab. */
export const FILTERS = ["city", "category", "source", "age", "ready"] as const;

/** Paths of a review screen with the filters of a URL. */
export function reviewPaths(name: ScopeName, params: URLSearchParams) {
  const scope = scopeOf(name);
  const trail = pageTrail(params);
  const filter = Object.fromEntries(
    FILTERS.map((one) => [one, one === "city" ? params.getAll(one) : params.get(one) || null]),
  );
  const tab = among(Object.keys(scope.tabs), params.get(scope.param));
  const shown = tab ?? scope.usual ?? null;
  const base = { ...filter, [scope.param]: tab === scope.usual ? null : tab };
  return {
    scope,
    tab: shown,
    filter,
    trail,
    /** With the filters alone. */
    view: scope.pathTo(base),
    to: (query: Record<string, string | string[] | null> = {}) =>
      scope.pathTo({ ...base, ...trail.here, ...query }),
    toTab: (one: string | null) =>
      scope.pathTo({ ...filter, [scope.param]: one === scope.usual ? null : one }),
  };
}

/** A form of the review screen. */
export interface ReviewForm {
  context: SignedInContext;
  request: Request;
  form: FormData;
  /** The open case. */
  subject: { kind: InboxKind; id: string } | null;
  to: ReturnType<typeof reviewPaths>["to"];
  /** Paths of the screen with its filters, of the open case, and of the case that follows. */
  view: string;
  here: string;
  leadsTo: string;
}

/** What a form of the screen comes back with. */
export interface ReviewAnswer {
  failure: DecisionFailureView | null;
  note: NoteFailure | null;
  found?: FoundFix;
  correction?: CorrectionFailureView;
}

/** A form about the open case. */
export interface OpenCase extends ReviewForm {
  subject: NonNullable<ReviewForm["subject"]>;
}

export const caseName = ({ kind, id }: { kind: InboxKind; id: string }) => `${kind}-${id}`;
