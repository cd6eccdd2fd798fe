import type { Locale } from "../../i18n/locale";
import { mailText } from "../mail/render-mail.server";
import { describeAgent } from "./describe-agent";

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
