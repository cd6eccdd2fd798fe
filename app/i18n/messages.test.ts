import { readdirSync, readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { describe, expect, it } from "vitest";
import { PERMISSIONS } from "../lib/permissions";
import routes from "../routes";
import { LOCALES } from "./locale";
import { createTranslate } from "./translate";

const PLURAL = /_(zero|one|two|few|many|other)$/;
const APP = new URL("../", import.meta.url);
const LOCALE_FOLDER = new URL("locales/", APP);

/** Every text with its path; `steps` are the keys on the way, without places in lists. */
function flat(
  node: unknown,
  path = "",
  steps: readonly string[] = [],
): { path: string; text: string; steps: readonly string[] }[] {
  if (typeof node === "string") return [{ path, text: node, steps }];
  return Object.entries(node as object).flatMap(([key, value]) =>
    flat(value, path ? `${path}.${key}` : key, Array.isArray(node) ? steps : [...steps, key]),
  );
}

const namespaces = readdirSync(new URL("en", LOCALE_FOLDER)).map((file) =>
  file.replace(/\.json$/, ""),
);
const read = (locale: string, namespace: string) =>
  flat(JSON.parse(readFileSync(new URL(`${locale}/${namespace}.json`, LOCALE_FOLDER), "utf8")));

/** Source files without their comments, by address. */
function sources(folder: URL): [string, string][] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const url = new URL(entry.isDirectory() ? `${entry.name}/` : entry.name, folder);
    if (entry.isDirectory()) return entry.name === "locales" ? [] : sources(url);
    if (!/\.tsx?$/.test(entry.name) || /\.test\.tsx?$/.test(entry.name)) return [];
    return [[url.href, readFileSync(url, "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")]];
  });
}

const files = new Map([...sources(APP), ...sources(new URL("../../worker/", import.meta.url))]);
const code = [...files.values()].join("\n");

/**
 * Namespaces read by key. The API's description omits the namespace; the others are read as trees.
 */
const TREES = ["feedback", "help", "how-it-works", "legal", "mail-templates"];
const KEYED = namespaces.filter((name) => !TREES.includes(name));

interface Asked {
  literal: Set<string>;
  /** Keys with a part that only shows when the code runs; that part is one step of the path. */
  patterns: RegExp[];
}

function keysIn(text: string, prefix: string, add = ""): Asked {
  const literals = [...text.matchAll(new RegExp(`["'\`](${prefix}[\\w.-]+)["'\`]`, "g"))].map(
    ([, key]) => add + key,
  );
  const templates = [
    ...text.matchAll(
      new RegExp(
        `\`(${prefix}(?:[\\w.-]|\\$\\{[^}]+\\})*\\$\\{[^}]+\\}(?:[\\w.-]|\\$\\{[^}]+\\})*)\``,
        "g",
      ),
    ),
  ];
  return {
    literal: new Set(literals),
    patterns: templates.map(
      ([, key = ""]) =>
        new RegExp(`^${(add + key).replaceAll(".", "\\.").replace(/\$\{[^}]+\}/g, "[\\w-]+")}$`),
    ),
  };
}

function asked(namespace: string): Asked {
  if (namespace !== "api") return keysIn(code, `${namespace}:`);
  const description = [...files]
    .filter(([url]) => url.includes("/worker/api/"))
    .map(([, text]) => text);
  return keysIn(description.join("\n"), "(?!\\w+:)", "api:");
}

const keysOf = (namespace: string) => [
  ...new Set(read("en", namespace).map(({ path }) => `${namespace}:${path.replace(PLURAL, "")}`)),
];

/** A part that is fetched lazily together with the texts that it draws with. */
const WITH_TEXTS = /import\("([^"]+)"\),\s+loadTexts\(\[([^\]]*)\]\)/g;

/**
 * Files reachable through a file's imports, without server-only files and those with their own
 * texts.
 */
function reach(url: string, seen = new Set<string>()): Set<string> {
  if (seen.has(url) || url.includes(".server")) return seen;
  seen.add(url);
  for (const [, path = ""] of (files.get(url) ?? "")
    .replace(WITH_TEXTS, "")
    .matchAll(/(?:from|import)\s*\(?\s*"((?:\.|~\/)[^"?]*)"/g)) {
    const base = path.startsWith("~/") ? new URL(path.slice(2), APP).href : new URL(path, url).href;
    const file = [".ts", ".tsx"]
      .map((ending) => base + ending)
      .find((candidate) => files.has(candidate));
    if (file) reach(file, seen);
  }
  return seen;
}

/**
 * Persian words that these texts avoid, each with its replacement (docs/words.fa.md). A word
 * includes its plural and possessive forms: پیوندها, نامه‌ای.
 */
