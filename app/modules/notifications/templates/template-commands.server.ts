import { and, desc, eq } from "drizzle-orm";
import {
  emailTemplates,
  emailTemplateVersions,
  type TemplateSelection,
} from "../../../../db/schema";
import { LOCALES, type Locale } from "../../../i18n/locale";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import type { HTTPIssue } from "../../../lib/http/form-failure";
import { type Actor, assertCan } from "../../../lib/permissions";
import { listCities } from "../../cities/queries.server";
import { applyUpdate, shippedStore } from "../../store/shipped-store.server";
import { isMailedKind, type MailedKind } from "../choose-channels";
import {
  checkHtml,
  engineOf,
  faultOf,
  LONGEST_TEMPLATE,
  parseTemplate,
  TemplateFault,
  type TemplateForm,
} from "./liquid.server";
import { getTemplate, type TemplateState } from "./queries.server";
import { renderBody } from "./render-notification.server";
import type { TemplateInput, TemplateUpdate } from "./schema.server";
import type { TemplateBody } from "./templates.server";
import { invalidateTemplates, listsEvents, sampleOrder, variablesOf } from "./templates.server";

/** Variables that Liquid itself supplies. */
const OWN = ["forloop", "preheader"];

/** @throws TemplateFault for the first variable that the kind does not declare */
function checkVariables(form: TemplateForm, source: string, kind: MailedKind): void {
  const known: readonly string[] = [...variablesOf(kind), ...OWN];
  const { globals } = engineOf(form).analyzeSync(parseTemplate(form, source), { partials: false });
  const unknown = Object.entries(globals)
    .filter(([name]) => !known.includes(name))
    .flatMap(([, places]) => places)
    .sort((a, b) => a.location.row - b.location.row)[0];
  if (unknown) throw new TemplateFault("unknown-variable", unknown.location.row, String(unknown));
}

function partFault(
  form: TemplateForm,
  part: keyof TemplateBody,
  source: string,
  kind: MailedKind,
): TemplateFault | null {
  try {
    if (source.length > LONGEST_TEMPLATE) throw new TemplateFault("too-long", null, "");
    parseTemplate(form, source);
    if (part === "html") checkHtml(source);
    checkVariables(form, source, kind);
    return null;
  } catch (error) {
    return faultOf(error);
  }
}

const PARTS = { subject: "text", html: "html", text: "text" } as const satisfies Record<
  keyof TemplateBody,
  TemplateForm
>;

const issueOf = (path: string, { reason, line, subject }: TemplateFault): HTTPIssue => ({
  path,
  message: `errors:issue.template${line === null ? "Whole" : "Line"}.${reason}`,
  values: { line: line ?? 0, subject },
});

/**
 * Checks a template: syntax, allowed HTML, declared variables, and a rendering with sample values.
 * Returns one issue per part (path such as `html.fa`).
 */
export async function templateIssues(
  deps: Pick<Deps, "db" | "memo" | "siteUrl">,
  kind: MailedKind,
  bodies: Readonly<Record<Locale, TemplateBody>>,
): Promise<HTTPIssue[]> {
  const issues: HTTPIssue[] = [];
  for (const locale of LOCALES)
    for (const [part, form] of Object.entries(PARTS) as [keyof TemplateBody, TemplateForm][]) {
      const path = `${part}.${locale}`;
      const fault = partFault(form, part, bodies[locale][part], kind);
      if (fault) {
        issues.push(issueOf(path, fault));
        continue;
      }
      // Renders each part alone, so that the issue names the failing one.
      const alone = { subject: "", html: "", text: "", [part]: bodies[locale][part] };
      const tried = await renderBody(
        deps,
        alone,
        kind,
        sampleOrder(kind, locale, deps.siteUrl),
      ).catch(faultOf);
      if (tried instanceof TemplateFault) issues.push(issueOf(path, tried));
    }
  return issues;
}

/** Dependencies of commands on templates. */
type TemplateDeps = Pick<Deps, "db" | "memo" | "clock" | "ids" | "siteUrl">;

