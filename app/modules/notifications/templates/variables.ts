import type { Locale } from "../../../i18n/locale";
import type { MailedKind } from "../choose-channels";
import type { NotificationMailOrder } from "./render-notification.server";

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
  "event-reopened": ["title"],
  "event-changed": ["title", ...PLACE, "old_when", "changes"],
  "event-moved": ["title", "old_when", ...PLACE, "message"],
  "event-cancelled": ["title", ...PLACE, "message"],
  "event-postponed": ["title", ...PLACE, "message"],
  "event-reinstated": ["title", ...PLACE, "message"],
  "event-reminder": ["title", ...PLACE],
  "event-new-in-city": ["title", ...PLACE, "reason"],
  "event-dates-added": ["title", ...PLACE, "reason"],
  announcement: ["title", "message", "reason"],
  "event-message": ["title", ...PLACE, "message"],
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

const SAMPLES = {
  en: {
    name: "Mina",
    title: "Setar evening by candlelight",
    reason: "The venue’s address is missing.",
    when: "Thursday 10 December 2026, 19:30",
    venue: "Niavaran Cultural Centre",
    city: "Tehran",
    price: "150,000 toman",
    note: "Could you look at the address, @Babak_Rostami?",
    changes: ["The time has changed."],
    message: "The show before ours runs late, so we start half an hour later.",
    oldWhen: "Thursday 10 December 2026, 19:00",
    author: "Sara",
    heading: "New in Tehran",
  },
  fa: {
    name: "مینا",
    title: "شب سه‌تار در نور شمع",
    reason: "نشانی محل نوشته نشده است.",
    when: "پنجشنبه ۱۹ آذر ۱۴۰۵، ۱۹:۳۰",
    venue: "فرهنگسرای نیاوران",
    city: "تهران",
    price: "۱۵۰٬۰۰۰ تومان",
    note: "@بابک_رستمی، نشانی را یک بار دیگر نگاه می‌کنید؟",
    changes: ["ساعت عوض شده است."],
    message: "اجرای قبلی تالار دیرتر تمام می‌شود و ما نیم ساعت دیرتر شروع می‌کنیم.",
    oldWhen: "پنجشنبه ۱۹ آذر ۱۴۰۵، ۱۹:۰۰",
    author: "سارا",
    heading: "تازه‌های تهران",
  },
} as const;

/**
 * A sample mail of a kind with a value for each variable: tries templates before they are saved.
 */
export function sampleOrder(
  kind: MailedKind,
  locale: Locale,
  siteUrl: string,
): NotificationMailOrder {
  const { name, heading, ...values } = SAMPLES[locale];
  const url = `${siteUrl}/events/019b0000-0000-7000-8000-000000000001`;
  const { title, when, venue, city, price, note } = values;
  const imageUrl = `${siteUrl}/og-${locale}.png`;
  const unfollowUrl = `${siteUrl}/unsubscribe`;
  return {
    templateKey: null,
    kind,
    locale,
    addsLanguage: true,
    reader: {
      displayName: name,
      timeZone: "Asia/Tehran",
      calendar: locale === "fa" ? "jalali" : "gregorian",
    },
    values: { ...values, imageUrl, count: 12, flagged: 3 },
    link: url,
    sections: listsEvents(kind)
      ? [
          {
            heading,
            events: [{ title, when, venue, city, price, url, imageUrl, note, unfollowUrl }],
          },
        ]
      : [],
    unsubscribeUrl: unfollowUrl,
    preferencesUrl: `${siteUrl}/account/preferences`,
    pixelUrl: null,
  };
}
