import type * as v from "valibot";
import type { NotificationAnalyticsJson } from "../../../app/modules/notifications/analytics/analytics.server";
import type { RuleInput, RuleJson } from "../../../app/modules/notifications/rules/schema";
import type {
  TemplateInput,
  TemplateJson,
} from "../../../app/modules/notifications/templates/schema.server";
import { CHANGER_EXAMPLE } from "./examples";

export const RULE_INPUT_EXAMPLE: v.InferInput<typeof RuleInput> = {
  key: "tehran.concerts",
  name: "Concerts in Tehran",
  trigger: "event.new-in-city",
  audience: "city-followers",
  conditions: { cities: ["tehran"], categories: ["Concert"], featuredOnly: false },
  channels: ["in-app", "email"],
  timing: "weekly",
  templateKey: null,
  capPerDay: 3,
  quietHours: { from: "22:00", to: "08:00" },
  isActive: true,
};

export const RULE_JSON_EXAMPLE: RuleJson = {
  key: "tehran.concerts",
  name: "Concerts in Tehran",
  trigger: "event.new-in-city",
  audience: "city-followers",
  conditions: { cities: ["tehran"], categories: ["Concert"], featuredOnly: false },
  channels: ["in-app", "email"],
  timing: "weekly",
  templateKey: null,
  capPerDay: 3,
  quietHours: { from: "22:00", to: "08:00" },
  isActive: true,
  version: 1,
  sentence:
    "When a new event is published, everybody who follows its city is told at once in the app, and by email with the next weekly digest. Only for an event in Tehran, of the kind Concert. Nobody gets more than 3 mails or pushes of it a day. Mails and pushes wait while it is between 22:00 and 08:00 where they live.",
  isShipped: false,
  updatedAt: "2026-11-20T09:30:00.000Z",
  updatedBy: CHANGER_EXAMPLE,
};

const TEXTS = {
  subject: { en: "“{{ title }}” is published", fa: "«{{ title }}» منتشر شد" },
  html: {
    en: '<h1>It is out</h1>\n<p>Hello {{ name }}, everybody can find <bdi>{{ title }}</bdi> now.</p>\n<p class="action"><a class="button" href="{{ link }}">See its page</a></p>',
    fa: '<h1>منتشر شد</h1>\n<p>سلام {{ name }}، حالا همه <bdi>{{ title }}</bdi> را پیدا می‌کنند.</p>\n<p class="action"><a class="button" href="{{ link }}">صفحهٔ رویداد</a></p>',
  },
  text: {
    en: "Hello {{ name }},\n\neverybody can find {{ title }} now.\n\n{{ link }}",
    fa: "سلام {{ name }}،\n\nحالا همه {{ title }} را پیدا می‌کنند.\n\n{{ link }}",
  },
};

const APPROVED_SHORT = {
  key: "approved-short",
  name: "Published, in short",
  description: "For organizers who publish every week.",
  kind: "event-approved",
  ...TEXTS,
  selection: {
    windowDays: 7,
    cities: "reader",
    categories: "reader",
    featuredOnly: false,
    limit: 12,
    order: "date",
  },
} as const;

export const TEMPLATE_INPUT_EXAMPLE: v.InferInput<typeof TemplateInput> = {
  ...APPROVED_SHORT,
  isActive: true,
};

export const TEMPLATE_JSON_EXAMPLE: TemplateJson = {
  ...APPROVED_SHORT,
  variables: [
    "name",
    "site_name",
    "site_url",
    "support_email",
    "link",
    "preferences_url",
    "unsubscribe_url",
    "title",
  ],
  isActive: true,
  isShipped: false,
  version: 1,
  updatedAt: "2026-11-20T09:30:00.000Z",
  updatedBy: CHANGER_EXAMPLE,
};

const OUTCOMES = { sent: 412, failed: 3, opened: 120, clicked: 44 };

export const ANALYTICS_EXAMPLE: v.InferOutput<typeof NotificationAnalyticsJson> = {
  from: "2026-12-08",
  to: "2026-12-08",
  totals: OUTCOMES,
  channels: [{ channel: "email", ...OUTCOMES }],
  kinds: [{ kind: "digest-daily", ...OUTCOMES }],
  days: [{ day: "2026-12-08", cumulative: 412, ...OUTCOMES }],
};
