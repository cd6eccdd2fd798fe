import type { Locale } from "../../i18n/locale";
import { localDigits } from "./digits";

type Trigger =
  | "event.approved"
  | "event.rejected"
  | "event.flagged"
  | "event.changed"
  | "event.cancelled"
  | "event.reminder"
  | "event.new-in-city"
  | "event.dates-added"
  | "host.announced"
  | "host.decided"
  | "ingestion.completed"
  | "source.broken"
  | "webhook.failed"
  | "digest.daily"
  | "digest.weekly";
type Audience = "creator" | "savers" | "city-followers" | "followers" | "interested" | "staff";
type Channel = "in-app" | "email" | "push";

/** The parts of a notification rule in its sentence (decisions.md §9). */
export interface RuleSummary {
  trigger: Trigger;
  audience: Audience;
  conditions: { featuredOnly: boolean };
  channels: readonly Channel[];
  timing: "instant" | "daily" | "weekly";
  capPerDay: number | null;
  quietHours: { from: string; to: string } | null;
  isActive: boolean;
}

/** Names in a rule's sentence, in the reader's language. */
export interface RuleNames {
  cities: readonly string[];
  categories: readonly string[];
  template: string | null;
}

const list = (parts: readonly string[], comma: string, last: string): string =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(comma)}${last}${parts.at(-1)}`;

/** Triggers that are always instant (app/modules/notifications/choose-channels.ts). */
export const INSTANT_TRIGGERS: readonly Trigger[] = [
  "event.approved",
  "event.rejected",
  "event.flagged",
  "host.announced",
  "host.decided",
  "ingestion.completed",
  "source.broken",
  "webhook.failed",
];

/** Triggers that are about no event, so that conditions on events would have no effect. */
export const EVENTLESS_TRIGGERS: readonly Trigger[] = [
  "host.announced",
  "host.decided",
  "ingestion.completed",
  "source.broken",
  "webhook.failed",
];

/**
 * Splits a rule's channels into instant ones and digests; pushes cannot wait
 * (app/modules/notifications/choose-channels.ts).
 */
const sharedOut = ({
  trigger,
  channels,
  timing,
}: Pick<RuleSummary, "trigger" | "channels" | "timing">) => {
  const isInstant = timing === "instant" || INSTANT_TRIGGERS.includes(trigger);
  return {
    isInstant,
    at: channels.filter((channel) => channel === "in-app"),
    later: channels.filter((channel) => channel === "email"),
    isPushLost: !isInstant && channels.includes("push"),
  };
};

const EN_TRIGGERS: Readonly<Record<Trigger, string>> = {
  "event.approved": "an event or edit is approved",
  "event.rejected": "an event or edit is rejected",
  "event.flagged": "an event is reported",
  "event.changed": "a published event changes",
  "event.cancelled": "an event is cancelled, postponed or back on",
  "event.reminder": "an event is a day away",
  "event.new-in-city": "a new event is published",
  "event.dates-added": "a published series gets new dates",
  "host.announced": "a venue or organizer sends a message",
  "host.decided": "a claim of a page or a message to its followers is decided on",
  "ingestion.completed": "an AI ingestion run finishes",
  "source.broken": "a monitored source breaks",
  "webhook.failed": "a webhook is switched off because nothing reaches it",
  "digest.daily": "a new day begins for them",
  "digest.weekly": "a new week begins for them",
};

const EN_AUDIENCES: Readonly<Record<Audience, string>> = {
  creator: "its creator",
  savers: "everyone who saved it",
  "city-followers": "everyone who follows its city",
  followers: "everyone who follows it, or its venue, organizer or category",
  interested: "everyone interested in its category",
  staff: "staff",
};

const EN_CHANNELS: Readonly<Record<Channel, string>> = {
  "in-app": "in the app",
  email: "by email",
  push: "by push notification",
};

function inEnglish(rule: RuleSummary, { cities, categories, template }: RuleNames): string {
  const { trigger, audience, conditions, channels, timing, capPerDay, quietHours, isActive } = rule;
  const about = [
    ...(cities.length > 0 ? [`in ${list(cities, ", ", " or ")}`] : []),
    ...(categories.length > 0 ? [`of the kind ${list(categories, ", ", " or ")}`] : []),
    ...(conditions.featuredOnly ? ["that is featured"] : []),
  ];
  const sentences: string[] = [];
  if (trigger === "digest.daily" || trigger === "digest.weekly") {
    const [often, when] =
      trigger === "digest.daily"
        ? ["daily", "every morning at 8"]
        : ["weekly", "on the first morning of their week at 8"];
    sentences.push(
      `Everyone who chose the ${often} digest gets it by email ${when}, in their own time zone.`,
    );
  } else {
    const { isInstant, at, later, isPushLost } = sharedOut(rule);
    const verb = audience === "staff" ? "are notified" : "is notified";
    const when = `When ${EN_TRIGGERS[trigger]}, ${EN_AUDIENCES[audience]} ${verb}`;
    const channelWords = (some: readonly Channel[]) =>
      list(
        some.map((channel) => EN_CHANNELS[channel]),
        ", ",
        " and ",
      );
    if (isInstant) sentences.push(`${when} instantly ${channelWords(channels)}.`);
    else if (at.length + later.length > 0) {
      const waits = `${channelWords(later)} with the next ${timing} digest`;
      sentences.push(
        later.length === 0
          ? `${when} instantly ${channelWords(at)}.`
          : at.length === 0
            ? `${when} ${waits}.`
            : `${when} instantly ${channelWords(at)}, and ${waits}.`,
      );
    }
    if (isPushLost) sentences.push("No push notifications go out: they can’t wait for a digest.");
  }
  if (about.length > 0) sentences.push(`Only for an event ${about.join(", ")}.`);
  if (capPerDay !== null)
    sentences.push(
      `No one gets more than ${capPerDay} emails or push notifications from it a day.`,
    );
  if (quietHours)
    sentences.push(
      `Emails and push notifications wait between ${quietHours.from} and ${quietHours.to}, local time.`,
    );
  if (template) sentences.push(`The email uses the template “${template}”.`);
  if (!isActive) sentences.push("It’s switched off now.");
  return sentences.join(" ");
}

const FA_TRIGGERS: Readonly<Record<Trigger, string>> = {
  "event.approved": "رویدادی یا ویرایش آن تأیید شود",
  "event.rejected": "رویدادی یا ویرایش آن رد شود",
  "event.flagged": "رویدادی گزارش شود",
  "event.changed": "رویداد منتشرشده‌ای تغییر کند",
  "event.cancelled": "رویدادی لغو شود، به تعویق بیفتد یا برگزاری‌اش دوباره اعلام شود",
  "event.reminder": "یک روز به رویدادی مانده باشد",
  "event.new-in-city": "رویداد تازه‌ای منتشر شود",
  "host.announced": "محل برگزاری یا برگزارکننده‌ای پیامی بفرستد",
  "host.decided": "دربارهٔ درخواست مالکیت یا پیامی تصمیم گرفته شود",
  "event.dates-added": "به برنامهٔ چندنوبتی منتشرشده‌ای نوبت تازه اضافه شود",
  "ingestion.completed": "گردآوری رویدادهای شهری تمام شود",
  "source.broken": "منبعی که به‌طور منظم خوانده می‌شود از کار بیفتد",
  "webhook.failed": "وب‌هوکی به‌خاطر نرسیدن پیام‌ها خاموش شود",
  "digest.daily": "روز تازه شود",
  "digest.weekly": "هفته تازه شود",
};

const FA_AUDIENCES: Readonly<Record<Audience, string>> = {
  creator: "سازندهٔ آن",
  savers: "هر کس که ذخیره‌اش کرده",
  "city-followers": "هر کس که شهرش را دنبال می‌کند",
  followers: "هر کس که خودش یا محل برگزاری، برگزارکننده یا دستهٔ آن را دنبال می‌کند",
  interested: "هر کس که به دستهٔ آن علاقه دارد",
  staff: "همهٔ همکاران",
};

const FA_CHANNELS: Readonly<Record<Channel, string>> = {
  "in-app": "در خود سایت",
  email: "با ایمیل",
  push: "با اعلان مرورگر",
};

function inPersian(rule: RuleSummary, { cities, categories, template }: RuleNames): string {
  const { trigger, audience, conditions, channels, timing, capPerDay, quietHours, isActive } = rule;
  const about = [
    ...(cities.length > 0 ? [`در ${list(cities, "، ", " یا ")}`] : []),
    ...(categories.length > 0 ? [`از دستهٔ ${list(categories, "، ", " یا ")}`] : []),
    ...(conditions.featuredOnly ? ["از میان برگزیده‌ها"] : []),
  ];
  const sentences: string[] = [];
  if (trigger === "digest.daily" || trigger === "digest.weekly") {
    const [often, when] =
      trigger === "digest.daily"
        ? ["روزانه", "هر روز ساعت ۸ صبح"]
        : ["هفتگی", "ساعت ۸ صبحِ اولین روز هفته‌اش"];
    sentences.push(
      `هر کس که خلاصهٔ ${often} را انتخاب کرده، آن را ${when} به وقت خودش با ایمیل می‌گیرد.`,
    );
  } else {
    const { isInstant, at, later, isPushLost } = sharedOut(rule);
    const when = `وقتی ${FA_TRIGGERS[trigger]}، ${FA_AUDIENCES[audience]}`;
    const channelWords = (some: readonly Channel[]) =>
      list(
        some.map((channel) => FA_CHANNELS[channel]),
        "، ",
        " و ",
      );
    const verb = audience === "staff" ? "باخبر می‌شوند" : "باخبر می‌شود";
    const digest = timing === "weekly" ? "هفتگی" : "روزانه";
    if (isInstant) sentences.push(`${when} همان لحظه ${channelWords(channels)} ${verb}.`);
    else if (later.length === 0 && at.length > 0)
      sentences.push(`${when} همان لحظه ${channelWords(at)} ${verb}.`);
    else if (later.length > 0 && at.length === 0)
      sentences.push(`${when} در خلاصهٔ ${digest} بعدی ${channelWords(later)} ${verb}.`);
    else if (later.length > 0)
      sentences.push(
        `${when} همان لحظه ${channelWords(at)} و در خلاصهٔ ${digest} بعدی ${channelWords(later)} ${verb}.`,
      );
    if (isPushLost) sentences.push("اعلان مرورگر فرستاده نمی‌شود، چون نمی‌تواند منتظر خلاصه بماند.");
  }
  if (about.length > 0) sentences.push(`فقط برای رویدادهای ${about.join("، ")}.`);
  if (capPerDay !== null)
    sentences.push(
      `به هیچ‌کس در روز بیش از ${localDigits(String(capPerDay), "fa")} ایمیل یا اعلان مرورگر از این قاعده نمی‌رسد.`,
    );
  if (quietHours)
    sentences.push(
      `از ساعت ${localDigits(quietHours.from, "fa")} تا ${localDigits(quietHours.to, "fa")} به وقت خودشان، ایمیل و اعلان مرورگر صبر می‌کند.`,
    );
  if (template) sentences.push(`متن ایمیل از قالب «${template}» است.`);
  if (!isActive) sentences.push("این قاعده حالا خاموش است.");
  return sentences.join(" ");
}

/**
 * A rule as a sentence: audience, trigger, channels and times (decisions.md §9). Written for each
 * language, not translated.
 */
export const ruleInWords = (rule: RuleSummary, names: RuleNames, locale: Locale): string =>
  locale === "fa" ? inPersian(rule, names) : inEnglish(rule, names);
