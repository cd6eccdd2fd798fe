import { type Locale, listOf } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import type { WebhookJson } from "~/modules/webhooks/webhook-schema";
import type { WebhookType } from "../../../db/schema/index";

type Named<Type> = Type extends `event.${infer Change}` ? Change : "guests";

const nameOf = (type: WebhookType) =>
  (type === "guest.changed" ? "guests" : type.slice("event.".length)) as Named<WebhookType>;

/** Name of a domain event, in a word. */
export const webhookTypeText = (type: WebhookType, locale: Locale): string =>
  translatorFor(locale)(`account:webhooks.type.${nameOf(type)}`);

/** Description of a webhook's domain event, in a sentence. */
export function describeWebhook({ types, ...webhook }: WebhookJson, locale: Locale): string {
  const t = translatorFor(locale);
  const filters = [webhook.city, webhook.category, webhook.venue, webhook.organizer].filter(
    (one) => one !== null,
  );
  const parts = [webhook.ownOnly ? t("account:webhooks.own") : null, ...filters].filter(
    (part) => part !== null,
  );
  const said = listOf(
    locale,
    types.map((type) => webhookTypeText(type, locale)),
  );
  return [said, ...parts].join(" · ");
}
