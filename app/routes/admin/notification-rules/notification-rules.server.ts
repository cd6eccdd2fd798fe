import { type Locale, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { USUAL_ZONE } from "~/lib/dates/dates.server";
import { formatAgo } from "~/lib/dates/written-times.server";
import { AppError } from "~/lib/errors";
import { CATEGORIES } from "~/lib/event/categories";
import { redirectWithToast } from "~/lib/http/flash.server";
import { formAnswer } from "~/lib/http/form-answer.server";
import type { FormFailure } from "~/lib/http/form-failure";
import { parseInput } from "~/lib/http/parse-input";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { foldDigits } from "~/lib/text/digits";
import { competingRules } from "~/modules/notifications/rules/active-rules.server";
import {
  type NamedThings,
  nameOfRule,
  readRuleNames,
  ruleSentence,
  shippedNameFor,
} from "~/modules/notifications/rules/present-rule.server";
import {
  createRule,
  deleteRule,
  resetRule,
  updateRule,
} from "~/modules/notifications/rules/rule-commands.server";
import { getRule, listRules, type RuleState } from "~/modules/notifications/rules/rules.server";
import { RuleInput, RuleUpdate } from "~/modules/notifications/rules/schema";
import { CHANNELS, RULE_AUDIENCES, RULE_TIMINGS, RULE_TRIGGERS } from "../../../../db/schema/index";
import { trialOf } from "./try-rule.server";

export type RulesView = Awaited<ReturnType<typeof rulesLoader>>["view"];
export type RuleRowView = RulesView["rules"][number];
export type RuleChoicesView = NonNullable<RulesView["choices"]>;
export type CompetingView = NonNullable<RulesView["competing"]>;

/** The values of a rule's form, as text. */
interface RuleFields {
  key: string;
  name: string;
  trigger: string;
  audience: string;
  cities: string[];
  categories: string[];
  featuredOnly: boolean;
  channels: string[];
  timing: string;
  templateKey: string;
  capPerDay: string;
  quietFrom: string;
  quietTo: string;
  isActive: boolean;
  version: number;
}

export interface RuleFailure extends FormFailure {
  fields: RuleFields;
  /** The confirmation question with the number of recipients, for rules that mail many users. */
  question: string | null;
}

const NEW: RuleFields = {
  key: "",
  name: "",
  trigger: "event.changed",
  audience: "savers",
  cities: [],
  categories: [],
  featuredOnly: false,
  channels: ["in-app"],
  timing: "instant",
  templateKey: "",
  capPerDay: "",
  quietFrom: "",
  quietTo: "",
  isActive: true,
  version: 0,
};

const fieldsOf = (
  { conditions, capPerDay, quietHours, templateKey, ...rule }: RuleState,
  locale: Locale,
): RuleFields => ({
  key: rule.key,
  name: nameOfRule(rule, locale),
  trigger: rule.trigger,
  audience: rule.audience,
  ...conditions,
  channels: rule.channels,
  timing: rule.timing,
  templateKey: templateKey ?? "",
  capPerDay: capPerDay === null ? "" : String(capPerDay),
  quietFrom: quietHours?.from ?? "",
  quietTo: quietHours?.to ?? "",
  isActive: rule.isActive,
  version: rule.version,
});

/**
 * Data of `/admin/notification-rules`: the list, a rule (`?rule=`), an empty form (`?new=`), the
 * delete dialog (`?remove=`) or the dry run (`?try=`).
 */
export async function rulesLoader(context: RequestContext, params: URLSearchParams) {
  const { deps, locale, origin, seo, signedIn } = context;
  assertCan(signedIn, "notification-rule:manage");
  const t = translatorFor(locale);
  const key = params.get("rule");
  const isNew = params.has("new");
  const rule = key === null ? null : await getRule(deps, signedIn, key);
  const [things, all] = await Promise.all([readRuleNames(deps, locale), listRules(deps, signedIn)]);
  const rules = rule || isNew ? [] : all;
  const mode = rule
    ? params.has("remove") && rule.version > 0
      ? "remove"
      : params.has("try")
        ? "trial"
        : "edit"
    : isNew
      ? "new"
      : "list";
  const view = {
    mode,
    rules: rules.map((one) => ({
      ...presentRule(one, things, context),
      shadow: shadowOf(one, all, locale),
    })),
    form: rule ? fieldsOf(rule, locale) : NEW,
    choices: mode === "new" || mode === "edit" ? choicesOf(things, context) : null,
    sentence: rule ? ruleSentence(rule, things, locale) : "",
    isShipped: rule?.isShipped ?? false,
    competing: rule ? competingView(rule, all, locale) : null,
    competingByTrigger: mode === "new" ? competingByTrigger(all, locale) : {},
    trial: rule && mode === "trial" ? await trialOf(context, rule, params) : null,
  } as const;
  return {
    head: pageHead({ origin, locale, seo }, paths.adminNotificationRules(), {
      title: rule
        ? nameOfRule(rule, locale)
        : t(isNew ? "notification-admin:rules.new" : "notification-admin:rules.title"),
      description: t("notification-admin:rules.lead"),
      noindex: true,
    }),
    view,
  };
}

/**
 * Rules that may notify the same readers about the same events, in order of precedence. Null if
 * there are none.
 */
function competingView(rule: RuleState, all: readonly RuleState[], locale: Locale) {
  const others = competingRules(rule, all);
  const [winner] = [rule, ...others].sort((a, b) => (a.key < b.key ? -1 : 1));
  if (others.length === 0 || !winner) return null;
  return {
    winner: translatorFor(locale)(
      winner.key === rule.key
        ? "notification-admin:competing.thisWins"
        : "notification-admin:competing.otherWins",
      {
        name: `\u2068${nameOfRule(winner, locale)}\u2069`,
      },
    ),
    rules: others.map((other) => competitorView(other, locale)),
  };
}

const competitorView = (rule: RuleState, locale: Locale) => ({
  key: rule.key,
  name: nameOfRule(rule, locale),
  href: paths.adminNotificationRules({ rule: rule.key }),
  audience: translatorFor(locale)(`notification-admin:audience.${rule.audience}`),
});

/**
 * Competitors of a new rule without conditions, by trigger. Its key, which sets the precedence, is
 * not yet known.
 */
function competingByTrigger(all: readonly RuleState[], locale: Locale) {
  const t = translatorFor(locale);
  return Object.fromEntries(
    RULE_TRIGGERS.flatMap((trigger) => {
      const others = competingRules(
        {
          key: "",
          trigger,
          conditions: { cities: [], categories: [], featuredOnly: false },
          isActive: true,
        },
        all,
      );
      const [first] = others;
      if (!first) return [];
      const winner = t("notification-admin:competing.newKey", {
        name: `\u2068${nameOfRule(first, locale)}\u2069`,
        key: `\u2068${first.key}\u2069`,
      });
      return [[trigger, { winner, rules: others.map((other) => competitorView(other, locale)) }]];
    }),
  );
}

/** Notice that another active rule takes precedence. Ignores pairs of unchanged shipped rules. */
function shadowOf(rule: RuleState, all: readonly RuleState[], locale: Locale): string | null {
  const first = competingRules(rule, all).find(
    ({ key, isShipped }) => key < rule.key && !(isShipped && rule.isShipped),
  );
  if (!rule.isActive || !first) return null;
  return translatorFor(locale)("notification-admin:competing.shadow", {
    name: `\u2068${nameOfRule(first, locale)}\u2069`,
  });
}

function presentRule(
  rule: RuleState,
  things: NamedThings,
  { deps, locale, calendar, timeZone }: RequestContext,
) {
  const { key, isActive, isShipped, version, updatedAt, updatedBy } = rule;
  return {
    key,
    name: nameOfRule(rule, locale),
    href: paths.adminNotificationRules({ rule: key }),
    sentence: ruleSentence(rule, things, locale),
    isActive,
    isShipped,
    version,
    last:
      updatedAt === null
        ? null
        : {
            at: formatAgo(
              updatedAt,
              deps.clock.now(),
              { locale, calendar },
              timeZone ?? USUAL_ZONE,
            ),
            by: updatedBy?.displayName ?? null,
          },
  };
}

function choicesOf({ cities, templates }: NamedThings, { locale }: RequestContext) {
  const t = translatorFor(locale);
  const collator = new Intl.Collator(locale);
  return {
    triggers: RULE_TRIGGERS.map((value) => ({
      value,
      label: t(`notification-admin:trigger.${value.replace(".", "-") as Dashed<typeof value>}`),
    })),
    audiences: RULE_AUDIENCES.map((value) => ({
      value,
      label: t(`notification-admin:audience.${value}`),
    })),
    channels: CHANNELS.map((value) => ({ value, label: t(`notification-admin:channel.${value}`) })),
    timings: RULE_TIMINGS.map((value) => ({
      value,
      label: t(`notification-admin:timing.${value}`),
    })),
    templates: [...templates].map(([value, label]) => ({ value, label })),
    cities: cities
      .map((city) => ({
        value: city.slug,
        label: localized({ en: city.nameEn, fa: city.nameFa }, locale),
      }))
      .sort((a, b) => collator.compare(a.label, b.label)),
    categories: CATEGORIES.map((category) => ({
      value: category.name,
      label: localized({ en: category.name, fa: category.fa }, locale),
    })),
  };
}

type Dashed<T extends string> = T extends `${infer A}.${infer B}` ? `${A}-${B}` : T;

/** Creates, changes, switches, resets or deletes a rule. */
export async function rulesAction(context: RequestContext, request: Request) {
  const { deps, locale, signedIn } = context;
  assertCan(signedIn, "notification-rule:manage");
  const form = await readForm(request);
  const fields = fieldsIn(form);
  const { key } = fields;
  const intent = fieldOf(form, "intent");
  const back = paths.adminNotificationRules();
  const done = (
    text: "created" | "saved" | "switchedOn" | "switchedOff" | "reset" | "deleted",
    name: string,
  ) =>
    redirectWithToast(request, back, {
      kind: "success",
      text: `notification-admin:rules.${text}`,
      values: { name },
    });
  const confirmedRecipients = form.has("confirmedRecipients")
    ? (numberIn(fieldOf(form, "confirmedRecipients")) ?? null)
    : null;
  const amend = async (failure: FormFailure): Promise<RuleFailure> => {
    // The delete dialog submits only the key and version.
    if (intent === "reset" || intent === "delete")
      Object.assign(fields, fieldsOf(await getRule(deps, signedIn, key), locale));
    const question = failure.issues.confirmedRecipients ?? null;
    const asks = question !== null && !failure.issues.version;
    return {
      ...failure,
      ...(asks && { message: translatorFor(locale)("notification-admin:rules.asksTwice") }),
      fields,
      question,
    };
  };
  return formAnswer(
    context,
    { check: "notification-admin:check", stale: "notification-admin:stale", amend },
    async () => {
      switch (intent) {
        case "create":
          await createRule(
            deps,
            signedIn,
            parseInput(RuleInput, { key, ...ruleIn(fields), confirmedRecipients }),
          );
          return done("created", fields.name);
        case "save":
          await updateRule(
            deps,
            signedIn,
            key,
            parseInput(RuleUpdate, {
              ...ruleIn(fields),
              name: shippedNameFor(key, fields.name, locale),
              version: fields.version,
              confirmedRecipients,
            }),
          );
          return done("saved", fields.name);
        case "on":
        case "off": {
          const isActive = intent === "on";
          const before = await getRule(deps, signedIn, key);
          Object.assign(fields, fieldsOf(before, locale), { isActive, version: fields.version });
          await updateRule(deps, signedIn, key, {
            isActive,
            version: fields.version,
            confirmedRecipients: null,
          });
          return done(isActive ? "switchedOn" : "switchedOff", nameOfRule(before, locale));
        }
        case "reset":
          await resetRule(deps, signedIn, key, fields.version);
          return done("reset", key);
        case "delete":
          await deleteRule(deps, signedIn, key, fields.version);
          return done("deleted", key);
        default:
          throw new AppError("bad-request");
      }
    },
  );
}

function fieldsIn(form: FormData): RuleFields {
  const all = (name: string) => form.getAll(name).filter((value) => typeof value === "string");
  const typed = (name: string) => fieldOf(form, name).trim();
  return {
    key: typed("key"),
    name: typed("name"),
    trigger: typed("trigger"),
    audience: typed("audience"),
    cities: all("city"),
    categories: all("category"),
    featuredOnly: form.has("featuredOnly"),
    channels: all("channel"),
    timing: typed("timing"),
    templateKey: typed("templateKey"),
    capPerDay: typed("capPerDay"),
    quietFrom: foldDigits(typed("quietFrom")),
    quietTo: foldDigits(typed("quietTo")),
    isActive: form.has("isActive"),
    version: numberIn(fieldOf(form, "version")) ?? 0,
  };
}

/** Unvalidated rule from the form's fields. */
const ruleIn = ({
  name,
  trigger,
  audience,
  cities,
  categories,
  featuredOnly,
  channels,
  timing,
  ...fields
}: RuleFields) => ({
  name,
  trigger,
  audience,
  conditions: { cities, categories, featuredOnly },
  channels,
  timing,
  templateKey: fields.templateKey === "" ? null : fields.templateKey,
  capPerDay: fields.capPerDay === "" ? null : (numberIn(fields.capPerDay) ?? Number.NaN),
  quietHours:
    fields.quietFrom === "" && fields.quietTo === ""
      ? null
      : { from: fields.quietFrom, to: fields.quietTo },
  isActive: fields.isActive,
});

/** @returns undefined if the text is not a number */
function numberIn(text: string): number | undefined {
  const folded = foldDigits(text).replace(/[\s,٬]/g, "");
  return /^\d+$/.test(folded) ? Number(folded) : undefined;
}
