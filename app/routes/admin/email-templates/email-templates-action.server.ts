import type { Locale } from "~/i18n/locale";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting, fieldMessages, formAnswer } from "~/lib/http/form-answer.server";
import type { FormFailure } from "~/lib/http/form-failure";
import { parseInput } from "~/lib/http/parse-input";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { isUuid } from "~/lib/runtime/ids";
import { foldDigits } from "~/lib/text/digits";
import { isMailedKind, type MailedKind } from "~/modules/notifications/choose-channels";
import {
  previewTemplate,
  sendTestMail,
} from "~/modules/notifications/templates/preview-template.server";
import { getTemplate, type TemplateState } from "~/modules/notifications/templates/queries.server";
import { TemplateInput, TemplateUpdate } from "~/modules/notifications/templates/schema.server";
import {
  createTemplate,
  deleteTemplate,
  resetTemplate,
  restoreTemplate,
  updateTemplate,
} from "~/modules/notifications/templates/template-commands.server";
import type { TemplateSelection } from "../../../../db/schema/index";
import {
  fieldsOfTemplate,
  type TemplateFailure,
  type TemplateFields,
} from "./email-templates.server";

/** Size limit of the form, bytes: six Persian texts, six bytes a letter when URL-encoded. */
const FORM_BYTES = 1_500_000;

/** Creates, changes, tests, restores, resets or deletes a template. */
export async function templatesAction(context: RequestContext, request: Request) {
  const { deps, locale, signedIn } = context;
  assertCan(signedIn, "email-template:manage");
  const form = await readForm(request, FORM_BYTES);
  const fields = fieldsIn(form);
  const { key } = fields;
  const intent = fieldOf(form, "intent");
  const here = paths.adminEmailTemplates({ template: key });
  const done = (
    location: string,
    text: "created" | "saved" | "restored" | "reset" | "deleted",
    name: string,
  ) =>
    redirectWithToast(request, location, {
      kind: "success",
      text: `admin-templates:done.${text}`,
      values: { name },
    });
  const amend = async (failure: FormFailure): Promise<TemplateFailure> => {
    // Their forms contain only the key and version.
    const isShort = ["restore", "reset", "delete"].includes(intent);
    return {
      ...failure,
      fields: isShort ? fieldsOfTemplate(await getTemplate(deps, signedIn, key, locale)) : fields,
    };
  };
  return formAnswer(
    context,
    { check: "notification-admin:check", stale: "notification-admin:stale", amend },
    async () => {
      switch (intent) {
        case "create":
          await createTemplate(
            deps,
            signedIn,
            parseInput(TemplateInput, { key, ...templateIn(fields) }),
          );
          return done(here, "created", fields.name);
        case "save":
          await updateTemplate(
            deps,
            signedIn,
            key,
            parseInput(TemplateUpdate, { ...templateIn(fields), version: fields.version }),
            locale,
          );
          return done(here, "saved", fields.name);
        case "restore":
          await restoreTemplate(
            deps,
            signedIn,
            key,
            numberIn(fieldOf(form, "older")) || 0,
            fields.version,
            locale,
          );
          return done(here, "restored", key);
        case "test:en":
        case "test:fa": {
          const { to } = await sendTestMail(
            deps,
            signedIn,
            trialTemplate(fields),
            trialOf(form, fields, intent === "test:fa" ? "fa" : "en"),
          );
          return redirectWithToast(request, here, {
            kind: "success",
            text: "admin-templates:done.tested",
            values: { to },
          });
        }
        case "reset":
          await resetTemplate(deps, signedIn, key, fields.version);
          return done(here, "reset", key);
        case "delete":
          await deleteTemplate(deps, signedIn, key, fields.version);
          return done(paths.adminEmailTemplates(), "deleted", key);
        default:
          throw new AppError("bad-request");
      }
    },
  );
}

/** Template previewed by default. */
const USUAL: MailedKind = "digest-weekly";

/** CSP of previews: no scripts, only own pictures, framed by own pages only. */
const PREVIEW_POLICY =
  "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'";

