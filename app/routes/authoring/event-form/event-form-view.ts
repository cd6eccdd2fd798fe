import type { SubmissionAllowanceView } from "~/components/submission-allowance-panel/submission-allowance-panel";
import type { CalendarSystem } from "~/lib/dates/dates.server";
import type { TextName, TextPath, TraitKey } from "~/lib/event/event-fields";
import type { EventFormState, InputName } from "~/lib/event/event-form-fields";
import type { FormFailure } from "~/lib/http/form-failure";
import type { CategoryView, EventCardView, VerificationNotice } from "~/lib/pages/views";

interface WrittenText {
  text: string;
  lang: "en" | "fa" | undefined;
}

/** Preview of the event page. */
export interface PagePreviewView {
  title: WrittenText;
  cover: string;
  category: CategoryView | null;
  organizer: WrittenText | null;
  about: { paragraphs: string[]; lang: "en" | "fa" | undefined; note: string | null };
  facts: { key: string; label: string; value: string; detail: string | null }[];
  schedule: { key: string; when: string; title: string }[];
  tickets: string | null;
  tags: string[];
  /** The dates of a series in words, or null. */
  dates: string | null;
}

/** Mark of a day in the calendar of a schedule. */
export type DayMark = "date" | "clash" | "holiday" | "lunarHoliday" | "cancelled";

/** Dates of a schedule, in words and as a calendar of the reader. */
export interface DatesView {
  sentence: string;
  count: string;
  legend: { mark: DayMark; label: string }[];
  months: {
    label: string;
    weekdays: { short: string; long: string }[];
    /** Null for days of adjacent months. The label, for screen readers, is that of marked days. */
    weeks: ({ number: string; mark: DayMark | null; label: string | null } | null)[][];
  }[];
  clashes: { key: number; when: string; title: string; href: string }[];
}

/** Known venue of a city. */
export interface VenueView {
  id: string;
  en: string;
  fa: string | null;
  addressEn: string | null;
  addressFa: string | null;
  latitude: number | null;
  longitude: number | null;
}

/** Data derived from the form's values. */
export interface FormPartsView {
  preview: { card: EventCardView; page: PagePreviewView | null };
  venues: readonly VenueView[];
  duplicates: readonly { id: string; href: string; title: string; date: string }[];
  /** Null without a schedule. */
  dates: DatesView | null;
  /** Times as typed in the reader's calendar. */
  shown: { startsAt: string; endsAt: string };
}

export interface CityGroupView {
  country: string;
  cities: { slug: string; name: string; otherName: string | null; currency: string }[];
}

/** Data of `/events/create` and `/events/{id}/edit`, localized. */
export interface EventFormView extends FormPartsView {
  title: string;
  id: string | null;
  state:
    | { kind: "draft"; status: "draft" | null }
    | {
        kind: "submitted";
        status: "draft" | "pending" | "approved" | "rejected" | "flagged";
        revision: "pending" | "rejected" | null;
      };
  stateLabel: string | null;
  reason: { of: "event" | "revision"; text: string } | null;
  /** Fields that an import could not fill. Null without an import. */
  imported: readonly string[] | null;
  version: number;
  /** Idempotency key of the form. */
  once: string;
  fields: EventFormState;
  limits: Record<TextName, { min: number; max: number }> & {
    categories: number;
    tags: number;
    tag: number;
    url: number;
  };
  media: { picture: string; video: string };
  /** Proposed traits that are not yet confirmed. */
  proposals: readonly TraitKey[];
  categories: readonly CategoryView[];
  cities: readonly CityGroupView[];
  currencies: readonly { code: string; label: string }[];
  calendar: CalendarSystem;
  /** ISO weekdays, from the reader's first. */
  weekdays: readonly { value: string; label: string }[];
  today: string;
  organizer: string;
  allowance: SubmissionAllowanceView;
  /** Texts with an unconfirmed machine translation. */
  machineTranslated: readonly TextPath[];
  /** Whether a model can draft a language. */
  canDraft: boolean;
  /** Whether the draft may be handed over to editors. */
  mayHandOver: boolean;
  /** A draft that is handed over; `host` is null for its author. */
  handedOver: { language: "en" | "fa"; host: string | null } | null;
  /** Whether a Persian title is enough for a draft. */
  isPersianFirst: boolean;
  isClosed: boolean;
  publishesEdits: boolean;
  /** Null if the author may submit. */
  verification: VerificationNotice | null;
}

/** Action data of the form. The message is empty unless it is rejected. */
export interface EventFormAnswerView extends FormFailure {
  intent: string;
  id: string | null;
  version: number;
  fields: EventFormState | null;
  parts: FormPartsView | null;
  newer: readonly { name: InputName; label: string; text: string }[] | null;
}
