import type { TemplateSelection } from "../../../../../db/schema";
import { LOCALES, type Locale } from "../../../../i18n/locale";
import { MAILED_KINDS, type MailedKind } from "../../choose-channels";
import { variablesOf } from "../variables";
import { en } from "./en";
import { fa } from "./fa";
import type { MailWords } from "./words";

const WORDS: Readonly<Record<Locale, Readonly<Record<MailedKind, MailWords>>>> = { en, fa };

/** Parts of a mail template in one language, in Liquid. */
export interface TemplateBody {
  subject: string;
  /** Body within the layout. */
  html: string;
  text: string;
}

export interface ShippedTemplate {
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
<p class="meta"><bdi>{{ event.venue }}</bdi>{% if event.venue and event.city %} · {% endif %}<bdi>{{ event.city }}</bdi>{% if event.price %} · {{ event.price }}{% endif %}</p>
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
