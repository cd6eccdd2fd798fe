import { data } from "@remix-run/cloudflare";
import { translatorFor } from "~/i18n/messages.server";
import type { TextKey } from "~/i18n/translate";
import { USUAL_ZONE } from "~/lib/dates/dates.server";
import { formatAgo } from "~/lib/dates/written-times.server";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { formAnswer } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { type Actor, can } from "~/lib/permissions";
import { isUuid } from "~/lib/runtime/ids";
import {
  deleteWebhook,
  getWebhook,
  listWebhookDeliveries,
  resendWebhook,
  rotateWebhookSecret,
  switchWebhook,
  testWebhook,
  webhooksJson,
} from "~/modules/webhooks/webhooks.server";
import { describeWebhook } from "~/routes/account/webhook-words.server";

function idOf(text: string | undefined): string {
  if (!text || !isUuid(text)) throw new AppError("not-found");
  return text;
}

/** An account that may have no webhooks has none. */
function ownIdOf(signedIn: Actor, text: string | undefined): string {
  if (!can(signedIn, "webhook:manage")) throw new AppError("not-found");
  return idOf(text);
}

/** Data of `/account/webhooks/:webhookId`: its subscription, and the latest deliveries. */
export async function webhookLoader(context: SignedInContext, webhookId: string | undefined) {
  const { deps, locale, origin, seo, signedIn } = context;
  const t = translatorFor(locale);
  const id = ownIdOf(signedIn, webhookId);
  const row = await getWebhook(deps, signedIn, id);
  const [[webhook], deliveries] = await Promise.all([
    webhooksJson(deps, [row]),
    listWebhookDeliveries(deps, signedIn, id),
  ]);
  const now = deps.clock.now();
  const zone = context.timeZone ?? USUAL_ZONE;
  return {
    head: pageHead({ origin, locale, seo }, paths.accountWebhook(id), {
      title: t("account:webhooks.one"),
      description: t("account:webhooks.lead"),
      noindex: true,
    }),
    url: row.url,
    about: webhook ? describeWebhook(webhook, locale) : "",
    isOn: row.offSince === null,
    isOffByFailures: row.isOffByFailures,
    deliveries: deliveries.map(({ delivery, type, eventId }) => ({
      id: delivery.id,
      type,
      event: eventId && type !== "event.removed" ? paths.event(eventId) : null,
      status: delivery.status === "sending" ? ("pending" as const) : delivery.status,
      when: formatAgo(delivery.createdAt, now, context, zone),
      // As the receiver said it.
      answer:
        delivery.lastError ?? (delivery.lastStatus === null ? null : `HTTP ${delivery.lastStatus}`),
    })),
  };
}

/** Buttons of a webhook's page. A new secret is in the answer alone. */
export async function webhookAction(
  context: SignedInContext,
  webhookId: string | undefined,
  request: Request,
) {
  const { deps, signedIn } = context;
  const id = ownIdOf(signedIn, webhookId);
  await getWebhook(deps, signedIn, id);
  const form = await readForm(request);
  const done = async (
    work: Promise<unknown>,
    text: TextKey<"account">,
    to = paths.accountWebhook(id),
  ) =>
    formAnswer(context, { form: "webhook" }, async () => {
      await work;
      return redirectWithToast(request, to, { kind: "success", text });
    });
  switch (form.get("intent")) {
    case "test-webhook":
      return done(testWebhook(deps, signedIn, id), "account:webhooks.said.test");
    case "switch-on":
      return done(switchWebhook(deps, signedIn, id, true), "account:webhooks.said.on");
    case "switch-off":
      return done(switchWebhook(deps, signedIn, id, false), "account:webhooks.said.off");
    case "delete-webhook":
      return done(
        deleteWebhook(deps, signedIn, id),
        "account:webhooks.said.deleted",
        paths.accountWebhooks(),
      );
    case "resend":
      return done(
        resendWebhook(deps, signedIn, id, idOf(fieldOf(form, "delivery"))),
        "account:webhooks.said.resent",
      );
    case "new-secret":
      return formAnswer(context, { form: "webhook" }, async () =>
        data({ secret: await rotateWebhookSecret(deps, signedIn, id) }),
      );
    default:
      throw new AppError("bad-request");
  }
}
