import type { Locale } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { USUAL_ZONE } from "~/lib/dates/dates.server";
import { formatAgo } from "~/lib/dates/written-times.server";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { formAnswer, sentencesByKey } from "~/lib/http/form-answer.server";
import type { FormFailure } from "~/lib/http/form-failure";
import { parseInput } from "~/lib/http/parse-input";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertCan, can } from "~/lib/permissions";
import { createFlag, deleteFlag, updateFlag } from "~/modules/settings/flags/flag-commands.server";
import { type Flag, getFlag, listFlags } from "~/modules/settings/flags/flags.server";
import {
  FeatureFlagInput,
  FeatureFlagUpdate,
  KNOWN_FLAGS,
  percentageIn,
} from "~/modules/settings/flags/known-flags";

export type FlagsView = Awaited<ReturnType<typeof flagsLoader>>;
export type FlagFailureView = FormFailure & { fields: FlagFields };

/** Values of the flag form. */
interface FlagFields {
  key: string;
  description: string;
  isOn: boolean;
  percentage: string;
  roles: string[];
  languages: string[];
  version: number;
}

/** Texts of `FlagForm`. */
const SAID = [
  "errors:issue.value",
  "errors:issue.flagKeyMissing",
  "errors:issue.flagKey",
  "errors:issue.nameLong",
  "errors:issue.flagDescription",
  "errors:issue.percentage",
] as const;

const NEW: FlagFields = {
  key: "",
  description: "",
  isOn: false,
  percentage: "100",
  roles: [],
  languages: [],
  version: 0,
};

/**
 * Data of `/admin/feature-flags`: the list, a flag (`?flag=`), an empty form (`?new=`) or the
 * delete dialog (`?delete=`).
 */
export async function flagsLoader(context: RequestContext, params: URLSearchParams) {
  const { deps, locale, origin, seo, signedIn } = context;
  assertCan(signedIn, "feature-flag:read");
  const t = translatorFor(locale);
  const mayChange = can(signedIn, "feature-flag:manage");
  const key = params.get("flag");
  const isNew = params.has("new") && mayChange;
  const opened = key === null ? null : await getFlag(deps, signedIn, key);
  const flags = opened || isNew ? [] : await listFlags(deps, signedIn);
  return {
    head: pageHead({ origin, locale, seo }, paths.adminFeatureFlags(), {
      title: opened ? opened.key : t(isNew ? "settings:flags.new" : "settings:flags.title"),
      description: t("settings:flags.lead"),
      noindex: true,
    }),
    mayChange,
    known: Object.keys(KNOWN_FLAGS),
    mode: opened
      ? params.has("delete") && mayChange && opened.version > 0
        ? "delete"
        : "edit"
      : isNew
        ? "new"
        : "list",
    form: opened
      ? { ...opened, percentage: String(opened.percentage), about: aboutOf(opened, locale) }
      : { ...NEW, about: "" },
    isShipped: opened?.version === 0,
    messages: sentencesByKey(SAID, locale),
    flags: flags.map((flag) => presentFlag(flag, context)),
  } as const;
}

function presentFlag(flag: Flag, { deps, locale, calendar, timeZone }: RequestContext) {
  const t = translatorFor(locale);
  return {
    key: flag.key,
    href: paths.adminFeatureFlags({ flag: flag.key }),
    description: flag.description || aboutOf(flag, locale),
    isOn: flag.isOn,
    share: t("settings:units.percent", { count: flag.percentage }),
    roles:
      flag.roles.length === 0
        ? t("settings:flags.everybody")
        : flag.roles
            .map((role) => t(`settings:flags.role.${role}`))
            .join(t("settings:flags.comma")),
    languages:
      flag.languages.length === 0
        ? t("settings:flags.bothLanguages")
        : flag.languages
            .map((language) => t(`settings:flags.language.${language}`))
            .join(t("settings:flags.comma")),
    last:
      flag.updatedAt === null
        ? null
        : {
            at: formatAgo(
              flag.updatedAt,
              deps.clock.now(),
              { locale, calendar },
              timeZone ?? USUAL_ZONE,
            ),
            by: flag.updatedBy?.displayName ?? null,
          },
  };
}

/** Purpose of a flag used by the code. */
const aboutOf = ({ key }: Pick<Flag, "key">, locale: Locale): string =>
  key === "discover.moods" ? translatorFor(locale)("settings:flags.known.discoverMoods") : "";

/** Creates, changes or deletes a flag. */
export async function flagsAction(context: RequestContext, request: Request) {
  const { deps, signedIn } = context;
  assertCan(signedIn, "feature-flag:manage");
  const form = await readForm(request);
  const fields = fieldsIn(form);
  const values = { ...fields, percentage: percentageIn(fields.percentage) };
  const { version, key, ...rule } = values;
  const back = paths.adminFeatureFlags();
  const amend = (failure: FormFailure) => ({ ...failure, fields });
  return formAnswer(
    context,
    { check: "settings:check", stale: "settings:stale.unknown", amend },
    async () => {
      switch (fieldOf(form, "intent")) {
        case "create":
          await createFlag(deps, signedIn, parseInput(FeatureFlagInput, { key, ...rule }));
          return redirectWithToast(request, back, {
            kind: "success",
            text: "settings:flags.created",
            values: { key },
          });
        case "save":
          await updateFlag(
            deps,
            signedIn,
            key,
            parseInput(FeatureFlagUpdate, { ...rule, version }),
          );
          return redirectWithToast(request, back, {
            kind: "success",
            text: "settings:flags.saved",
            values: { key },
          });
        case "delete":
          await deleteFlag(deps, signedIn, key);
          return redirectWithToast(request, back, {
            kind: "success",
            text: "settings:flags.deleted",
            values: { key },
          });
        default:
          throw new AppError("bad-request");
      }
    },
  );
}

function fieldsIn(form: FormData): FlagFields {
  const all = (name: string) => form.getAll(name).filter((value) => typeof value === "string");
  return {
    key: fieldOf(form, "key").trim(),
    description: fieldOf(form, "description"),
    isOn: form.has("isOn"),
    percentage: fieldOf(form, "percentage").trim(),
    roles: all("role"),
    languages: all("language"),
    version: Number(fieldOf(form, "version")) || 0,
  };
}
