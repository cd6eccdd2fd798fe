import type { IconName } from "../../lib/icon-names";
import type { EventStatusName, HistoryView, NotesView } from "./queue-view";

export interface ReportView {
  key: string;
  /** Id of the reporting account. */
  account: string;
  isCounted: boolean;
  weight: string;
  reason: string;
  note: string | null;
  who: string;
  ago: string;
  at: string;
}

/** Event with its reports and history. */
export interface DetailsView {
  id: string;
  version: number;
  title: string;
  titleLang: "en" | undefined;
  cover: string;
  /** Part of the cover to keep when cropped: an `IMAGE_FOCUSES` value. */
  focus: string;
  status: EventStatusName;
  statusLabel: string;
  isFeatured: boolean;
  isActive: boolean;
  facts: { icon: IconName; text: string }[];
  about: string;
  creator: { name: string; href: string } | null;
  rejectionReason: string | null;
  reports: ReportView[];
  history: HistoryView[];
  notes: NotesView;
  /** Proposed traits not confirmed yet. */
  proposals: { value: string; label: string }[];
  page: string;
  edit: string;
  decide: string | null;
  reasonMax: number;
}

type FlaggedTab = "hidden" | "public" | "reports";

/** Data of `/admin/flagged-events`. */
export interface FlaggedView {
  cards: {
    id: string;
    version: number;
    title: string;
    titleLang: "en" | undefined;
    cover: string;
    /** Part of the cover to keep when cropped: an `IMAGE_FOCUSES` value. */
    focus: string;
    facts: string;
    creator: string | null;
    count: string;
    weight: string;
    reports: ReportView[];
    more: string | null;
    details: string;
    reject: string;
    hide: string;
  }[];
  tab: FlaggedTab;
  tabs: { name: FlaggedTab; label: string; href: string }[];
  lead: string;
  paused: string | null;
  reports: (ReportView & {
    title: string;
    titleLang: "en" | undefined;
    status: EventStatusName;
    statusLabel: string;
    details: string;
  })[];
  isAllChosen: boolean;
  chooseAll: string;
  details: DetailsView | null;
  dialog: "details" | "reject" | null;
  notifiesOrganizer: boolean;
  open: string | null;
  reject: string | null;
  here: string;
  next: string | null;
  previous: string | null;
  start: string | null;
  total: string | null;
}

interface Option {
  value: string;
  label: string;
}

export interface AllEventsRowView {
  id: string;
  version: number;
  title: string;
  titleLang: "en" | undefined;
  cover: string;
  /** Part of the cover to keep when cropped: an `IMAGE_FOCUSES` value. */
  focus: string;
  status: EventStatusName;
  statusLabel: string;
  lifecycle: { status: "postponed" | "cancelled"; label: string } | null;
  isFeatured: boolean;
  isActive: boolean;
  cells: Record<string, string>;
  details: string;
  edit: string;
  remove: string;
  decide: string | null;
}

/** Data of `/admin/events`. */
export interface AllEventsView {
  query: {
    q: string;
    status: string;
    city: string;
    category: string;
    featured: string;
    active: string;
    when: string;
    sort: string;
    column: string[];
  };
  /** Whether the reader may start an ingestion run. */
  mayIngest: boolean;
  isFiltered: boolean;
  statuses: Option[];
  cities: Option[];
  categories: Option[];
  columns: { name: string; label: string; isShown: boolean }[];
  sorts: Option[];
  heads: Record<
    "starts" | "created",
    { href: string; order: "ascending" | "descending" | undefined }
  >;
  rows: AllEventsRowView[];
  /** Localized number of matches. Undefined if unknown. */
  total: string | null | undefined;
  hasLookedAtSome: boolean;
  next: string | null;
  previous: string | null;
  start: string | null;
  reasonMax: number;
  details: DetailsView | null;
  dialog: "details" | "delete" | null;
  open: string | null;
  here: string;
}

/** Action data of `/admin/events`. */
export interface AllEventsAnswer {
  message: string | null;
  confirm: { ids: string[]; titles: string[]; question: string } | null;
  results: {
    summary: string;
    items: { id: string; title: string; isDone: boolean; text: string; href: string | null }[];
  } | null;
  /** Bulk rejection without a valid reason: the selected ids and the typed reason. */
  rejecting: { ids: string[]; reason: string; issue: string | null } | null;
}
