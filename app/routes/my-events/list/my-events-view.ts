import type { SubmissionAllowanceView } from "~/components/submission-allowance-panel/submission-allowance-panel";
import type { IconName } from "~/lib/icon-names";

type Status = "draft" | "pending" | "approved" | "rejected" | "flagged";

/** Row of `/my-events`. */
export interface MyEventView {
  id: string;
  title: string;
  titleLang: "en" | undefined;
  edit: string;
  /** The form with a further date. */
  addDate: string;
  remove: string;
  cover: string | null;
  /** Part of the cover to keep when cropped: an `IMAGE_FOCUSES` value. */
  focus: string;
  badge: { status: Status | "cancelled" | "postponed" | "scheduled"; label: string };
  revision: { status: "pending" | "rejected"; label: string } | null;
  reason: string | null;
  facts: { icon: IconName; text: string }[];
  /** Note on the event's state, or null. */
  hint: string | null;
  actions: {
    view: string | null;
    edit: "edit" | "continue" | "fix";
    submit: boolean;
    withdraw: boolean;
    /** URL of the change of plan. Null if the event's state allows none. */
    change: string | null;
    delete: boolean;
  };
}

/** Data of `/my-events`, localized. */
export interface MyEventsView {
  tab: string;
  q: string;
  tabs: { name: string; label: string; count: string; href: string }[];
  isEmpty: boolean;
  /** Events that need their author come first, under a heading. */
  groups: readonly { title: string | null; rows: readonly MyEventView[] }[];
  next: string | null;
  isContinued: boolean;
  start: string;
  allowance: SubmissionAllowanceView;
}
