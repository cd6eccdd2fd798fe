import { asc, eq } from "drizzle-orm";
import { primaryOf } from "../../../../db/client";
import { emailTemplates, type TemplateSelection } from "../../../../db/schema";
import { LOCALES, type Locale } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import type { Deps } from "../../../lib/deps";
import en from "../../../locales/en/mail-templates.json";
import fa from "../../../locales/fa/mail-templates.json";
import { isMailedKind, MAILED_KINDS, type MailedKind } from "../choose-channels";
import type { NotificationMailOrder } from "./render-notification.server";

/** Variables of every mail. */
const COMMON_VARIABLES = [
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
  "occasion",
  "sections",
] as const;

type TemplateVariable = (typeof COMMON_VARIABLES)[number] | (typeof OWN_VARIABLES)[number];

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
  "event-reminder": ["title", "occasion", ...PLACE],
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
    values: { ...values, imageUrl, count: 12, flagged: 3, occasion: "starts" },
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

/** Texts of one shipped mail in one language. `{{ … }}` are variables of its kind, in Liquid. */
interface MailWords {
  subject: string;
  /** Preview text that mail clients show after the subject. */
  preheader: string;
  heading: string;
  paragraphs: readonly string[];
  /** Label before the moderator's reason, the organizer's message or a note. */
  noteLabel?: string;
  /** Label before the former time, if the kind has one. */
  was?: string;
  /** Label of the button that opens `link`. */
  button: string;
  /** Link beside an event that ends the follow by which it is listed, if the kind lists events. */
  unfollow?: string;
  /** Text after the button. */
  closing?: string;
}

const WORDS: Readonly<Record<Locale, Readonly<Record<MailedKind, MailWords>>>> = { en, fa };

/** Parts of a mail template in one language, in Liquid. */
export interface TemplateBody {
  subject: string;
  /** Body within the layout. */
  html: string;
  text: string;
}

interface ShippedTemplate {
  key: MailedKind;
  kind: MailedKind;
  selection: TemplateSelection;
  bodies: Readonly<Record<Locale, TemplateBody>>;
}

/** The next 7 days, in the reader's cities and interests. */
export const USUAL_SELECTION: TemplateSelection = {
  windowDays: 7,
  cities: "reader",
  categories: "reader",
  featuredOnly: false,
  limit: 12,
  order: "date",
};

/** Isolates the direction of names and titles within a sentence. */
const isolated = (words: string) =>
  words.replace(/\{\{ (title|name|author|city|venue) \}\}/g, "<bdi>{{ $1 }}</bdi>");

const FACTS = ["when", "venue", "city", "price"] as const;

/** The former time, struck through. */
const wasHtml = (was: string) =>
  `{% if old_when %}<p class="meta">${was}: <s>{{ old_when }}</s></p>{% endif %}`;

function factsHtml(was: string | undefined): string {
  const lines = FACTS.map(
    (name) =>
      `{% if ${name} %}<p class="${name === "when" ? "strong" : "meta"}">${isolated(`{{ ${name} }}`)}</p>{% endif %}`,
  );
  return `<div class="card">\n${[...(was ? [wasHtml(was)] : []), ...lines].join("\n")}\n</div>`;
}

const listingHtml = (unfollow: string) => `{% for section in sections %}
<h2>{{ section.heading }}</h2>
{% for event in section.events %}
<table class="event" role="presentation">
<tr>
{% if event.image_url %}<td class="picture" width="112"><a href="{{ event.url }}"><img src="{{ event.image_url }}" width="96" height="72" alt=""></a></td>{% endif %}
<td>
<p class="title"><a href="{{ event.url }}"><bdi>{{ event.title }}</bdi></a></p>
<p class="meta">{{ event.when }}</p>
<p class="meta"><bdi>{{ event.venue }}</bdi>{% if event.venue and event.city %}&nbsp;· {% endif %}<bdi>{{ event.city }}</bdi>{% if event.price %}&nbsp;· {{ event.price }}{% endif %}</p>
{% if event.note %}<p class="changed">{{ event.note }}</p>{% endif %}
{% if event.unfollow_url %}<p class="meta"><a href="{{ event.unfollow_url }}">${unfollow}</a></p>{% endif %}
</td>
</tr>
</table>
{% endfor %}
{% endfor %}`;

const listingText = (unfollow: string) => `{% for section in sections %}## {{ section.heading }}

{% for event in section.events %}{{ event.title }}
{{ event.when }}
{{ event.venue }}{% if event.venue and event.city %} · {% endif %}{{ event.city }}{% if event.price %} · {{ event.price }}{% endif %}
{% if event.note %}{{ event.note }}
{% endif %}{{ event.url }}
{% if event.unfollow_url %}${unfollow}:
{{ event.unfollow_url }}
{% endif %}
{% endfor %}{% endfor %}`;

