import { mailLink } from "../../../i18n/addressed-language";
import { type Locale, localized } from "../../../i18n/locale";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { log } from "../../../lib/runtime/log";
import { escapeHtml } from "../../../lib/text/escape-html";
import { formatNumber } from "../../../lib/text/money";
import {
  layOutText,
  type MailFrame,
  renderMailLayout,
  withoutAddress,
} from "../../mail/layout.server";
import { settingsOf } from "../../settings/platform-settings.server";
import { isMailedKind, type MailedKind } from "../choose-channels";
import { checkRendered, renderTemplate, TemplateFault } from "./liquid.server";
import { SHIPPED_TEMPLATES, type TemplateBody, templateFor, variablesOf } from "./templates.server";

/** Maximum length of a subject, characters. */
const SUBJECT = 200;
/** Length of the preheader taken from the text, if the template has none, characters. */
const PREHEADER = 120;

/** An event in a mail's list: formatted texts in the reader's language, absolute URLs. */
export interface DigestEvent {
  title: string;
  when: string;
  venue: string;
  city: string;
  price: string;
  url: string;
  imageUrl: string | null;
  /** The change to announce, or why it is listed. */
  note: string | null;
  /** Ends the follow by which it is listed, after a question; null for others. */
  unfollowUrl: string | null;
}

export interface DigestSection {
  heading: string;
  events: DigestEvent[];
}

/** A notification mail to one user. */
export interface NotificationMailOrder {
  /** Template of the rule; null for the kind's own. */
  templateKey: string | null;
  /** @see MAILED_KINDS */
  kind: string;
  locale: Locale;
  /** Adds the mail's language to its links; false if the reader's language is unknown. */
  addsLanguage: boolean;
  reader: { displayName: string; timeZone: string; calendar: "jalali" | "gregorian" };
  /**
   * Values of the kind's variables (`variablesOf`): texts, numbers or `{en, fa}`; `changes` is a
   * list of sentences. Names may be snake_case or camelCase. Undeclared values are dropped, missing
   * ones are empty.
   */
  values: Record<string, unknown>;
  /** Absolute URL of the button. */
  link: string | null;
  sections: DigestSection[];
  unsubscribeUrl: string | null;
  preferencesUrl: string;
  /** Null unless the reader allows open tracking. */
  pixelUrl: string | null;
}

