import { data } from "@remix-run/cloudflare";
import { WEBHOOK_TYPES } from "~/../db/schema";
import { localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import { CATEGORIES } from "~/lib/event/categories";
import { formAnswer } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { verificationNotice } from "~/lib/pages/viewer.server";
import { paths } from "~/lib/paths";
import { can, isStaff } from "~/lib/permissions";
import { listCities } from "~/modules/cities/queries.server";
import { settingsOf } from "~/modules/settings/platform-settings.server";
import { createWebhook, listWebhooks, webhooksJson } from "~/modules/webhooks/webhooks.server";
import { describeWebhook, webhookTypeText } from "~/routes/account/webhook-words.server";

/** Data of `/account/webhooks`. */
export async function webhooksLoader({ deps, locale, origin, seo, signedIn }: SignedInContext) {
  const t = translatorFor(locale);
  const canManage = can(signedIn, "webhook:manage");
  const [{ features }, rows, cities] = await Promise.all([
    settingsOf(deps),
    canManage ? listWebhooks(deps, signedIn) : [],
    listCities(deps),
  ]);
  const list = await webhooksJson(deps, rows);
  return {
    head: pageHead({ origin, locale, seo }, paths.accountWebhooks(), {
      title: t("account:webhooks.title"),
      description: t("account:webhooks.lead"),
      noindex: true,
    }),
    isOn: features.enableWebhooks,
    verification: verificationNotice(signedIn, "access:make", locale),
    isStaff: isStaff(signedIn),
    list: list.map((webhook) => ({
      id: webhook.id,
      url: webhook.url,
      about: describeWebhook(webhook, locale),
      state: webhook.isOn
        ? webhook.failingSince
          ? ("failing" as const)
          : ("on" as const)
        : ("off" as const),
    })),
    types: WEBHOOK_TYPES.map((type) => ({ value: type, label: webhookTypeText(type, locale) })),
    cities: cities.map(({ slug, nameEn, nameFa }) => ({
      value: slug,
      label: localized({ en: nameEn, fa: nameFa }, locale),
    })),
    categories: CATEGORIES.map(({ name, slug, fa }) => ({
      value: slug,
      label: localized({ en: name, fa }, locale),
    })),
  };
}

/** Creates a webhook. Its secret is in the answer alone. */
export async function webhooksAction(context: SignedInContext, request: Request) {
  const form = await readForm(request);
  if (form.get("intent") !== "create-webhook") throw new AppError("bad-request");
  const field = (name: string) => fieldOf(form, name).trim();
  const types = WEBHOOK_TYPES.filter((type) => form.getAll("types").includes(type));
  const ownOnly = form.has("ownOnly");
  const filters = {
    city: field("city"),
    category: field("category"),
    venue: field("venue"),
    organizer: field("organizer"),
  };
  const values = {
    url: field("url"),
    types: types.join(" "),
    ...(ownOnly && { ownOnly: "1" }),
    ...filters,
  };
  return formAnswer(context, { form: "webhook", values }, async () => {
    if (types.length === 0)
      throw new AppError("invalid", [{ path: "types", message: "errors:issue.webhookTypes" }]);
    return data(
      await createWebhook(context.deps, context.signedIn, {
        url: field("url"),
        types,
        ownOnly,
        ...filters,
      }),
    );
  });
}