function bodyOf(kind: MailedKind, words: MailWords): TemplateBody {
  const has = (name: string) => (variablesOf(kind) as readonly string[]).includes(name);
  const note = (["message", "reason", "note"] as const).find(has) ?? null;
  const was = has("old_when") ? words.was : undefined;
  const html = [
    `{% capture preheader %}${words.preheader}{% endcapture %}`,
    `<h1>${isolated(words.heading)}</h1>`,
    ...words.paragraphs.map((paragraph) => `<p>${isolated(paragraph)}</p>`),
    ...(has("changes")
      ? [
          "{% if changes %}<ul>\n{% for change in changes %}<li>{{ change }}</li>\n{% endfor %}</ul>{% endif %}",
        ]
      : []),
    ...(has("when") ? [`{% if when or venue %}${factsHtml(was)}{% endif %}`] : []),
    ...(note && words.noteLabel
      ? [
          `{% if ${note} %}<div class="note">\n<p class="label">${words.noteLabel}</p>\n<p dir="auto">{{ ${note} }}</p>\n</div>{% endif %}`,
        ]
      : []),
    ...(has("sections") && words.unfollow ? [listingHtml(words.unfollow)] : []),
    `{% if link %}<p class="action"><a class="button" href="{{ link }}">${words.button}</a></p>{% endif %}`,
    ...(words.closing ? [`<p class="quiet">${isolated(words.closing)}</p>`] : []),
  ].join("\n");
  const text = [
    words.heading,
    ...words.paragraphs,
    ...(has("changes")
      ? ["{% if changes %}{% for change in changes %}– {{ change }}\n{% endfor %}{% endif %}"]
      : []),
    ...(was ? [`{% if old_when %}${was}: {{ old_when }}{% endif %}`] : []),
    ...(has("when")
      ? [`${FACTS.map((name) => `{% if ${name} %}{{ ${name} }}\n{% endif %}`).join("")}`]
      : []),
    ...(note && words.noteLabel
      ? [`{% if ${note} %}${words.noteLabel}:\n{{ ${note} }}{% endif %}`]
      : []),
    ...(has("sections") && words.unfollow ? [listingText(words.unfollow)] : []),
    `{% if link %}${words.button}:\n{{ link }}{% endif %}`,
    ...(words.closing ? [words.closing] : []),
  ].join("\n\n");
  return { subject: words.subject, html: `${html}\n`, text: `${text}\n` };
}

const shippedOf = (kind: MailedKind): ShippedTemplate => ({
  key: kind,
  kind,
  selection: { ...USUAL_SELECTION, windowDays: kind === "digest-daily" ? 3 : 7 },
  bodies: Object.fromEntries(
    LOCALES.map((locale) => [locale, bodyOf(kind, WORDS[locale][kind])]),
  ) as Record<Locale, TemplateBody>,
});

/** Default templates, one per kind, used until staff store one under the same key. */
export const SHIPPED_TEMPLATES = Object.fromEntries(
  MAILED_KINDS.map((kind) => [kind, shippedOf(kind)]),
) as Readonly<Record<MailedKind, ShippedTemplate>>;

const KEY = "email-templates";
/** Maximum staleness of the cache in another isolate, ms. */
const TTL = 5_000;

/** A template for rendering. */
export interface MailTemplate {
  key: string;
  kind: MailedKind;
  selection: TemplateSelection;
  bodies: Readonly<Record<Locale, TemplateBody>>;
}

type Row = typeof emailTemplates.$inferSelect;

/** Both languages of a stored template. */
export const bodiesOf = (
  row: Pick<Row, "subjectEn" | "subjectFa" | "htmlEn" | "htmlFa" | "textEn" | "textFa">,
): MailTemplate["bodies"] => ({
  en: { subject: row.subjectEn, html: row.htmlEn, text: row.textEn },
  fa: { subject: row.subjectFa, html: row.htmlFa, text: row.textFa },
});

/** Active stored templates by key, at most 5 s stale. */
async function storedTemplates({
  db,
  memo,
}: Pick<Deps, "db" | "memo">): Promise<ReadonlyMap<string, MailTemplate>> {
  return memo.get(KEY, TTL, async () => {
    const rows = await primaryOf(db)
      .select()
      .from(emailTemplates)
      .where(eq(emailTemplates.isActive, true))
      .orderBy(asc(emailTemplates.key));
    const templates = rows.flatMap((row) =>
      isMailedKind(row.kind)
        ? [{ key: row.key, kind: row.kind, selection: row.selection, bodies: bodiesOf(row) }]
        : [],
    );
    return new Map(templates.map((template) => [template.key, template]));
  });
}

/** Clears the cache after a change. */
export const invalidateTemplates = (memo: Deps["memo"]): void => memo.forget(KEY);

/**
 * The template for a mail: the one that the rule names, if it is active and of that kind, else the
 * stored template of the kind, else the shipped one.
 */
export async function templateFor(
  deps: Pick<Deps, "db" | "memo">,
  templateKey: string | null,
  kind: MailedKind,
): Promise<MailTemplate> {
  const stored = await storedTemplates(deps);
  const named = templateKey === null ? undefined : stored.get(templateKey);
  return (named?.kind === kind ? named : undefined) ?? stored.get(kind) ?? SHIPPED_TEMPLATES[kind];
}

/** The criteria for events of a digest, from its template. */
export async function selectionFor(
  deps: Pick<Deps, "db" | "memo">,
  templateKey: string | null,
  kind: MailedKind,
): Promise<TemplateSelection> {
  return (await templateFor(deps, templateKey, kind)).selection;
}

/** Whether a template has the key, active or not. Each kind is also the key of a shipped one. */
export async function hasTemplate({ db }: Pick<Deps, "db">, key: string): Promise<boolean> {
  if (isMailedKind(key)) return true;
  return (
    (await db
      .select({ key: emailTemplates.key })
      .from(emailTemplates)
      .where(eq(emailTemplates.key, key))
      .get()) !== undefined
  );
}

/** Names of all templates by key; shipped ones in the reader's language. */
export async function listTemplateNames(
  { db }: Pick<Deps, "db">,
  locale: Locale,
): Promise<Map<string, string>> {
  const t = translatorFor(locale);
  const stored = await db
    .select({ key: emailTemplates.key, name: emailTemplates.name })
    .from(emailTemplates)
    .orderBy(asc(emailTemplates.key));
  return new Map([
    ...MAILED_KINDS.map((kind) => [kind, t(`admin-templates:kind.${kind}`)] as const),
    ...stored.map(({ key, name }) => [key, name] as const),
  ]);
}
