import { translatorFor } from "~/i18n/messages.server";
import type { TextKey } from "~/i18n/translate";
import { USUAL_ZONE } from "~/lib/dates/dates.server";
import { formatAgo } from "~/lib/dates/written-times.server";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { DEFAULT_UX, UX_GROUP_NAMES, UX_GROUPS } from "~/lib/pages/ux";
import { paths } from "~/lib/paths";
import { assertCan, can } from "~/lib/permissions";
import { changeUx, type UxChanges, uxSettings } from "~/modules/settings/ux-settings.server";
import { expectedUpdatedAt, settingsAnswer } from "../settings-action.server";

export type UxSettingsView = Awaited<ReturnType<typeof uxSettingsLoader>>;

/** Data of `/admin/ux-settings`. Moderators may view the switches, admins change them. */
export async function uxSettingsLoader({
  deps,
  locale,
  calendar,
  origin,
  seo,
  signedIn,
  timeZone,
}: RequestContext) {
  const t = translatorFor(locale);
  const { values, updatedAt, updatedBy } = await uxSettings(deps, signedIn);
  const now = deps.clock.now();
  return {
    head: pageHead({ origin, locale, seo }, paths.adminUxSettings(), {
      title: t("settings:ux.title"),
      description: t("settings:ux.lead"),
      noindex: true,
    }),
    seen: updatedAt === null ? "" : String(updatedAt),
    mayChange: can(signedIn, "ux-settings:manage"),
    last:
      updatedAt === null
        ? null
        : {
            at: formatAgo(updatedAt, now, { locale, calendar }, timeZone ?? USUAL_ZONE),
            by: updatedBy?.displayName ?? null,
          },
    groups: UX_GROUP_NAMES.map((group) => ({
      group,
      title: t(`settings:ux.groups.${group}.title`),
      switches: UX_GROUPS[group].map((name) => ({
        name: `${group}.${name}`,
        label: t(`settings:ux.groups.${group}.${name}.label` as TextKey<"settings">),
        help: t(`settings:ux.groups.${group}.${name}.help` as TextKey<"settings">),
        isOn: (values[group] as Record<string, boolean>)[name] === true,
      })),
    })),
  };
}

/** Saves the switches. @throws AppError("forbidden") for moderators */
export async function uxSettingsAction(context: RequestContext, request: Request) {
  const { deps, locale, signedIn } = context;
  assertCan(signedIn, "ux-settings:manage");
  const form = await readForm(request);
  const intent = fieldOf(form, "intent");
  if (intent !== "save" && intent !== "reset") throw new AppError("bad-request");
  const typed = Object.fromEntries(
    UX_GROUP_NAMES.map((group) => [
      group,
      Object.fromEntries(UX_GROUPS[group].map((name) => [name, form.has(`${group}.${name}`)])),
    ]),
  ) as UxChanges;
  const stale = () => translatorFor(locale)("settings:stale.unknown");
  return settingsAnswer(context, form, stale, async () => {
    const isDifferent = await changeUx(
      deps,
      intent === "reset" ? DEFAULT_UX : typed,
      signedIn,
      expectedUpdatedAt(form),
    );
    return redirectWithToast(request, paths.adminUxSettings(), {
      kind: isDifferent ? "success" : "info",
      text: isDifferent ? "settings:saved" : "settings:unchanged",
    });
  });
}
