import type { Locale } from "../../../i18n/locale";
import type { MailedKind } from "../notification-kinds";
import type { NotificationMailOrder } from "./render-notification.server";
import { listsEvents } from "./variables";

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