/** Content of a version. */
interface StoredTemplateValues extends Record<string, unknown> {
  name: string;
  description: string;
  kind: MailedKind;
  subject: Record<Locale, string>;
  html: Record<Locale, string>;
  text: Record<Locale, string>;
  selection: TemplateSelection;
  isActive: boolean;
}

const storedValuesOf = ({
  name,
  description,
  kind,
  bodies,
  selection,
  isActive,
}: TemplateState): StoredTemplateValues => ({
  name,
  description,
  kind,
  subject: { en: bodies.en.subject, fa: bodies.fa.subject },
  html: { en: bodies.en.html, fa: bodies.fa.html },
  text: { en: bodies.en.text, fa: bodies.fa.text },
  selection,
  isActive,
});

const bodiesIn = ({
  subject,
  html,
  text,
}: Pick<StoredTemplateValues, "subject" | "html" | "text">): Record<Locale, TemplateBody> => ({
  en: { subject: subject.en, html: html.en, text: text.en },
  fa: { subject: subject.fa, html: html.fa, text: text.fa },
});

/** Checks a template before it is saved. @throws invalid with one issue per part */
async function assertValidTemplate(
  deps: TemplateDeps,
  key: string,
  kept: StoredTemplateValues,
): Promise<void> {
  const issues = await templateIssues(deps, kept.kind, bodiesIn(kept));
  if (isMailedKind(key) && kept.kind !== key)
    issues.push({ path: "kind", message: "errors:issue.shippedKind" });
  // An empty selection would match no event, or all of them.
  if (
    listsEvents(kept.kind) &&
    (kept.selection.cities.length === 0 || kept.selection.categories.length === 0)
  )
    issues.push({ path: "selection", message: "errors:issue.selectionEmpty" });
  if (kept.selection.cities !== "reader") {
    const known = new Set((await listCities(deps)).map(({ slug }) => slug));
    if (kept.selection.cities.some((slug) => !known.has(slug)))
      issues.push({ path: "selection", message: "errors:issue.city" });
  }
  if (issues.length > 0) throw new AppError("invalid", issues);
}

/** The audit log keeps the lengths of the texts; the versions keep the texts. */
const recorded = (kept: StoredTemplateValues | null, version: number) =>
  kept && {
    version,
    name: kept.name,
    kind: kept.kind,
    isActive: kept.isActive,
    selection: kept.selection,
    letters: Object.fromEntries(
      (["subject", "html", "text"] as const).map((part) => [
        part,
        `${kept[part].en.length} / ${kept[part].fa.length}`,
      ]),
    ),
  };

const templateStore = shippedStore<typeof emailTemplates, TemplateDeps>(emailTemplates, {
  entity: "email-template",
  taken: () => new AppError("conflict", [{ path: "key", message: "errors:issue.templateTaken" }]),
  changed: ({ memo }) => invalidateTemplates(memo),
});

/** Writes a template and its next version. @throws conflict if it changed meanwhile */
async function writeTemplate(
  deps: TemplateDeps,
  actor: Actor,
  key: string,
  before: TemplateState | null,
  after: StoredTemplateValues,
  action: string,
): Promise<void> {
  const { db, clock } = deps;
  const last = await db
    .select({ version: emailTemplateVersions.version })
    .from(emailTemplateVersions)
    .where(eq(emailTemplateVersions.key, key))
    .orderBy(desc(emailTemplateVersions.version))
    .limit(1)
    .get();
  const version = Math.max(last?.version ?? 0, before?.version ?? 0) + 1;
  const { name, description, kind, subject, html, text, selection, isActive } = after;
  await templateStore.save(deps, actor, {
    key,
    before,
    version,
    values: {
      name,
      description,
      kind,
      subjectEn: subject.en,
      subjectFa: subject.fa,
      htmlEn: html.en,
      htmlFa: html.fa,
      textEn: text.en,
      textFa: text.fa,
      selection,
      isActive,
    },
    action,
    metadata: {
      before: before && recorded(storedValuesOf(before), before.version),
      after: recorded(after, version),
    },
    also: [
      db
        .insert(emailTemplateVersions)
        .values({ key, version, values: after, savedBy: actor.id, createdAt: clock.now() }),
    ],
    guards: ["email_template_versions.key"],
  });
}