/** HTML document of a mail: from the saved template (GET) or the submitted form (POST). */
export async function previewDocument(
  context: RequestContext,
  request: Request,
): Promise<Response> {
  const { deps, locale, signedIn } = context;
  assertCan(signedIn, "email-template:manage");
  const form = request.method === "POST" ? await readForm(request, FORM_BYTES) : null;
  const params = new URL(request.url).searchParams;
  const read = (name: string) => (form ? fieldOf(form, name) : (params.get(name) ?? ""));
  const fields = form
    ? fieldsIn(form)
    : fieldsOfTemplate(await getTemplate(deps, signedIn, read("template") || USUAL, locale));
  const [part = "html", language = locale] = read("preview").split(":");
  const as: Locale = language === "fa" ? "fa" : "en";
  const answer = (body: string, type: string, status = 200) =>
    new Response(body, {
      status,
      headers: {
        "Content-Type": `${type}; charset=utf-8`,
        "Content-Security-Policy": PREVIEW_POLICY,
        "Cache-Control": "private, no-store",
        "X-Robots-Tag": "noindex",
      },
    });
  const refused = (error: AppError) =>
    answer(`${Object.values(fieldMessages(error.issues, locale)).join("\n")}\n`, "text/plain", 400);
  return expecting({ invalid: refused }, async () => {
    const mail = await previewTemplate(deps, signedIn, trialTemplate(fields), {
      locale: as,
      eventId: idIn(read("event")),
      body: { subject: fields.subject[as], html: fields.html[as], text: fields.text[as] },
    });
    return part === "text"
      ? answer(`${mail.subject}\n\n${mail.text}`, "text/plain")
      : answer(mail.html, "text/html");
  });
}

const idIn = (text: string): string | null => (isUuid(text) ? text : null);

function trialTemplate(fields: TemplateFields): Pick<TemplateState, "key" | "kind" | "selection"> {
  if (!isMailedKind(fields.kind)) throw new AppError("bad-request");
  const { selection } = templateIn(fields);
  const { windowDays, limit } = selection;
  // Unfinished selection criteria must not block the preview.
  return {
    key: fields.key,
    kind: fields.kind,
    selection: {
      ...selection,
      windowDays: windowDays > 0 && windowDays <= 365 ? windowDays : 7,
      limit: limit > 0 && limit <= 50 ? limit : 12,
    },
  };
}

const trialOf = (form: FormData, { subject, html, text }: TemplateFields, locale: Locale) => ({
  locale,
  eventId: idIn(fieldOf(form, "event")),
  body: { subject: subject[locale], html: html[locale], text: text[locale] },
});

function fieldsIn(form: FormData): TemplateFields {
  const all = (name: string) => form.getAll(name).filter((value) => typeof value === "string");
  const typed = (name: string) => fieldOf(form, name).trim();
  // Forms submit CRLF line ends.
  const long = (name: string) => fieldOf(form, name).replace(/\r\n?/g, "\n");
  const both = (part: string, read: (name: string) => string) => ({
    en: read(`${part}.en`),
    fa: read(`${part}.fa`),
  });
  const citiesOf = typed("citiesOf");
  const categoriesOf = typed("categoriesOf");
  return {
    key: typed("key"),
    name: typed("name"),
    description: typed("description"),
    kind: typed("kind"),
    isActive: form.has("isActive"),
    version: numberIn(fieldOf(form, "version")) || 0,
    subject: both("subject", typed),
    html: both("html", long),
    text: both("text", long),
    windowDays: typed("windowDays"),
    citiesOf: citiesOf === "listed" ? "listed" : "reader",
    cities: all("city"),
    categoriesOf: categoriesOf === "listed" || categoriesOf === "all" ? categoriesOf : "reader",
    categories: all("category"),
    featuredOnly: form.has("featuredOnly"),
    limit: typed("limit"),
    order: typed("order"),
  };
}

/** Unvalidated template from the form's fields. */
function templateIn({
  windowDays,
  citiesOf,
  cities,
  categoriesOf,
  categories,
  featuredOnly,
  limit,
  order,
  ...fields
}: TemplateFields) {
  const { name, description, kind, subject, html, text, isActive } = fields;
  const selection: TemplateSelection = {
    windowDays: numberIn(windowDays),
    cities: citiesOf === "reader" ? "reader" : cities,
    categories: categoriesOf === "listed" ? categories : categoriesOf,
    featuredOnly,
    limit: numberIn(limit),
    order: order === "popular" ? "popular" : "date",
  };
  return { name, description, kind, subject, html, text, isActive, selection };
}

const numberIn = (text: string): number =>
  text.trim() === "" ? Number.NaN : Number(foldDigits(text));
