import { direction, type Locale } from "../../i18n/locale";
import { brandTones } from "../../lib/drawing/brand-colors";
import { DARK_MAIL_COLORS, MAIL_COLORS } from "../../lib/drawing/palette";
import { paths } from "../../lib/paths";
import { remembered } from "../../lib/runtime/remembered";
import { escapeHtml } from "../../lib/text/escape-html";

const LETTERS: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&quot;": '"',
  "&#39;": "'",
  "&lt;": "<",
  "&gt;": ">",
};
const unescapeHtml = (text: string) =>
  text.replace(/&(?:amp|quot|#39|lt|gt);/g, (entity) => LETTERS[entity] ?? entity);

const OPENED = paths.mailOpened("", "");
const CLICKED = paths.mailClicked("", "", "");

/** An address of this product; null for others. */
function ourUrl(address: string, siteUrl: string): URL | null {
  if (!URL.canParse(address, siteUrl)) return null;
  const url = new URL(address, siteUrl);
  return url.origin === new URL(siteUrl).origin ? url : null;
}

/** A tracking address's target. */
function uncounted(address: string, siteUrl: string): string {
  const url = ourUrl(address, siteUrl);
  if (url?.pathname !== CLICKED) return address;
  return ourUrl(url.searchParams.get("to") ?? "", siteUrl)?.href ?? address;
}

/**
 * A mail as staff may view it in the outbox: without tracking and external pictures, and with
 * untracked links. The style sheet for dark schemes and phones is left out, since the page's CSP
 * applies to its frame.
 */
export function mailForStaff(
  { text, html }: { text: string; html: string },
  siteUrl: string,
): { text: string; html: string } {
  const isHarmless = (src: string) => {
    const url = ourUrl(unescapeHtml(src), siteUrl);
    return url !== null && url.pathname !== OPENED;
  };
  return {
    text: text.replace(/https?:\/\/[^\s<>"]+/g, (address) => uncounted(address, siteUrl)),
    html: html
      .replace(/<style>[^<]*<\/style>/g, "")
      .replace(/<img\b[^>]*>/gi, (tag) =>
        isHarmless(/\ssrc="([^"]+)"/i.exec(tag)?.[1] ?? "//") ? tag : "",
      )
      .replace(
        /\shref="([^"]*)"/gi,
        (_, href: string) => ` href="${escapeHtml(uncounted(unescapeHtml(href), siteUrl))}"`,
      ),
  };
}

/** Characters that make addresses, with those that clients and browsers read as them (UTS 46). */
const OF_ADDRESSES = /([.:/@。．｡․﹒：﹕／⁄∕＠﹫])(?=\S)/g;

/**
 * Mail clients turn addresses into links, and anyone may choose the name "Win at evil.example": this
 * breaks addresses in names by spaces.
 */
export const withoutAddress = (name: string): string => name.replace(OF_ADDRESSES, "$1 ");

/**
 * Styles for dark and small screens, for mail clients that support style sheets.
 * @param primaryColor `#RRGGBB`
 */
export function styleSheet({ primaryColor }: { primaryColor: string }): string {
  const brand = brandTones(primaryColor, "dark");
  const colors = DARK_MAIL_COLORS;
  const dark = [
    `.rd-paper{background:${colors.paper}!important}`,
    `.rd-surface{background:${colors.surface}!important}`,
    `.rd-h1,.rd-h2,.rd-h3,.rd-p,.rd-li{color:${colors.ink}!important}`,
    `.rd-quiet,.rd-meta,.rd-label{color:${colors.quiet}!important}`,
    `.rd-a,.rd-changed{color:${brand.text}!important}`,
    `.rd-button{background:${brand.filled}!important;color:${brand.on}!important}`,
    `.rd-card{background:${brand.soft}!important}`,
    `.rd-note{background:${colors.paper}!important}`,
    `.rd-event,.rd-hr,.rd-blockquote{border-color:${colors.line}!important}`,
    `.rd-tile{background:${brand.filled}!important}`,
    `.rd-lit{background:${colors.lit}!important}`,
  ].join("");
  return (
    ":root{color-scheme:light dark;supported-color-schemes:light dark}" +
    "@media(max-width:480px){.rd-inner{padding:24px 20px!important}.rd-h1{font-size:23px!important}}" +
    `@media(prefers-color-scheme:dark){${dark}}`
  );
}

/** Texts of the layout around each mail. */
const WORDS = {
  en: {
    why: (site: string) => `You’re getting this email because you have an account at ${site}.`,
    questions: "Questions?",
    preferences: "Choose what you hear about",
    unsubscribe: "Unsubscribe",
  },
  fa: {
    why: (site: string) => `این ایمیل را گرفته‌اید چون در ${site} حساب دارید.`,
    questions: "پرسشی دارید؟",
    preferences: "انتخاب خبرهایی که می‌گیرید",
    unsubscribe: "لغو اشتراک",
  },
} as const;

export interface MailFrame {
  locale: Locale;
  siteName: string;
  siteUrl: string;
  /** Link target of the name above the mail. */
  homeUrl: string;
  supportEmail: string;
  /** `#RRGGBB`. */
  primaryColor: string;
  preferencesUrl: string;
  unsubscribeUrl: string | null;
  pixelUrl: string | null;
  /**
   * Why its reader gets the mail, and what `preferencesUrl` leads to; for mails to addresses
   * without an account.
   */
  words?: { why: string; preferences: string };
}

const wordsOf = ({ locale, siteName, words }: MailFrame) => ({
  ...WORDS[locale],
  why: WORDS[locale].why(siteName),
  ...words,
});

type Style = Record<string, string>;
/** Parts of a frame that determine the styles. */
type Look = Pick<MailFrame, "locale" | "primaryColor">;

/** Styles by tag and by class; a class extends the styles of its tag. */
function stylesOf({ locale, primaryColor }: Look) {
  const brand = brandTones(primaryColor, "light");
  const line = locale === "fa" ? "1.9" : "1.6";
  const start = locale === "fa" ? "right" : "left";
  const end = locale === "fa" ? "left" : "right";
  const tags: Record<string, Style> = {
    h1: {
      margin: "0 0 16px",
      color: MAIL_COLORS.ink,
      "font-size": "26px",
      "line-height": locale === "fa" ? "1.5" : "1.25",
      "font-weight": "700",
      "text-align": start,
    },
    h2: {
      margin: "32px 0 12px",
      color: MAIL_COLORS.ink,
      "font-size": "20px",
      "line-height": "1.4",
      "font-weight": "700",
      "text-align": start,
    },
    h3: {
      margin: "24px 0 8px",
      color: MAIL_COLORS.ink,
      "font-size": "17px",
      "line-height": "1.5",
      "font-weight": "700",
      "text-align": start,
    },
    p: {
      margin: "0 0 16px",
      color: MAIL_COLORS.ink,
      "font-size": "16px",
      "line-height": line,
      "text-align": start,
    },
    li: {
      margin: "0 0 8px",
      color: MAIL_COLORS.ink,
      "font-size": "16px",
      "line-height": line,
      "text-align": start,
    },
    ul: { margin: "0 0 16px", [`padding-${start}`]: "24px", [`padding-${end}`]: "0" },
    ol: { margin: "0 0 16px", [`padding-${start}`]: "24px", [`padding-${end}`]: "0" },
    blockquote: {
      margin: "0 0 16px",
      [`padding-${start}`]: "16px",
      [`border-${start}`]: `3px solid ${MAIL_COLORS.line}`,
    },
    a: { color: brand.text },
    td: { "vertical-align": "top", "text-align": start },
    th: { "vertical-align": "top", "text-align": start },
    img: { "max-width": "100%", height: "auto", border: "0" },
    hr: { border: "0", "border-top": `1px solid ${MAIL_COLORS.line}`, margin: "24px 0" },
  };
  const classes: Record<string, Style> = {
    button: {
      display: "inline-block",
      padding: "13px 26px",
      "border-radius": "12px",
      background: brand.filled,
      color: brand.on,
      "text-decoration": "none",
      "font-weight": "600",
    },
    action: { margin: "24px 0 4px" },
    quiet: { margin: "20px 0 0", color: MAIL_COLORS.quiet, "font-size": "14px" },
    meta: { margin: "0", color: MAIL_COLORS.quiet, "font-size": "14px" },
    strong: { margin: "0", "font-weight": "600" },
    label: {
      margin: "0 0 4px",
      color: MAIL_COLORS.quiet,
      "font-size": "13px",
      "font-weight": "600",
    },
    card: {
      margin: "0 0 20px",
      padding: "16px 20px",
      background: brand.soft,
      "border-radius": "14px",
    },
    note: {
      margin: "0 0 20px",
      padding: "16px 20px 4px",
      background: MAIL_COLORS.paper,
      "border-radius": "14px",
    },
    event: { width: "100%", margin: "0 0 8px", "border-top": `1px solid ${MAIL_COLORS.line}` },
    picture: { width: "112px", padding: "14px 0" },
    title: { margin: "12px 0 2px", "font-weight": "700" },
    changed: { margin: "2px 0 0", "font-size": "14px", "font-weight": "600", color: brand.text },
  };
  return { tags, classes, padding: `padding-${end}` };
}

const written = (style: Style) =>
  Object.entries(style)
    .map(([name, value]) => `${name}:${value}`)
    .join(";");

/** Block elements, which need their own `dir`: mail clients drop that of the body. */
const BLOCKS = /^(p|h1|h2|h3|ul|ol|li|div|blockquote|table|td|th)$/;

/** One attribute; its value may contain anything except a double quote. */
const ATTRIBUTE = /\s([^\s=>"'/]+)(?:="([^"]*)")?/g;

/** The opening tag of an element with inline styles and direction. */
function styleTag(
  tag: string,
  rest: string,
  locale: Locale,
  { tags, classes, padding }: ReturnType<typeof stylesOf>,
): string {
  const given = new Map(
    [...rest.matchAll(ATTRIBUTE)].map(([, name = "", value]) => [name, value] as const),
  );
  const names = given.get("class")?.split(/\s+/) ?? [];
  const style: Style = { ...tags[tag] };
  for (const name of names) Object.assign(style, classes[name]);
  if (names.includes("picture")) style[padding] = "16px";
  const looks = [written(style), given.get("style")].filter(Boolean).join(";");
  const others = [...given].filter(([name]) => name !== "class" && name !== "style");
  const marks = [tag, ...names]
    .filter((name) => tags[name] || classes[name])
    .map((name) => `rd-${name}`);
  return [
    `<${tag}`,
    marks.length > 0 ? ` class="${marks.join(" ")}"` : "",
    BLOCKS.test(tag) && !given.has("dir") ? ` dir="${direction(locale)}"` : "",
    tag === "table" && !given.has("cellpadding")
      ? ' cellpadding="0" cellspacing="0" border="0"'
      : "",
    ...others.map(([name, value]) => (value === undefined ? ` ${name}` : ` ${name}="${value}"`)),
    looks === "" ? "" : ` style="${looks}"`,
    ">",
  ].join("");
}

/** Size of the cache of opening tags per style. Mails sent together share most of them. */
const MAX_VERSIONS = 2_000;

/** Data shared by all mails of one style, computed once. */
interface MailStyles {
  styles: ReturnType<typeof stylesOf>;
  brand: ReturnType<typeof brandTones>;
  sheet: string;
  mark: string;
  /** Styled opening tags by their source. */
  styledTags: Map<string, string>;
}

/** Staff try many colours in the editor: the latest ones are kept. */
const mailStylesOf = remembered(8, (locale: Locale, primaryColor: string): MailStyles => {
  const look: Look = { locale, primaryColor };
  return {
    styles: stylesOf(look),
    brand: brandTones(primaryColor, "light"),
    sheet: styleSheet(look),
    mark: mark(look),
    styledTags: new Map(),
  };
});

/**
 * Adds inline styles to each element and a direction to each block, since mail clients drop style
 * sheets. Requires HTML that passed `checkHtml`: attributes are quoted and contain no `>`.
 */
function styleElements(
  html: string,
  { locale }: MailFrame,
  { styles, styledTags }: MailStyles,
): string {
  return html.replace(/<([a-z][a-z0-9]*)((?:\s[^>]*)?)>/g, (whole, tag: string, rest: string) => {
    const found = styledTags.get(whole);
    if (found !== undefined) return found;
    const made = styleTag(tag, rest, locale, styles);
    if (styledTags.size >= MAX_VERSIONS) styledTags.clear();
    styledTags.set(whole, made);
    return made;
  });
}

const FONTS = "Vazirmatn,Tahoma,'Segoe UI',Arial,sans-serif";

/** The logo as eight table cells, one of them highlighted: every mail client draws it. */
function mark(frame: Look): string {
  const { filled } = brandTones(frame.primaryColor, "light");
  const tile = (at: number) => {
    const [name, color] = at === 2 ? ["rd-lit", MAIL_COLORS.lit] : ["rd-tile", filled];
    return `<td class="${name}" width="8" height="8" style="width:8px;height:8px;background:${color};border-radius:2px;font-size:0;line-height:0">&nbsp;</td>`;
  };
  const tiles = Array.from({ length: 8 }, (_, at) => tile(at)).join(
    '<td width="4" style="width:4px;font-size:0;line-height:0">&nbsp;</td>',
  );
  return `<table role="presentation" dir="${direction(frame.locale)}" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px"><tr>${tiles}</tr></table>`;
}

/**
 * The complete HTML of a mail around its rendered body. @param preheader escaped HTML without
 * elements
 */
export function renderMailLayout(
  body: string,
  subject: string,
  preheader: string,
  frame: MailFrame,
): string {
  const { locale, siteName, homeUrl, supportEmail, preferencesUrl, unsubscribeUrl, pixelUrl } =
    frame;
  const words = wordsOf(frame);
  const dir = direction(locale);
  const mailStyles = mailStylesOf(frame.locale, frame.primaryColor);
  const { brand } = mailStyles;
  const align = dir === "rtl" ? "right" : "left";
  const footer = (content: string) =>
    `<p class="rd-quiet" dir="${dir}" style="margin:0 0 4px;color:${MAIL_COLORS.quiet};font-size:13px;line-height:1.8;text-align:${align}">${content}</p>`;
  const link = (url: string, text: string) =>
    `<a class="rd-a" href="${escapeHtml(url)}" style="color:${brand.text}">${escapeHtml(text)}</a>`;
  const links = [
    link(preferencesUrl, words.preferences),
    ...(unsubscribeUrl ? [link(unsubscribeUrl, words.unsubscribe)] : []),
  ];
  return `<!doctype html>
<html lang="${locale}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>${mailStyles.sheet}</style></head>
<body class="rd-paper" dir="${dir}" style="margin:0;padding:0;background:${MAIL_COLORS.paper};font-family:${FONTS}"><div dir="${dir}" style="display:none;max-height:0;overflow:hidden;opacity:0">${preheader}${"&#8199;&#847;".repeat(40)}</div>
<table class="rd-paper" role="presentation" dir="${dir}" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${MAIL_COLORS.paper}"><tr><td align="center" dir="${dir}" style="padding:24px 12px"><table role="presentation" dir="${dir}" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;font-family:${FONTS}"><tr><td class="rd-surface rd-inner" dir="${dir}" style="padding:32px 36px;background:${MAIL_COLORS.surface};border-radius:18px;text-align:${align}">
<p dir="${dir}" style="margin:0 0 10px;font-size:18px;line-height:1.5;font-weight:700;text-align:${align}"><a class="rd-a" href="${escapeHtml(homeUrl)}" style="color:${brand.text};text-decoration:none">${escapeHtml(siteName)}</a></p>
${mailStyles.mark}
${styleElements(body, frame, mailStyles)}
</td></tr><tr><td dir="${dir}" style="padding:16px 36px;text-align:${align}">
${footer(escapeHtml(words.why))}
${footer(`${escapeHtml(words.questions)} <bdi>${escapeHtml(supportEmail)}</bdi>`)}
${footer(links.join("&nbsp;· "))}
</td></tr></table></td></tr></table>${pixelUrl ? `<img src="${escapeHtml(pixelUrl)}" width="1" height="1" alt="" style="display:block;border:0">` : ""}</body></html>
`;
}

const RLM = "\u200F";
const LRM = "\u200E";
const RTL_LETTER = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;
const FIRST_LETTER = /\p{L}/u;

/**
 * Plain-text lines take the direction of their first letter; a line that starts with the other
 * script gets a direction mark.
 */
function marked(text: string, locale: Locale): string {
  const isRtl = direction(locale) === "rtl";
  return text
    .split("\n")
    .map((line) => {
      if (line.trim() === "" || /^https?:\/\/\S+$/.test(line.trim())) return line;
      const first = FIRST_LETTER.exec(line)?.[0];
      const startsRtl = first !== undefined && RTL_LETTER.test(first);
      return first !== undefined && startsRtl === isRtl ? line : `${isRtl ? RLM : LRM}${line}`;
    })
    .join("\n");
}

/** The plain-text version: body and footer. */
export function layOutText(body: string, frame: MailFrame): string {
  const words = wordsOf(frame);
  const footer = [
    "-- ",
    words.why,
    `${words.questions} ${frame.supportEmail}`,
    `${words.preferences}:\n${frame.preferencesUrl}`,
    ...(frame.unsubscribeUrl ? [`${words.unsubscribe}:\n${frame.unsubscribeUrl}`] : []),
  ].join("\n");
  const tidy = body
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return `${marked(`${tidy}\n\n`, frame.locale)}${marked(footer, frame.locale).replace(/^[\u200E\u200F]-- /, "-- ")}\n`;
}
