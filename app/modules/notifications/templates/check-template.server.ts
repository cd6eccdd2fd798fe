import { LOCALES, type Locale } from "../../../i18n/locale";
import type { Deps } from "../../../lib/deps";
import type { HTTPIssue } from "../../../lib/http/form-failure";
import type { MailedKind } from "../notification-kinds";
import { checkHtml } from "./check-html.server";
import {
  engineOf,
  faultOf,
  LONGEST_TEMPLATE,
  parseTemplate,
  TemplateFault,
  type TemplateForm,
} from "./liquid.server";
import { renderBody } from "./render-notification.server";
import type { TemplateBody } from "./shipped/shipped-templates";
import { sampleOrder, variablesOf } from "./variables";

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