const FORBIDDEN_FA: Readonly<Record<string, string>> = {
  پیوند: "لینک",
  نامه: "ایمیل",
  پرونده: "فایل",
  فید: "نشانی تقویم",
  بها: "قیمت",
  مکان: "محل",
  بررس‌ها: "ناظران",
  بررسی‌کننده: "ناظر",
  بررسی‌کنندگان: "ناظران",
  کارکنان: "همکاران",
  گردانندگان: "همکاران",
  دست‌اندرکاران: "همکاران",
  ویراستاران: "دبیران",
  میزبان: "برگزارکننده، یا سازنده برای حسابی که رویداد را ساخته",
  دست‌بالا: "حداکثر",
  "دست بالا": "حداکثر",
  همگانی: "عمومی",
  گام: "قدم",
  شرح: "توضیح",
  کدساز: "رمزساز",
  "کلید عبور": "گذرکلید",
  "همان دم": "همان لحظه",
  "همه چیز": "همه‌چیز",
  نخستین: "اولین",
  خورشیدی: "شمسی",
  همان‌دم: "همان لحظه",
  بی‌درنگ: "همان لحظه",
  رویدادنگاری: "گزارش عملیات",
  "گزارش کارها": "گزارش عملیات",
  سکو: "سامانه",
  "پرچم ویژگی": "پرچم قابلیت",
  "پرچم‌های ویژگی": "پرچم‌های قابلیت",
  پرچم‌خورده: "نیازمند دقت",
  علامت‌خورده: "انتخاب‌شده، یا نیازمند دقت",
  "عقب افتاد": "به تعویق افتاد",
  "عقب بیفتد": "به تعویق بیفتد",
  ادغام: "یکی کردن",
  "پیشِ رو": "پیش رو",
  "در پیش": "پیش رو",
  "ماه پیش": "ماه قبل",
  پیشین: "قبلی",
  "قبل رو": "پیش رو",
  کنونی: "فعلی",
  واژه: "کلمه",
  واگرد: "برگرداندن",
  هرزنوشته: "تبلیغ مزاحم",
  این‌که: "اینکه",
  آن‌که: "آنکه",
  این‌جا: "اینجا",
  آن‌جا: "آنجا",
  "هر چه": "هرچه",
  ویدئو: "ویدیو",
  "لیست انتظار": "فهرست انتظار",
  "تاریخ تمام شده": "ظرفیت … تکمیل شده",
  کاوش: "گشت‌وگذار",
  هم‌رسانی: "اشتراک‌گذاری",
  نام‌نویسی: "ثبت‌نام",
  وب‌سایت: "سایت",
  ادمین: "مدیر",
  سانس: "نوبت",
  ارسال: "فرستادن",
  "تاریخ دیگر": "نوبت دیگر",
  "تاریخ پیش رو": "نوبت پیش رو",
  "شمارهٔ درخواست": "شناسهٔ درخواست",
  "اجرای آزمایشی": "بررسی آزمایشی",
  "به جای": "به‌جای",
  "آن وقت": "آن‌وقت",
};

/** Where a forbidden word is right. */
const RIGHT_FA: Readonly<Record<string, RegExp>> = {
  // Camera metadata, not a venue.
  مکان: /مکان و مشخصات دوربین/g,
  // Hosting of servers.
  میزبان: /شرکت میزبانی/g,
  // The outbox.
  ارسال: /ایمیل‌های ارسالی/g,
};

/** Permissions are written as keys are: `account:manage` is no text. */
const isPermission = (key: string) => Object.hasOwn(PERMISSIONS, key);

