import type { TextKey } from "~/i18n/translate";
import type { Query } from "~/lib/paths/parts";
import {
  adminCandidates,
  adminFlaggedEvents,
  adminInbox,
  adminPendingEvents,
} from "~/lib/paths/staff";
import { type CandidateStatus, INBOX_KINDS, type InboxKind } from "../../../../db/schema/index";

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
export const scopeOf = (name: ScopeName): Scope => SCOPES[name];