/**
 * Removes the stored template of a key. @param expected the version that the editor saw; null skips
 * the check @throws conflict if it changed meanwhile
 */
async function removeTemplate(
  deps: TemplateDeps,
  actor: Actor,
  before: TemplateState,
  expected: number | null,
): Promise<void> {
  await templateStore.remove(deps, actor, {
    before,
    expected,
    action: before.isShipped ? "reset" : "deleted",
    metadata: { before: recorded(storedValuesOf(before), before.version), after: null },
  });
}

/** Creates a template. @throws forbidden; invalid; conflict if the key exists */
export async function createTemplate(
  deps: TemplateDeps,
  actor: Actor | null,
  { key, ...input }: TemplateInput,
): Promise<void> {
  assertCan(actor, "email-template:manage");
  if (isMailedKind(key))
    throw new AppError("conflict", [{ path: "key", message: "errors:issue.templateTaken" }]);
  await assertValidTemplate(deps, key, input);
  await writeTemplate(deps, actor, key, null, input, "created");
}

/**
 * Updates the given fields of a template. A shipped template is stored on its first change.
 * @throws forbidden; not-found; invalid; conflict if it changed meanwhile
 */
export async function updateTemplate(
  deps: TemplateDeps,
  actor: Actor | null,
  key: string,
  update: TemplateUpdate,
  locale: Locale,
  action: "changed" | "restored" = "changed",
): Promise<void> {
  assertCan(actor, "email-template:manage");
  const before = await getTemplate(deps, actor, key, locale);
  const after = applyUpdate(before, storedValuesOf(before), update);
  await assertValidTemplate(deps, key, after);
  await writeTemplate(deps, actor, key, before, after, action);
}

/**
 * Resets a shipped template; its versions stay.
 * @param expectedVersion version that the editor saw; null skips the check
 * @throws forbidden; not-found if it is unchanged or not a shipped one; conflict if it changed
 * meanwhile
 */
export async function resetTemplate(
  deps: TemplateDeps,
  actor: Actor | null,
  key: string,
  expectedVersion: number | null,
): Promise<void> {
  assertCan(actor, "email-template:manage");
  const before = isMailedKind(key) ? await getTemplate(deps, actor, key, "en") : null;
  if (!before || before.version === 0) throw new AppError("not-found");
  await removeTemplate(deps, actor, before, expectedVersion);
}

/**
 * Restores an older version as a new one. @param expectedVersion version that the editor saw
 * @throws forbidden; not-found; conflict; invalid if the version breaks today's rules
 */
export async function restoreTemplate(
  deps: TemplateDeps,
  actor: Actor | null,
  key: string,
  older: number,
  expectedVersion: number,
  locale: Locale,
): Promise<void> {
  assertCan(actor, "email-template:manage");
  const row = await deps.db
    .select({ values: emailTemplateVersions.values })
    .from(emailTemplateVersions)
    .where(and(eq(emailTemplateVersions.key, key), eq(emailTemplateVersions.version, older)))
    .get();
  if (!row) throw new AppError("not-found");
  await updateTemplate(
    deps,
    actor,
    key,
    { ...(row.values as TemplateUpdate), version: expectedVersion },
    locale,
    "restored",
  );
}

/**
 * Deletes a custom template; its versions stay.
 * @param expectedVersion version that the editor saw; null skips the check
 * @throws forbidden; not-found; conflict if the template changed meanwhile or is a shipped one
 * (which can be reset or deactivated)
 */
export async function deleteTemplate(
  deps: TemplateDeps,
  actor: Actor | null,
  key: string,
  expectedVersion: number | null,
): Promise<void> {
  assertCan(actor, "email-template:manage");
  if (isMailedKind(key)) throw new AppError("conflict");
  await removeTemplate(deps, actor, await getTemplate(deps, actor, key, "en"), expectedVersion);
}
