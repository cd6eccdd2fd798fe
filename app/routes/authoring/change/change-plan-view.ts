import type { IconName } from "~/lib/icon-names";
import type { PageHeadData } from "~/lib/pages/views";

export type PlanName = "move" | "postpone" | "cancel" | "reinstate";

/** Localized date and time in the event's city, with the date in the other calendar. */
export interface PlanTimeView {
  /** ISO 8601 with offset. */
  dateTime: string;
  when: string;
  other: string;
}

export interface PlanEventView {
  title: string;
  titleLang: "en" | undefined;
  href: string;
}

/** Number of people to notify, by channel. */
export interface PlanAudienceView {
  count: number;
  people: string;
  detail: string;
}

/** Preview of the notification to people who saved the event. */
export interface PlanNoticeView {
  subject: string;
  old: PlanTimeView;
  /** New time of a moved event, else null. */
  new: PlanTimeView | null;
  /** Whether the old time is struck through. */
  isStruck: boolean;
  message: string;
  from: string | null;
  venue: string;
}

/** Typed values. */
export interface PlanFieldsView {
  plan: string;
  message: string;
  startsAt: string;
  endsAt: string;
}

/** A rejected form: field errors and the submitted values. */
export interface PlanFailure {
  issues: Record<string, string>;
  fields: PlanFieldsView;
}

/** The last change of plan. */
export interface LastPlanView {
  id: string;
  /** Seconds left to undo it; 0 afterwards. */
  left: number;
  done: string;
  next: string;
  history: string;
  notice: PlanNoticeView;
}

/** Data of `/events/{id}/change`, localized. */
export interface PlanPage {
  head: PageHeadData;
  event: PlanEventView;
  /** Plans possible in the event's state. */
  plans: { name: PlanName; icon: IconName; label: string; help: string }[];
  fields: PlanFieldsView;
  failure: PlanFailure | null;
  /** Dates are text fields, because browsers have no Solar Hijri picker. */
  isTyped: boolean;
  allDay: boolean;
  now: PlanTimeView;
  city: string;
  /** Length of the message, characters. */
  limits: { min: number; max: number };
  audience: PlanAudienceView;
  last: LastPlanView | null;
}

/** Data of `/events/{id}/change/review`. */
export interface PlanReviewPage {
  head: PageHeadData;
  event: PlanEventView;
  plan: { name: PlanName; icon: IconName; label: string };
  consequence: string;
  /** Overlapping event at the same venue, or null. */
  clash: { text: string; title: string; when: string; href: string } | null;
  /** Hidden fields of the confirmation form. */
  fields: { name: string; value: string }[];
  back: string;
  audience: PlanAudienceView;
  send: string;
  notice: PlanNoticeView;
}
