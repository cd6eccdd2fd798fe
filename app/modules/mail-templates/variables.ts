import type { MailedKind } from "../notifications/news-kinds";

/** What each mail may say beside its own. */
export const COMMON_VARIABLES = ["name", "site_name", "site_url", "support_email", "link", "preferences_url", "unsubscribe_url"] as const;

const OWN_VARIABLES = [
  "title",
  "reason",
  "when",
  "venue",
  "city",
  "price",
  "image_url",
  "note",
  "changes",
  "message",
  "old_when",
  "count",
  "flagged",
  "author",
  "sections",
] as const;

export type TemplateVariable = (typeof COMMON_VARIABLES)[number] | (typeof OWN_VARIABLES)[number];

/** Addresses: they may stand where a link or a picture wants one. */
export const ADDRESS_VARIABLES: readonly string[] = ["link", "site_url", "preferences_url", "unsubscribe_url", "image_url", "url"];

const PLACE = ["when", "venue", "city", "price", "image_url"] as const satisfies TemplateVariable[];

const OWN: Readonly<Record<MailedKind, readonly TemplateVariable[]>> = {
  "event-approved": ["title", ...PLACE],
  "event-rejected": ["title", "reason"],
  "edit-accepted": ["title", ...PLACE],
  "edit-rejected": ["title", "reason"],
  "event-removed": ["title", "reason"],
  "event-changed": ["title", ...PLACE, "old_when", "changes"],
  "event-moved": ["title", "old_when", ...PLACE, "message"],
  "event-cancelled": ["title", ...PLACE, "message"],
  "event-postponed": ["title", ...PLACE, "message"],
  "event-reinstated": ["title", ...PLACE, "message"],
  "event-reminder": ["title", ...PLACE],
  "event-new-in-city": ["title", ...PLACE],
  "event-flagged": ["title", "reason"],
  mention: ["title", "author", "note"],
  "ingestion-completed": ["city", "count", "flagged"],
  "digest-daily": ["title", "sections"],
  "digest-weekly": ["title", "sections"],
};

/** What a template of a kind may name. The texts that say what each holds are admin-templates:variable.<name>. */
export const variablesOf = (kind: MailedKind): readonly TemplateVariable[] => [...COMMON_VARIABLES, ...OWN[kind]];

/** Kinds whose mails list events, and so have selection criteria. */
export const listsEvents = (kind: MailedKind): boolean => OWN[kind].includes("sections");

/** Fields of what a section of `sections` holds, and of its events. */
export const SECTION_FIELDS = ["heading", "events"] as const;
export const EVENT_FIELDS = ["title", "when", "venue", "city", "price", "url", "image_url", "note"] as const;
