import type { MailedKind } from "../notification-kinds";

/** Variables of every mail. */
export const COMMON_VARIABLES = [
  "name",
  "site_name",
  "site_url",
  "support_email",
  "link",
  "preferences_url",
  "unsubscribe_url",
] as const;

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

/** Variables that hold addresses, allowed in `href` and `src`. */
export const ADDRESS_VARIABLES: readonly string[] = [
  "link",
  "site_url",
  "preferences_url",
  "unsubscribe_url",
  "image_url",
  "url",
  "unfollow_url",
];

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
  "event-new-in-city": ["title", ...PLACE, "reason"],
  "event-dates-added": ["title", ...PLACE, "reason"],
  announcement: ["title", "message", "reason"],
  "event-flagged": ["title", "reason"],
  mention: ["title", "author", "note"],
  "ingestion-completed": ["city", "count", "flagged"],
  "claim-approved": ["title"],
  "claim-rejected": ["title", "reason"],
  "announcement-approved": ["title"],
  "announcement-rejected": ["title", "reason"],
  "source-broken": ["title", "reason"],
  "webhook-off": ["title", "reason"],
  "digest-daily": ["title", "sections"],
  "digest-weekly": ["title", "sections"],
};

/** Variables of a kind. Their descriptions are the texts `admin-templates:variable.<name>`. */
export const variablesOf = (kind: MailedKind): readonly TemplateVariable[] => [
  ...COMMON_VARIABLES,
  ...OWN[kind],
];

/** Whether mails of the kind list events, and so have selection criteria. */
export const listsEvents = (kind: MailedKind): boolean => OWN[kind].includes("sections");

/** Fields of an item of `sections`, and of its events. */
export const SECTION_FIELDS = ["heading", "events"] as const;
export const TEMPLATE_EVENT_FIELDS = [
  "title",
  "when",
  "venue",
  "city",
  "price",
  "url",
  "image_url",
  "note",
  "unfollow_url",
] as const;
