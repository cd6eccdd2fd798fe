import { type Locale, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { formatDate, formatTime, USUAL_ZONE } from "~/lib/dates/dates.server";
import { formatAgo } from "~/lib/dates/written-times.server";
import { CATEGORIES } from "~/lib/event/categories";
import type { FormFailure } from "~/lib/http/form-failure";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { formatNumber } from "~/lib/text/money";
import { listCities } from "~/modules/cities/queries.server";
import {
  isMailedKind,
  MAILED_KINDS,
  type MailedKind,
} from "~/modules/notifications/choose-channels";
import { previewEvents } from "~/modules/notifications/templates/preview-template.server";
import {
  getTemplate,
  listTemplates,
  listVersions,
  type TemplateState,
} from "~/modules/notifications/templates/queries.server";
import {
  listsEvents,
  SECTION_FIELDS,
  SHIPPED_TEMPLATES,
  TEMPLATE_EVENT_FIELDS,
  USUAL_SELECTION,
  variablesOf,
} from "~/modules/notifications/templates/templates.server";

export type TemplatesView = Awaited<ReturnType<typeof templatesLoader>>["view"];

/** The values of a template's form, as text. */
export interface TemplateFields {
  key: string;
  name: string;
  description: string;
  kind: string;
  isActive: boolean;
  version: number;
  subject: Record<Locale, string>;
  html: Record<Locale, string>;
  text: Record<Locale, string>;
  windowDays: string;
  citiesOf: "reader" | "listed";
  cities: string[];
  categoriesOf: "reader" | "all" | "listed";
  categories: string[];
  featuredOnly: boolean;
  limit: string;
  order: string;
}

export interface TemplateFailure extends FormFailure {
  fields: TemplateFields;
}

export const fieldsOfTemplate = ({
  bodies,
  selection,
  ...template
}: Omit<TemplateState, "isShipped" | "updatedAt" | "updatedBy">): TemplateFields => ({
  key: template.key,
  name: template.name,
  description: template.description,
  kind: template.kind,
  isActive: template.isActive,
  version: template.version,
  subject: { en: bodies.en.subject, fa: bodies.fa.subject },
  html: { en: bodies.en.html, fa: bodies.fa.html },
  text: { en: bodies.en.text, fa: bodies.fa.text },
  windowDays: String(selection.windowDays),
  citiesOf: selection.cities === "reader" ? "reader" : "listed",
  cities: selection.cities === "reader" ? [] : selection.cities,
  categoriesOf: typeof selection.categories === "string" ? selection.categories : "listed",
  categories: typeof selection.categories === "string" ? [] : selection.categories,
  featuredOnly: selection.featuredOnly,
  limit: String(selection.limit),
  order: selection.order,
});

/** Initial fields of a new template: those of the shipped template of its kind. */
const newFields = (kind: MailedKind): TemplateFields => ({
  ...fieldsOfTemplate({
    key: "",
    name: "",
    description: "",
    kind,
    isActive: true,
    version: 0,
    bodies: SHIPPED_TEMPLATES[kind].bodies,
    selection: USUAL_SELECTION,
  }),
});

/**
 * Data of `/admin/email-templates`: the list, a template (`?template=`), a new one (`?new=`) or the
 * delete dialog (`?remove=`).
 */
export async function templatesLoader(context: RequestContext, params: URLSearchParams) {
  const { deps, locale, origin, seo, signedIn } = context;
  assertCan(signedIn, "email-template:manage");
  const t = translatorFor(locale);
  const key = params.get("template");
  const asked = params.get("kind") ?? "";
  const isNew = params.has("new");
  const template = key === null ? null : await getTemplate(deps, signedIn, key, locale);
  const kind = template?.kind ?? (isMailedKind(asked) ? asked : "digest-daily");
  const mode = template
    ? params.has("remove") && template.version > 0
      ? "remove"
      : "edit"
    : isNew
      ? "new"
      : "list";
  const isForm = mode === "new" || mode === "edit";
  const [templates, choices, versions] = await Promise.all([
    mode === "list" ? listTemplates(deps, signedIn, locale) : [],
    isForm ? choicesOf(context) : null,
    mode === "edit" && template ? listVersions(deps, signedIn, template.key) : [],
  ]);
  const view = {
    mode,
    templates: templates.map((one) => presentTemplate(one, context)),
    form: template ? fieldsOfTemplate(template) : newFields(kind),
    isShipped: template?.isShipped ?? false,
    listsEvents: listsEvents(kind),
    choices,
    variables: isForm ? describeVariables(kind, locale) : [],
    versions: versions.map(({ version, createdAt, by }) => ({
      version,
      label: t("admin-templates:version", { number: formatNumber(version, locale) }),
      at: whenOf(createdAt, context),
      by,
      isNow: version === template?.version,
    })),
  } as const;
  return {
    head: pageHead({ origin, locale, seo }, paths.adminEmailTemplates(), {
      title: template ? template.name : t(isNew ? "admin-templates:new" : "admin-templates:title"),
      description: t("admin-templates:lead"),
      noindex: true,
    }),
    view,
  };
}

const whenOf = (at: number, { locale, calendar, timeZone }: RequestContext) =>
  `${formatDate(at, timeZone ?? USUAL_ZONE, { locale, calendar })} · ${formatTime(at, timeZone ?? USUAL_ZONE, locale)}`;

function presentTemplate(
  { key, name, kind, isActive, isShipped, version, updatedAt, updatedBy }: TemplateState,
  context: RequestContext,
) {
  const { deps, locale, timeZone } = context;
  return {
    key,
    name,
    kind: translatorFor(locale)(`admin-templates:kind.${kind}`),
    href: paths.adminEmailTemplates({ template: key }),
    isActive,
    isShipped,
    version,
    last:
      updatedAt === null
        ? null
        : {
            at: formatAgo(updatedAt, deps.clock.now(), context, timeZone ?? USUAL_ZONE),
            by: updatedBy?.displayName ?? null,
          },
  };
}

async function choicesOf({ deps, locale }: RequestContext) {
  const t = translatorFor(locale);
  const collator = new Intl.Collator(locale);
  const [cities, upcoming] = await Promise.all([listCities(deps), previewEvents(deps, locale)]);
  return {
    kinds: MAILED_KINDS.map((value) => ({ value, label: t(`admin-templates:kind.${value}`) })),
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
    events: upcoming.map(({ id, title }) => ({ value: id, label: title })),
  };
}

function describeVariables(kind: MailedKind, locale: Locale) {
  const t = translatorFor(locale);
  const own = variablesOf(kind)
    .filter((name) => name !== "sections" && name !== "changes")
    .map((name) => ({ code: `{{ ${name} }}`, text: t(`admin-templates:variable.${name}`) }));
  const loops = variablesOf(kind).includes("changes")
    ? [
        {
          code: "{% for change in changes %}{{ change }}{% endfor %}",
          text: t("admin-templates:variable.changes"),
        },
      ]
    : [];
  if (!listsEvents(kind)) return [...own, ...loops];
  return [
    ...own,
    ...loops,
    {
      code: "{% for section in sections %}{% for event in section.events %}…{% endfor %}{% endfor %}",
      text: t("admin-templates:variable.sections"),
    },
    ...SECTION_FIELDS.filter((name) => name !== "events").map((name) => ({
      code: `{{ section.${name} }}`,
      text: t(`admin-templates:section.${name}`),
    })),
    ...TEMPLATE_EVENT_FIELDS.map((name) => ({
      code: `{{ event.${name} }}`,
      text: t(`admin-templates:event.${name}`),
    })),
  ];
}
