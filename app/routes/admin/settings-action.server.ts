import { translatorFor } from "~/i18n/messages.server";
import { AppError, type ErrorCode } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { formAnswer } from "~/lib/http/form-answer.server";
import type { FormFailure } from "~/lib/http/form-failure";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { foldDigits } from "~/lib/text/digits";
import { changeSettings } from "~/modules/settings/platform-settings.server";
import {
  DEFAULT_SETTINGS,
  type FieldKind,
  type PlatformSettings,
  SETTINGS_FIELDS,
  type SettingsGroup,
} from "~/modules/settings/schema";
import { readGroup } from "~/modules/settings/store-group.server";
import { groupNamed } from "./platform-settings/group/settings-group.server";

/** A rejected form: messages and the submitted values. */
export type SettingsFailureView = FormFailure & { values: Record<string, string> };

/** Saves a settings group, or resets a field or the whole group. */
export async function settingsGroupAction(
  context: RequestContext,
  request: Request,
  name: string | undefined,
) {
  const { deps, signedIn } = context;
  assertCan(signedIn, "platform-settings:manage");
  const group = groupNamed(name);
  const form = await readForm(request);
  const changes = changesIn(form, group);
  return settingsAnswer(
    context,
    form,
    () => staleMessage(context, group),
    async () => {
      const isDifferent = await changeSettings(
        deps,
        group,
        changes,
        signedIn,
        expectedUpdatedAt(form),
      );
      return redirectWithToast(request, paths.adminPlatformSettings(group), {
        kind: isDifferent ? "success" : "info",
        text: isDifferent ? "settings:saved" : "settings:unchanged",
      });
    },
  );
}

/** Version of the values in the form: the time of their last change, or null. */
export function expectedUpdatedAt(form: FormData): number | null {
  const seen = fieldOf(form, "seen");
  return /^\d{1,16}$/.test(seen) ? Number(seen) : null;
}

/** @throws AppError("bad-request") for an unknown intent */
function changesIn(form: FormData, group: SettingsGroup): Partial<PlatformSettings[SettingsGroup]> {
  const intent = fieldOf(form, "intent");
  const fields: Record<string, FieldKind> = SETTINGS_FIELDS[group];
  const defaults: Record<string, unknown> = DEFAULT_SETTINGS[group];
  if (intent === "save")
    return Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, valueIn(form, name, field)]),
    );
  if (intent === "reset") return DEFAULT_SETTINGS[group];
  const reset = /^reset:(\w+)$/.exec(intent)?.[1] ?? "";
  if (!Object.hasOwn(fields, reset)) throw new AppError("bad-request");
  return { [reset]: defaults[reset] };
}

function valueIn(form: FormData, name: string, { kind }: FieldKind): unknown {
  if (kind === "switch") return form.has(name);
  if (kind === "texts") return { en: fieldOf(form, `${name}.en`), fa: fieldOf(form, `${name}.fa`) };
  const typed = fieldOf(form, name).trim();
  if (kind !== "number") return typed;
  const digits = foldDigits(typed).replace(/[٬,]/g, "");
  return digits === "" ? Number.NaN : Number(digits);
}

/** Message of a conflict: who changed the settings. */
async function staleMessage({ deps, locale }: RequestContext, group: string): Promise<string> {
  const t = translatorFor(locale);
  const { updatedBy } = await readGroup(deps, group);
  return updatedBy?.displayName
    ? t("settings:stale.by", { name: updatedBy.displayName })
    : t("settings:stale.unknown");
}

/** `formAnswer` for a settings form. @param staleMessage the message of a conflict */
export function settingsAnswer(
  context: RequestContext,
  form: FormData,
  staleMessage: () => string | Promise<string>,
  command: () => Promise<Response>,
) {
  // An unchecked switch submits no value.
  const values = Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  const amend = async (failure: FormFailure, code: ErrorCode | null) =>
    code === "conflict" ? { ...failure, message: await staleMessage() } : failure;
  return formAnswer(context, { values, check: "settings:check", amend }, command);
}
