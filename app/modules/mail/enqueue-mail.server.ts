import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { mails, type NotificationPreferences } from "../../../db/schema";
import { mailLink } from "../../i18n/addressed-language";
import { DEFAULT_LOCALE, direction, type Locale } from "../../i18n/locale";
import { createTranslate, type TextValues } from "../../i18n/translate";
import type { Deps } from "../../lib/deps";
import { brandTones } from "../../lib/drawing/brand-colors";
import { MAIL_COLORS } from "../../lib/drawing/palette";
import { isSameHash } from "../../lib/http/same-hash.server";
import { safePath } from "../../lib/http/web-url";
import {
  NOTIFICATION_CATEGORIES,
  type NotificationCategory,
} from "../../lib/pages/preference-choices";
import { paths } from "../../lib/paths";
import { UUID_PATTERN } from "../../lib/runtime/ids";
import { log } from "../../lib/runtime/log";
import { escapeHtml } from "../../lib/text/escape-html";
import en from "../../locales/en/mail.json";
import fa from "../../locales/fa/mail.json";
import { enqueue } from "../jobs/queue.server";
import { settingsOf } from "../settings/platform-settings.server";
import { insertEach, insertSelect } from "../store/run-guarded.server";
import { styleSheet, withoutAddress } from "./layout.server";
import { hasRoom, mailAllowance, PROVED } from "./mail-budget.server";

interface MailOrder {
  kind: MailKind;
  to: string;
  userId: string | null;
  /** Null if the reader's language is unknown. */
  locale: Locale | null;
  /** The button's address, a URL of this product; the mail adds its language. */
  link: string | null;
  values?: OwnValues;
  /** Texts that a person chose. A mail to an address that is not proved has none of them. */
  chosen?: { name?: string; email?: string };
  /** Whether its link signs in; hidden from staff. */
  isSecret: boolean;
  /** The reader proved the address by a link that it answers for: no budget applies. */
  isAnswer?: boolean;
  /** Writes it only where this holds when the batch runs. */
  when?: SQL;
  /** One mail a key; left out, each order is its own. */
  idempotencyKey?: string;
}

/**
 * Renders a mail and returns the outbox statement for its cause's batch. Call `enqueueMail` after
 * the batch; the cron finds what the queue loses. Beyond the budget of an address that is not proved
 * the statement writes nothing.
 * @returns with `wait`, the time until that address may get a mail, ms: above 0 the cause should
 * leave the links of earlier mails alone
 */
export async function mailStatement(
  deps: Pick<Deps, "db" | "ids" | "clock" | "memo">,
  order: MailOrder,
) {
  const [{ branding }, { isProved, mailbox, wait }] = await Promise.all([
    settingsOf(deps),
    order.isAnswer ? PROVED : mailAllowance(deps, order.kind, order.to),
  ]);
  const locale = order.locale ?? DEFAULT_LOCALE;
  const body = renderMail(order.kind, locale, {
    link: order.link && mailLink(order.link, order.locale),
    values: order.values ?? {},
    chosen: isProved ? (order.chosen ?? {}) : {},
    siteName: branding.companyName[locale],
    supportEmail: branding.supportEmail,
    primaryColor: branding.primaryColor,
  });
  const now = deps.clock.now();
  const id = deps.ids.next();
  if (wait > 0) log("warn", "mail.withheld", { id, kind: order.kind, wait });
  const row = {
    id,
    idempotencyKey: order.idempotencyKey ?? id,
    kind: order.kind,
    userId: order.userId,
    toAddress: order.to,
    locale,
    ...body,
    isSecret: order.isSecret,
    ruleKey: null,
    unsubscribes: null,
    isTracked: false,
    openedAt: null,
    clickedAt: null,
    status: "pending" as const,
    attempts: 0,
    dueAt: now,
    lastError: null,
    createdAt: now,
    sentAt: null,
    mailbox,
  };
  const statement = insertSelect(
    deps.db,
    mails,
    row,
    sql`WHERE ${hasRoom(order.kind, mailbox, now)} AND ${order.when ?? sql`true`}`,
  ).onConflictDoNothing();
  /** The row, where neither a budget nor a condition can withhold the mail; else null. */
  const sure = mailbox === null && !order.when ? row : null;
  return { id, statements: [statement] as const, wait, sure };
}