describe("the texts", () => {
  it.each(namespaces)("of %s exist in both languages", (namespace) => {
    const [en = [], fa = []] = LOCALES.map((locale) =>
      read(locale, namespace).map(({ path }) => path.replace(PLURAL, "")),
    );
    expect([...new Set(fa)].sort()).toEqual([...new Set(en)].sort());
  });

  it.each(namespaces)("of %s take the same values in both languages", (namespace) => {
    const values = (locale: string) =>
      new Map(
        read(locale, namespace).map(({ path, text }) => [
          path,
          [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort(),
        ]),
      );
    const fa = values("fa");
    for (const [key, names] of values("en"))
      if (fa.has(key)) expect([key, fa.get(key)]).toEqual([key, names]);
  });

  it.each(KEYED)("of %s are all used", (namespace) => {
    const { literal, patterns } = asked(namespace);
    const unused = keysOf(namespace).filter(
      (key) => !literal.has(key) && !patterns.some((pattern) => pattern.test(key)),
    );
    expect(unused).toEqual([]);
  });

  it.each(KEYED.filter((namespace) => namespace !== "api"))(
    "of %s cover every key that the code uses",
    (namespace) => {
      const keys = keysOf(namespace);
      const { literal, patterns } = asked(namespace);
      expect([...literal].filter((key) => !keys.includes(key) && !isPermission(key))).toEqual([]);
      expect(patterns.filter((pattern) => !keys.some((key) => pattern.test(key)))).toEqual([]);
    },
  );

  it.each(TREES)("of %s have no key that the code never names", (namespace) => {
    const names = new Set(read("en", namespace).flatMap(({ steps }) => steps));
    expect(
      [...names].filter((name) => !new RegExp(`\\b${name.replace(PLURAL, "")}\\b`).test(code)),
    ).toEqual([]);
  });

  it.each(namespaces)("of %s use the singular for one", (namespace) => {
    // Counts that are never one: limits, and the number of all categories.
    const counted = /(?<!At least |At most |More than |All )\{\{count\}\} (people|[a-z]+s)\b/;
    const fixed = namespace === "pages" ? ["categories.lead"] : [];
    const wrong = read("en", namespace).filter(
      ({ path, text }) => counted.test(text) && !PLURAL.test(path) && !fixed.includes(path),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it("are written with Persian letters and digits in Persian", () => {
    for (const namespace of namespaces)
      for (const { path, text } of read("fa", namespace)) {
        expect([namespace, path, /[يك]/.test(text)]).toEqual([namespace, path, false]);
      }
  });

  it.each(Object.entries(FORBIDDEN_FA))("never say %s in Persian, but %s", (word, instead) => {
    const letter = "[\\u0621-\\u065f\\u0670-\\u06d3\\u06f0-\\u06ff\\u200c]";
    const ending = "(?:\\u200c?ها(?:ی|یی|یم|یت|یش|یمان|یتان|یشان)?|ی|ش|مان|تان|شان|\\u200cای|ٔ)?";
    const pattern = new RegExp(`(?<!${letter})${word}${ending}(?!${letter})`);
    for (const namespace of namespaces)
      for (const { path, text } of read("fa", namespace)) {
        const found = pattern.test(text.replace(RIGHT_FA[word] ?? "", ""));
        expect([namespace, path, found ? `${word} → ${instead}` : ""]).toEqual([
          namespace,
          path,
          "",
        ]);
      }
  });

  /** Sentences that readers of both languages compared in place (words.md, third list). */
  const COMPARED: readonly (readonly [key: string, fa: string])[] = [
    ["auth:logIn.heading", "خوش برگشتید"],
    ["pages:home.greeting.evening", "عصر بخیر، {{name}}"],
    ["calendar:subscribe.open", "دنبال کردن در تقویم"],
    ["common:account.createEvent", "ثبت رویداد"],
    ["events:moreDates_other", "{{count}} نوبت دیگر"],
    ["schedule:soldOut_other", "{{count}} نوبت پر شده"],
    ["search:nearest", "به‌جایش ببینید"],
    ["events:list.whom", "با چه کسی"],
    ["events:list.timeOfDay", "وقت روز"],
    ["events:trait.seated", "با صندلی"],
    ["common:footer.community", "همراه شوید"],
    ["common:footer.changelog", "تغییرات"],
    ["common:footer.feedback", "نمونهٔ پیام‌ها"],
    ["onboarding:skipped", "باشد برای بعد"],
    ["onboarding:skipFailed", "نشد؛ دوباره امتحان کنید"],
    ["events:list.dates.any", "گذشته و آینده"],
    ["events:list.dates.week", "۷ روز آینده"],
    ["events:list.dates.month", "۳۰ روز آینده"],
    ["notifications:kind.event-merged.title", "با رویداد دیگری یکی شد: {{title}}"],
    ["sources:page.every", "هر {{every}} یک بار بررسی می‌شود"],
    ["sources:page.duplicates", "تکراری‌ها"],
    ["account:webhooks.secret", "کلید امضا"],
  ];

  it("say what their readers found better", () => {
    const texts = new Map(
      KEYED.flatMap((namespace) =>
        read("fa", namespace).map(({ path, text }) => [`${namespace}:${path}`, text]),
      ),
    );
    for (const [key, fa] of COMPARED)
      expect([key, texts.get(key)]).toEqual([key, expect.stringContaining(fa)]);
    const pages = read("en", "events");
    expect(pages.find(({ path }) => path === "list.views.rows")?.text).toBe("List");
    for (const namespace of namespaces)
      for (const { path, text } of read("en", namespace))
        expect([namespace, path, /theatre/i.test(text)]).toEqual([namespace, path, false]);
  });

  it("call the site {{site}}, since staff can name it otherwise", () => {
    // The software, at another address.
    const software = "sources:kind.rooydad";
    const named = LOCALES.flatMap((locale) =>
      namespaces.flatMap((namespace) =>
        read(locale, namespace)
          .filter(({ text }) =>
            /\bRooydad\b|رویدادهای رویداد|(?:تیم|سایت|همکاران|به نام) رویداد(?![\u0621-\u06d3\u200c])/.test(
              text.replace(/https?:\S+/g, ""),
            ),
          )
          .map(({ path }) => `${namespace}:${path}`),
      ),
    );
    expect(named.filter((key) => key !== software)).toEqual([]);
  });

  it("use Persian punctuation", () => {
    for (const namespace of namespaces)
      for (const { path, text } of read("fa", namespace)) {
        const words = text.replace(/`[^`]*`|https?:\/\/\S+|\{[{%][^}]*\}+|\]\([^)]*\)/g, "x");
        expect([
          namespace,
          path,
          words.match(
            /[\u0621-\u06d3\u200c][,;?"]|\s[،؛؟]|\u200c(?:[\s.،؛:!؟»]|$)|(?:^|\s)\u200c|[٠-٩]/g,
          ),
        ]).toEqual([namespace, path, null]);
      }
  });
});

const filesOf = (entries: readonly RouteConfigEntry[] = []): string[] =>
  entries.flatMap(({ file, children }) => [file, ...filesOf(children)]);

describe("a layout", () => {
  /** The layouts of the route map, each with the files of its screens. */
  const layouts = (function find(entries: readonly RouteConfigEntry[]): [string, string[]][] {
    return entries.flatMap(({ file, children }) =>
      file.endsWith("/layout.tsx")
        ? ([[file, filesOf(children)], ...find(children ?? [])] as [string, string[]][])
        : [],
    );
  })(routes);

  it.each(layouts)(
    "(%s) names every namespace that its pages use, and loads it when the reader comes from another layout",
    (file, screens) => {
      const layout = files.get(new URL(file, APP).href) ?? "";
      const named = [
        "common",
        ...[
          ...(/handle[^\n]*\s+texts: \[([^\]]*)\]/.exec(layout)?.[1]?.matchAll(/"([\w-]+)"/g) ??
            []),
        ].map(([, name]) => name),
      ];
      const drawn = new Set<string>();
      // Rules that forms share with the server name its sentences, which come with the page.
      for (const screen of [file, ...screens])
        for (const reached of reach(new URL(screen, APP).href))
          for (const [, call = "", key = "", name = ""] of (files.get(reached) ?? "").matchAll(
            /(t\()?["'`](([\w-]+):[\w.-]+)/g,
          ))
            if (namespaces.includes(name) && !isPermission(key) && (name !== "errors" || call))
              drawn.add(name);
      expect([...drawn].filter((name) => !named.includes(name))).toEqual([]);
      expect(layout).toMatch(/clientLoader[\s\S]*withTexts\([^;]*handle\.texts\)/);
    },
  );

  it("has lazy parts that load every namespace they use", () => {
    const lazy = [...files].flatMap(([url, text]) =>
      [...text.matchAll(WITH_TEXTS)].map(([, path = "", names = ""]) => ({
        url: `${path.startsWith("~/") ? new URL(path.slice(2), APP).href : new URL(path, url).href}.tsx`,
        names,
      })),
    );
    expect(lazy).not.toEqual([]);
    for (const { url, names } of lazy) {
      expect(files.has(url)).toBe(true);
      const named = ["common", ...[...names.matchAll(/"([\w-]+)"/g)].map(([, name]) => name)];
      for (const file of reach(url))
        for (const [, name = ""] of (files.get(file) ?? "").matchAll(/["'`](\w+):[\w.-]+/g))
          if (namespaces.includes(name))
            expect([file, named]).toEqual([file, expect.arrayContaining([name])]);
    }
  });

  it("has a shell that uses the common texts only", () => {
    const shell = new URL("components/shell/site-shell.tsx", APP).href;
    for (const file of reach(shell))
      expect([
        file,
        [...(files.get(file) ?? "").matchAll(/["'`](\w+):[\w.-]+\.?/g)]
          .map(([, name]) => name)
          .filter((name) => namespaces.includes(name ?? "") && name !== "common"),
      ]).toEqual([file, []]);
  });
});

describe("a translator", () => {
  const t = createTranslate("fa", {
    common: { found_one: "{{count}} تا", found_other: "{{count}} تا", hello: "سلام {{name}}" },
  }) as (key: string, values?: object) => string;

  it("inserts values, with numbers in the reader's digits", () => {
    expect(t("common:hello", { name: "نیما" })).toBe("سلام نیما");
    expect(t("common:found", { count: 1234 })).toBe("۱٬۲۳۴ تا");
  });

  it("shows the key of a missing text, so that it is noticed", () => {
    expect(t("common:nothing")).toBe("common:nothing");
  });
});