export interface NotificationMail {
  subject: string;
  html: string;
  text: string;
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The order with the mail's language in its links. */
function inItsLanguage(order: NotificationMailOrder): NotificationMailOrder {
  if (!order.addsLanguage) return order;
  const to = (url: string) => mailLink(url, order.locale);
  return {
    ...order,
    link: order.link && to(order.link),
    sections: order.sections.map(({ heading, events }) => ({
      heading,
      events: events.map((event) => ({
        ...event,
        url: to(event.url),
        unfollowUrl: event.unfollowUrl && to(event.unfollowUrl),
      })),
    })),
    unsubscribeUrl: order.unsubscribeUrl && to(order.unsubscribeUrl),
    preferencesUrl: to(order.preferencesUrl),
  };
}

/**
 * Formats a value: localized texts in the reader's language, numbers in their digits, empty values
 * as null.
 */
function formatValue(value: unknown, locale: Locale): unknown {
  if (typeof value === "number") return formatNumber(value, locale);
  if (Array.isArray(value))
    return value.length === 0 ? null : value.map((item) => formatValue(item, locale));
  if (typeof value === "string") return value.trim() === "" ? null : value;
  if (
    typeof value === "object" &&
    value !== null &&
    "en" in value &&
    typeof value.en === "string"
  ) {
    const { en, fa } = value as { en: string; fa?: unknown };
    return localized({ en, fa: typeof fa === "string" ? fa : null }, locale);
  }
  return null;
}

/** Null for SVG: mail clients do not draw it. */
const pictureOf = (url: unknown): string | null =>
  typeof url === "string" && url !== "" && !/\.svg(\?|$)/.test(url) ? url : null;

const NAMES = new Set(["name", "author"]);

/** Values of all variables that the kind declares. */
function valuesFor(
  kind: MailedKind,
  order: NotificationMailOrder,
  frame: MailFrame,
): Record<string, unknown> {
  const { locale, link, sections } = order;
  const given: Record<string, unknown> = Object.fromEntries(
    Object.entries(order.values).map(([name, value]) => [
      snakeCase(name),
      formatValue(value, locale),
    ]),
  );
  const all: Record<string, unknown> = {
    ...given,
    title: given.title ?? sections[0]?.events[0]?.title ?? null,
    // A single sentence or a list.
    changes: typeof given.changes === "string" ? [given.changes] : (given.changes ?? null),
    image_url: pictureOf(given.image_url),
    name: order.reader.displayName,
    site_name: frame.siteName,
    site_url: frame.siteUrl,
    support_email: frame.supportEmail,
    link,
    preferences_url: frame.preferencesUrl,
    unsubscribe_url: frame.unsubscribeUrl,
    sections: sections.map(({ heading, events }) => ({
      heading,
      events: events.map(({ imageUrl, ...event }) => ({
        ...Object.fromEntries(
          Object.entries(event).map(([name, value]) => [snakeCase(name), value || null]),
        ),
        image_url: pictureOf(imageUrl),
      })),
    })),
  };
  return Object.fromEntries(
    variablesOf(kind).map((name) => {
      const value = all[name] ?? null;
      return [name, NAMES.has(name) && typeof value === "string" ? withoutAddress(value) : value];
    }),
  );
}

/** The layout's values from the settings, in one language. */
async function frameOf(
  deps: Pick<Deps, "db" | "memo" | "siteUrl">,
  order: NotificationMailOrder,
): Promise<MailFrame> {
  const { branding } = await settingsOf(deps);
  const { locale, preferencesUrl, unsubscribeUrl, pixelUrl } = order;
  return {
    locale,
    siteName: branding.companyName[locale],
    siteUrl: deps.siteUrl,
    homeUrl: order.addsLanguage ? mailLink(deps.siteUrl, locale) : deps.siteUrl,
    supportEmail: branding.supportEmail,
    primaryColor: branding.primaryColor,
    preferencesUrl,
    unsubscribeUrl,
    pixelUrl,
  };
}

/** Removes elements from a captured, escaped text; an unclosed element takes the rest with it. */
const withoutElements = (captured: string) =>
  captured
    .replace(/<[^>]*>?/g, "")
    .replace(/[>"']/g, escapeHtml)
    .trim();

/**
 * Renders the parts of a template.
 * @param isOurs true for shipped templates; the output of others is checked again
 * @throws TemplateFault
 */
function compose(
  body: TemplateBody,
  values: Record<string, unknown>,
  frame: MailFrame,
  isOurs: boolean,
): NotificationMail {
  const subject = renderTemplate("text", body.subject, values)
    .output.replace(/\s+/g, " ")
    .trim()
    .slice(0, SUBJECT);
  const text = renderTemplate("text", body.text, values).output;
  const html = renderTemplate("html", body.html, values);
  if (!isOurs) checkRendered(html.output);
  const preheader = html.preheader === null ? null : withoutElements(html.preheader);
  const beginning = escapeHtml(text.replace(/\s+/g, " ").trim().slice(0, PREHEADER));
  return {
    subject,
    html: renderMailLayout(html.output, subject, preheader ?? beginning, frame),
    text: layOutText(text, frame),
  };
}

/** Renders given parts, for previews and checks. @throws TemplateFault */
export async function renderBody(
  deps: Pick<Deps, "db" | "memo" | "siteUrl">,
  body: TemplateBody,
  kind: MailedKind,
  given: NotificationMailOrder,
): Promise<NotificationMail> {
  const order = inItsLanguage(given);
  const frame = await frameOf(deps, order);
  return compose(body, valuesFor(kind, order, frame), frame, false);
}

/**
 * Renders a notification mail with the rule's template, else the stored template of the kind, else
 * the shipped one. If a stored template fails, logs the fault and uses the shipped one, so that the
 * notification is sent.
 * @throws bad-request for an unknown kind
 */
export async function renderNotificationMail(
  deps: Pick<Deps, "db" | "memo" | "siteUrl">,
  given: NotificationMailOrder,
): Promise<NotificationMail> {
  const order = inItsLanguage(given);
  const { kind, templateKey, locale } = order;
  if (!isMailedKind(kind)) throw new AppError("bad-request");
  const [template, frame] = [
    await templateFor(deps, templateKey, kind),
    await frameOf(deps, order),
  ];
  const values = valuesFor(kind, order, frame);
  const shipped = SHIPPED_TEMPLATES[kind];
  try {
    return compose(template.bodies[locale], values, frame, template === shipped);
  } catch (error) {
    if (!(error instanceof TemplateFault) || template === shipped) throw error;
    log("error", "template.failed", {
      key: template.key,
      kind,
      reason: error.reason,
      line: error.line,
      subject: error.subject,
    });
    return compose(shipped.bodies[locale], values, frame, true);
  }
}