/** Mails in one parameter, which D1 allows 2 MB. */
const TOGETHER = 25;

/** The statements of several mails: few for all of those that nothing can withhold. */
export function mailsTogether(
  db: Deps["db"],
  written: readonly Awaited<ReturnType<typeof mailStatement>>[],
) {
  const sure = written.flatMap(({ sure }) => sure ?? []);
  const starts = sure.map((_, at) => at).filter((at) => at % TOGETHER === 0);
  return [
    ...starts.map((at) => insertEach(db, mails, sure.slice(at, at + TOGETHER))),
    ...written.flatMap(({ sure, statements }) => (sure ? [] : statements)),
  ];
}

/** Asks the queue to send a mail of the outbox now. */
export const enqueueMail = (deps: Pick<Deps, "jobs" | "later">, id: string): void =>
  enqueue(deps, { type: "mail.send", id }, "mail.not-enqueued");

const translators = {
  en: createTranslate("en", { mail: en }),
  fa: createTranslate("fa", { mail: fa }),
};

export type MailKind = keyof typeof en.kinds;
export const MAIL_KINDS = Object.keys(en.kinds) as readonly MailKind[];

/** Says parts of mails that are put together before the mail, in its language. */
export const mailText = (locale: Locale) =>
  translators[locale] as (key: string, values?: TextValues) => string;

interface MailBody {
  subject: string;
  text: string;
  html: string;
}

/** Values that the product itself writes; of a `message` the links are checked (host-messages.server.ts). */
type OwnValue =
  | ("alarm" | "city" | "count" | "date" | "device" | "flagged" | "message")
  | ("network" | "pending" | "role" | "seats" | "sessions" | "until" | "what" | "when");
/** Words of an event that is public, and of its host: they never become links. */
type HostValue = "event" | "place" | "reason";
export type OwnValues = Partial<Record<OwnValue | HostValue, string | number>>;
const HOST_VALUES: readonly HostValue[] = ["event", "place", "reason"];

interface MailContent {
  link: string | null;
  values: OwnValues;
  /** Texts that a person chose, left out of mails to addresses that are not proved. */
  chosen: { name?: string; email?: string };
  siteName: string;
  supportEmail: string;
  /** `#RRGGBB`. */
  primaryColor: string;
}

/**
 * A system mail in one language, as HTML and plain text: greeting, subject matter, button, and a
 * note for unintended recipients. Names are escaped and never become links; without one, the
 * greeting has none.
 */
export function renderMail(
  kind: MailKind,
  locale: Locale,
  { link, values, chosen, siteName, supportEmail, primaryColor }: MailContent,
): MailBody {
  const translate = mailText(locale);
  const name = withoutAddress(chosen.name ?? "");
  const email = chosen.email ?? translate("mail:otherAddress");
  const safe = Object.fromEntries(
    HOST_VALUES.map((key) => [key, withoutAddress(String(values[key] ?? ""))]),
  );
  const say = (key: string) =>
    translate(key, { ...values, ...safe, name, email, site: siteName, support: supportEmail });
  const brand = brandTones(primaryColor, "light");
  const subject = say(`mail:kinds.${kind}.subject`);
  const paragraphs = [
    say(`mail:greeting.${name === "" ? "plain" : "named"}`),
    say(`mail:kinds.${kind}.body`),
  ];
  const after = say(`mail:kinds.${kind}.otherwise`);
  const footer = say("mail:footer");
  const dir = direction(locale);
  const align = dir === "rtl" ? "right" : "left";
  const paragraph = (content: string, look: "p" | "quiet" = "p", color: string = MAIL_COLORS.ink) =>
    `<p class="rd-${look}" dir="${dir}" style="margin:0 0 16px;text-align:${align};color:${color};font-size:16px;line-height:1.8">${escapeHtml(content)}</p>`;
  const button = link
    ? `<p dir="${dir}" style="margin:24px 0;text-align:${align}"><a class="rd-button" href="${escapeHtml(link)}" style="display:inline-block;padding:12px 24px;border-radius:12px;background:${brand.filled};color:${brand.on};text-decoration:none;font-weight:600">${escapeHtml(say(`mail:kinds.${kind}.button`))}</a></p>
<p dir="ltr" style="margin:0 0 16px;text-align:${align};font-size:13px;line-height:1.6;word-break:break-all"><a class="rd-a" href="${escapeHtml(link)}" style="color:${brand.text}">${escapeHtml(link)}</a></p>`
    : "";
  const html = `<!doctype html>
<html lang="${locale}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>${styleSheet({ primaryColor })}</style></head>
<body class="rd-paper" dir="${dir}" style="margin:0;background:${MAIL_COLORS.paper};font-family:Vazirmatn,Tahoma,Arial,sans-serif"><div style="display:none;max-height:0;overflow:hidden">${escapeHtml(say(`mail:kinds.${kind}.preheader`))}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px"><table class="rd-surface" role="presentation" dir="${dir}" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:${MAIL_COLORS.surface};border-radius:18px"><tr><td class="rd-inner" dir="${dir}" style="padding:32px">
<p class="rd-a" dir="${dir}" style="margin:0 0 24px;text-align:${align};color:${brand.text};font-size:20px;font-weight:700">${escapeHtml(siteName)}</p>
${paragraphs.map((content) => paragraph(content)).join("\n")}
${button}
${paragraph(after, "quiet", MAIL_COLORS.quiet)}
</td></tr></table><p class="rd-quiet" dir="${dir}" style="margin:16px 0 0;color:${MAIL_COLORS.quiet};font-size:13px;line-height:1.7">${escapeHtml(footer)}</p></td></tr></table></body></html>
`;
  const plain = [...paragraphs, ...(link ? [link] : []), after, `-- \n${footer}`].join("\n\n");
  return { subject, text: `${plain}\n`, html };
}

