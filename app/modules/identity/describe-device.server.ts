import type { Locale } from "../../i18n/locale";
import { mailText } from "../mail/enqueue-mail.server";

/** Product names of browser and system, equal in both languages; null if unknown. */
export interface AgentView {
  browser: string | null;
  system: string | null;
}

/** Order matters: each agent also names those it is based on. */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|OPiOS|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bYaBrowser\//, "Yandex"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(HeadlessChrome|Chromium|Chrome|CriOS)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
  [/^curl\//, "curl"],
];

const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\b(Macintosh|Mac OS X)\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

const nameIn = (names: typeof BROWSERS, agent: string) =>
  names.find(([pattern]) => pattern.test(agent))?.[1] ?? null;

/** Parses a User-Agent header for display. Not reliable enough for decisions. */
export function describeAgent(agent: string): AgentView {
  return { browser: nameIn(BROWSERS, agent), system: nameIn(SYSTEMS, agent) };
}

/**
 * The device of a User-Agent header for a mail: names that we know and nothing else, since the header
 * may say anything.
 */
export function deviceText(agent: string, locale: Locale): string {
  const say = mailText(locale);
  const { browser, system } = describeAgent(agent);
  if (browser && system) return say("mail:changes.device", { browser, system });
  return browser ?? system ?? say("mail:changes.unknownDevice");
}
