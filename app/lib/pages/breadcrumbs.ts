import type { TextKey } from "../../i18n/translate";

/**
 * Names of path segments, or of two where one is ambiguous. Breadcrumbs omit segments without a
 * name, such as ids.
 */
const NAMES = {
  events: "common:nav.events",
  delete: "common:crumb.delete",
  change: "common:crumb.change",
  review: "common:crumb.review",
  account: "common:crumb.account",
  security: "common:crumb.security",
  data: "common:crumb.data",
  preferences: "common:crumb.preferences",
  calendar: "common:crumb.calendar",
  follows: "common:crumb.follows",
  webhooks: "common:crumb.webhooks",
  onboarding: "common:crumb.onboarding",
  "my-events": "common:crumb.my-events",
  notifications: "common:crumb.notifications",
  outbox: "common:crumb.outbox",
  admin: "common:crumb.admin",
  dashboard: "common:crumb.dashboard",
  search: "common:crumb.search",
  inbox: "common:crumb.inbox",
  "deleted-events": "common:crumb.deleted-events",
  "pending-events": "common:crumb.pending-events",
  "flagged-events": "common:crumb.flagged-events",
  cities: "common:crumb.cities",
  venues: "common:crumb.venues",
  claims: "common:crumb.claims",
  pages: "common:crumb.pages",
  weeks: "common:crumb.weeks",
  "ai-ingestion": "common:crumb.ai-ingestion",
  "ai-ingestion/new": "common:crumb.newIngestion",
  "bulk-create": "common:crumb.newIngestion",
  candidates: "common:crumb.candidates",
  channels: "common:crumb.channels",
  sources: "common:crumb.sources",
  "sources/new": "common:crumb.newSource",
  users: "common:crumb.users",
  settings: "common:crumb.settings",
  "feature-flags": "common:crumb.feature-flags",
  "platform-settings": "common:crumb.platform-settings",
  "ux-settings": "common:crumb.ux-settings",
  "notification-rules": "common:crumb.notification-rules",
  "email-templates": "common:crumb.email-templates",
  "notification-analytics": "common:crumb.notification-analytics",
  "audit-log": "common:crumb.audit-log",
  "audit-log/reports": "common:crumb.clientReports",
  "dead-letters": "common:crumb.dead-letters",
  operations: "common:crumb.operations",
  collections: "common:crumb.collections",
  new: "common:crumb.newCollection",
  "cities/new": "common:crumb.newCity",
  edit: "common:crumb.edit",
} as const satisfies Record<string, TextKey>;

export interface Crumb {
  text: TextKey;
  path: string;
}

/**
 * The steps of a path that have a name, each with its own path (product.md §2: built from the path,
 * ids omitted).
 */
export function crumbsOf(pathname: string): Crumb[] {
  const crumbs: Crumb[] = [];
  let path = "";
  let before = "";
  for (const segment of pathname.split("/").filter(Boolean)) {
    path += `/${segment}`;
    const name = [`${before}/${segment}`, segment].find((known) => Object.hasOwn(NAMES, known));
    if (name) crumbs.push({ text: NAMES[name as keyof typeof NAMES], path });
    before = segment;
  }
  return crumbs;
}