const openSignature = (vault: Deps["vault"], id: string) => vault.fingerprint(`mail-opened ${id}`);
const clickSignature = (vault: Deps["vault"], id: string, to: string) =>
  vault.fingerprint(`mail-clicked ${id} ${to}`);

/** URL of the picture that records that a mail was opened, if its recipient allows that. */
export async function pixelUrl(
  { vault, siteUrl }: Pick<Deps, "vault" | "siteUrl">,
  mailId: string,
): Promise<string> {
  return siteUrl + paths.mailOpened(mailId, await openSignature(vault, mailId));
}

/** A path of the product behind a link that counts. */
export async function countedUrl(
  { vault, siteUrl }: Pick<Deps, "vault" | "siteUrl">,
  mailId: string,
  to: string,
): Promise<string> {
  return siteUrl + paths.mailClicked(mailId, to, await clickSignature(vault, mailId, to));
}

/** Records the first opening of a mail. Ignores unsigned and uncounted mails. */
export async function countOpen(
  { db, vault, clock }: Pick<Deps, "db" | "vault" | "clock">,
  id: string,
  token: string,
): Promise<void> {
  if (!isSameHash(token, await openSignature(vault, id))) return;
  await db
    .update(mails)
    .set({ openedAt: clock.now() })
    .where(and(eq(mails.id, id), eq(mails.isTracked, true), isNull(mails.openedAt)));
}

/**
 * Records the first click of a mail's link. @param counts whether a person follows it
 * @returns the target path; null for invalid links
 */
export async function countClick(
  { db, vault, clock }: Pick<Deps, "db" | "vault" | "clock">,
  { id, to, token, counts }: { id: string; to: string; token: string; counts: boolean },
): Promise<string | null> {
  if (!isSameHash(token, await clickSignature(vault, id, to))) return null;
  const path = safePath(to);
  if (path === null) return null;
  if (counts)
    await db
      .update(mails)
      .set({ clickedAt: clock.now() })
      .where(and(eq(mails.id, id), eq(mails.isTracked, true), isNull(mails.clickedAt)));
  return path;
}

/**
 * Scope of an unsubscribe link: one category, all mails, or `heldEvents`: both categories of an
 * event that the reader has among the favourites and in another collection; or a follow, by its id.
 */
export type Unsubscribed = NotificationCategory | "heldEvents" | "all" | FollowList;

/** Prefix of the list id of a follow's emails. */
export const FOLLOW_LIST = "follow:";
type FollowList = `${typeof FOLLOW_LIST}${string}`;

/** The follow that a list stands for; null for others. */
export const followOfList = (list: Unsubscribed): string | null =>
  isFollowList(list) ? list.slice(FOLLOW_LIST.length) : null;

/** Whether a list is the emails of one follow. */
export const isFollowList = (list: string): list is FollowList => list.startsWith(FOLLOW_LIST);

const TOKEN = new RegExp(
  `^(${UUID_PATTERN})\\.([A-Za-z]{3,20}|${FOLLOW_LIST}${UUID_PATTERN})\\.([0-9a-f]{64})$`,
);

const isUnsubscribed = (name: string): name is Unsubscribed =>
  isFollowList(name) ||
  name === "all" ||
  name === "heldEvents" ||
  (NOTIFICATION_CATEGORIES as readonly string[]).includes(name);

/** The categories by which news of a list come, any of them alone as well. */
export const categoriesOf = (
  list: Exclude<Unsubscribed, "all">,
): readonly NotificationCategory[] =>
  list === "heldEvents"
    ? ["savedEvents", "collections"]
    : isFollowList(list)
      ? ["newEvents"]
      : [list];

/** Whether a user is subscribed to a list. */
export const wantsMailList = (
  { emailEnabled, categories }: NotificationPreferences,
  list: Unsubscribed,
): boolean =>
  list === "all"
    ? emailEnabled
    : categoriesOf(list).some((category) => categories.includes(category));

/** The signature, bound to its purpose so that our other tokens are invalid here. */
const signature = (vault: Deps["vault"], userId: string, list: Unsubscribed) =>
  vault.fingerprint(`unsubscribe ${userId} ${list}`);

/**
 * The token of a link that ends news for its reader, without signing in. It holds as long as the
 * account does (RFC 8058).
 */
export async function unsubscribeToken(
  { vault }: Pick<Deps, "vault">,
  userId: string,
  list: Unsubscribed,
): Promise<string> {
  return `${userId}.${list}.${await signature(vault, userId, list)}`;
}

/** The user and list of a token; null when invalid. */
export async function readUnsubscribeToken(
  { vault }: Pick<Deps, "vault">,
  token: string | null,
): Promise<{ userId: string; list: Unsubscribed } | null> {
  const [, userId, list, hash] = TOKEN.exec(token ?? "") ?? [];
  if (!userId || !list || !hash || !isUnsubscribed(list)) return null;
  return isSameHash(hash, await signature(vault, userId, list)) ? { userId, list } : null;
}

/**
 * Prefix of a mail's `unsubscribes` for a subscription to a city's weekly picks; its id follows.
 */
export const WEEK_LIST = "week:";

const WEEK_TOKEN = new RegExp(`^(${UUID_PATTERN})\\.([0-9a-f]{64})$`);

const weekSignature = (vault: Deps["vault"], id: string) =>
  vault.fingerprint(`week-subscriber ${id}`);

/**
 * The token of a subscription to weekly picks, by which its address is confirmed and ended without
 * signing in (RFC 8058).
 */
export const weekToken = async ({ vault }: Pick<Deps, "vault">, id: string): Promise<string> =>
  `${id}.${await weekSignature(vault, id)}`;

/** The subscription of a token; null when invalid. */
export async function readWeekToken(
  { vault }: Pick<Deps, "vault">,
  token: string | null,
): Promise<string | null> {
  const [, id, hash] = WEEK_TOKEN.exec(token ?? "") ?? [];
  return id && hash && isSameHash(hash, await weekSignature(vault, id)) ? id : null;
}

const REGISTRATION_LINK = new RegExp(`^(${UUID_PATTERN})\\.([0-9a-f]{64})$`);

const registrationSignature = (vault: Deps["vault"], id: string) =>
  vault.fingerprint(`registration ${id}`);

/** The token of a registration's link, which its guest alone gets. */
export const registrationToken = async (
  { vault }: Pick<Deps, "vault">,
  id: string,
): Promise<string> => `${id}.${await registrationSignature(vault, id)}`;

/** The registration of a token; null when invalid. */
export async function readRegistrationToken(
  { vault }: Pick<Deps, "vault">,
  token: string,
): Promise<string | null> {
  const [, id, hash] = REGISTRATION_LINK.exec(token) ?? [];
  return id && hash && isSameHash(hash, await registrationSignature(vault, id)) ? id : null;
}
