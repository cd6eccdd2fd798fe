import {
  Context,
  Liquid,
  TagToken,
  type Template,
  TokenizationError,
  Tokenizer,
  toValueSync,
} from "liquidjs";
import { remembered } from "../../../lib/runtime/remembered";
import { escapeHtml } from "../../../lib/text/escape-html";
import { ADDRESS_VARIABLES } from "./templates.server";

/** Maximum length of a template, characters. */
export const LONGEST_TEMPLATE = 60_000;
/**
 * Maximum steps per rendering. Not a time limit: the clock of a Worker stands still during
 * computation.
 */
const MAX_STEPS = 20_000;
/** Maximum memory per rendering: items of lists and ranges, characters of strings. */
const MAX_BYTES_USED = 2_000_000;
/** Size of the cache of parsed templates per isolate. */
const MAX_VERSIONS = 200;

/** Without `cycle`, which bypasses escaping. */
const TAGS = ["assign", "break", "capture", "case", "comment", "continue", "for", "if", "unless"];
/** Filters that bypass escaping, read the environment or may run for long. */
const REFUSED_FILTERS = [
  "raw",
  "json",
  "jsonify",
  "inspect",
  "where_exp",
  "group_by_exp",
  "has_exp",
  "find_exp",
  "find_index_exp",
  "reject_exp",
];

/** A fault of a template: rule, line and subject. */
export class TemplateFault extends Error {
  constructor(
    readonly reason:
      | "syntax"
      | "endless"
      | "too-long"
      | "unknown-variable"
      | "tag"
      | "filter"
      | "html"
      | "unclosed",
    /** Starts at 1; null if it concerns the whole part. */
    readonly line: number | null,
    /** The variable, tag or attribute at fault. */
    readonly subject: string,
  ) {
    super(`${reason}${line === null ? "" : ` at line ${line}`}: ${subject}`);
    this.name = "TemplateFault";
  }
}

/** A counter that throws `endless` beyond its limit. */
class Limiter {
  #used = 0;
  constructor(readonly limit: number) {}
  use(count: unknown): void {
    const requested = Number(count);
    if (!(requested > 0)) return;
    this.#used += requested;
    if (this.#used > this.limit) throw new TemplateFault("endless", null, "");
  }
}

type Escape = (this: { context: Context }, value: unknown) => string;

/** @param made transformation of each output value */
function createEngine(made: (text: string) => string): Liquid {
  const outputEscape: Escape = function (value) {
    const text =
      value === null || value === undefined
        ? ""
        : Array.isArray(value)
          ? value.join("")
          : String(value);
    this.context.memoryLimit.use(text.length);
    return made(text);
  };
  const engine = new Liquid({
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    outputEscape: outputEscape as (value: unknown) => string,
    parseLimit: LONGEST_TEMPLATE,
    dynamicPartials: false,
    templates: {},
  });
  for (const name of Object.keys(engine.tags)) if (!TAGS.includes(name)) delete engine.tags[name];
  for (const name of REFUSED_FILTERS) delete engine.filters[name];
  return engine;
}

/** `html` escapes all output; `text` does not. */
const ENGINES = { html: createEngine(escapeHtml), text: createEngine((text) => text) } as const;
export type TemplateForm = keyof typeof ENGINES;

export const engineOf = (form: TemplateForm): Liquid => ENGINES[form];

/** Converts an error of the library to a TemplateFault; rethrows others. */
export function faultOf(error: unknown): TemplateFault {
  for (
    let cause = error;
    cause instanceof Error;
    cause = (cause as { originalError?: unknown }).originalError ?? cause.cause
  )
    if (cause instanceof TemplateFault) return cause;
  const { message = "", token } = error as {
    message?: string;
    token?: { getPosition(): [number, number] };
  };
  const line = token ? token.getPosition()[0] : null;
  if (/limit exceeded/.test(message))
    return new TemplateFault(/parse/.test(message) ? "too-long" : "endless", line, "");
  const missing = /undefined variable: ([^,\s]+)/.exec(message);
  if (missing) return new TemplateFault("unknown-variable", line, missing[1] ?? "");
  const tag = /tag "([^"]*)" not found/.exec(message);
  if (tag) return new TemplateFault("tag", line, tag[1] ?? "");
  const filter = /undefined filter: ([^,\s]+)/.exec(message);
  if (filter) return new TemplateFault("filter", line, filter[1] ?? "");
  if (error instanceof TokenizationError || token)
    return new TemplateFault(
      "syntax",
      line,
      message.replace(/, (file|line):?.*$/s, "").slice(0, 160),
    );
  throw error;
}

/** Parses a template. @throws TemplateFault */
export const parseTemplate = remembered(
  MAX_VERSIONS,
  (form: TemplateForm, source: string): Template[] => {
    try {
      return ENGINES[form].parse(source);
    } catch (error) {
      throw faultOf(error);
    }
  },
);

/**
 * Renders a template and returns its captured `preheader` separately.
 * @throws TemplateFault, also for a rendering beyond the limits
 */
export function renderTemplate(
  form: TemplateForm,
  source: string,
  values: Record<string, unknown>,
): { output: string; preheader: string | null } {
  const engine = ENGINES[form];
  const templates = parseTemplate(form, source);
  const steps = new Limiter(MAX_STEPS);
  // The library reads the clock at each step; this limiter counts the steps instead.
  const renderLimit = { check: () => steps.use(1), use: () => {} };
  const limits = { memoryLimit: new Limiter(MAX_BYTES_USED), renderLimit, liquid: engine };
  const context = new Context(
    values,
    engine.options,
    { sync: true },
    limits as unknown as ConstructorParameters<typeof Context>[3],
  );
  try {
    const output = String(engine.renderSync(templates, context));
    const { preheader } = context.bottom() as { preheader?: unknown };
    return { output, preheader: typeof preheader === "string" ? preheader : null };
  } catch (error) {
    throw faultOf(error);
  }
}

/** Elements allowed in the body of a mail; all others are refused. */
const HTML_TAGS = new Set(
  "a b bdi bdo blockquote br code div em h1 h2 h3 hr i img li ol p pre s small span strong sub sup table tbody td th thead tr u ul".split(
    " ",
  ),
);
const VOID = new Set(["br", "hr", "img"]);
const ATTRIBUTES = new Set(
  "align alt aria-hidden aria-label border cellpadding cellspacing class colspan dir height href lang role rowspan src style title valign width".split(
    " ",
  ),
);
/** Styles that load resources, run code or leave the element's box. */
const STYLE_REFUSED =
  /url\s*\(|expression|@|\\|&|<|javascript|behavior|-moz-binding|position\s*:|image-set|var\s*\(/i;
const ADDRESS = /^(https?:\/\/|mailto:|#)/;
const PICTURE = /^https:\/\//;
const RENDERED_PICTURE = /^https?:\/\//;
/** A tag whose attributes all have values in double quotes. */
const TAG = /<(\/?)([A-Za-z][^\s/>]*)((?:\s+[^\s=>"'/]+(?:="[^"]*")?)*)\s*\/?>/y;
const ATTRIBUTE = /([^\s=]+)(?:="([^"]*)")?/g;

/** Placeholders for Liquid output and Liquid tags: private-use characters. */
const VALUE = "\uE000";
const LOGIC = "\uE001";

const lines = (text: string) => "\n".repeat(text.split("\n").length - 1);

/** The HTML of a template with placeholders instead of Liquid; line numbers stay the same. */
function withoutLiquid(source: string): { html: string; values: string[] } {
  if (/[\uE000\uE001]/.test(source)) throw new TemplateFault("html", null, "U+E000");
  const values: string[] = [];
  const html = new Tokenizer(source).readTopLevelTokens(engineOf("html").options).map((token) => {
    const text = token.getText();
    if (text.startsWith("{{")) {
      values.push(text.replace(/^\{\{-?|-?\}\}$/g, "").trim());
      return VALUE + lines(text);
    }
    return text.startsWith("{%") ? LOGIC + lines(text) : text;
  });
  return { html: html.join(""), values };
}

/** Whether the value is a single variable that holds an address. */
const holdsAddress = (value: string | undefined) =>
  value !== undefined &&
  /^([a-z_]+\.)?[a-z_]+$/.test(value) &&
  ADDRESS_VARIABLES.includes(value.replace(/^.*\./, ""));

/**
 * Checks the HTML of a template: allowed elements and attributes only (no scripts, frames, forms,
 * handlers, style sheets), no script addresses, no styles that load resources, elements closed in
 * order, no Liquid tags within an HTML tag, and no local variables with the names of our addresses.
 * @throws TemplateFault with the subject and its line
 */
export function checkHtml(source: string): void {
  checkNames(parseTemplate("html", source));
  const { html, values } = withoutLiquid(source);
  const valuesBefore = (place: number) => html.slice(0, place).split(VALUE).length - 1;
  checkElements(html, ({ name, value, place }) => {
    // A Liquid tag could remove the attribute's quotes.
    if (value.includes(LOGIC)) return false;
    if (name === "style") return !value.includes(VALUE) && !STYLE_REFUSED.test(value);
    if (name !== "href" && name !== "src") return true;
    if (value.startsWith(VALUE)) return holdsAddress(values[valuesBefore(place)]);
    return name === "href" ? ADDRESS.test(value) : PICTURE.test(value);
  });
}

/**
 * `checkHtml` for the rendered HTML, so that nothing forbidden is sent even if the check of the
 * source has a gap. Addresses may be empty; pictures may use http where the product runs without
 * TLS.
 * @throws TemplateFault with the subject
 */
export function checkRendered(html: string): void {
  checkElements(html, ({ name, value }) => {
    if (name === "style") return !STYLE_REFUSED.test(value);
    if (name !== "href" && name !== "src") return true;
    return value === "" || (name === "href" ? ADDRESS : RENDERED_PICTURE).test(value);
  });
}

/** @throws TemplateFault if a template assigns one of the address variables or the preheader */
function checkNames(templates: readonly Template[]): void {
  for (const template of templates) {
    const local = [...(template.localScope?.() ?? [])].map((name) =>
      "content" in name ? name.content : "",
    );
    const names = [...local, ...(template.blockScope?.() ?? [])];
    const [line] = template.token.getPosition();
    // The preheader is captured, and captured text is escaped.
    const isAssigned = template.token instanceof TagToken && template.token.name === "assign";
    for (const name of names)
      if (ADDRESS_VARIABLES.includes(name) || (name === "preheader" && isAssigned))
        throw new TemplateFault(
          "html",
          line ?? null,
          `${template.token instanceof TagToken ? template.token.name : ""} ${name}`.trim(),
        );
    const inner = template.children?.(false, true);
    if (inner) checkNames(toValueSync(inner) as Template[]);
  }
}

interface Attribute {
  name: string;
  value: string;
  /** Index in the HTML. */
  place: number;
}

function checkElements(html: string, isAllowed: (attribute: Attribute) => boolean): void {
  const open: { tag: string; place: number }[] = [];
  const fault = (reason: "html" | "unclosed", place: number, subject: string) =>
    new TemplateFault(reason, html.slice(0, place).split("\n").length, subject);
  for (let place = html.indexOf("<"); place !== -1; place = html.indexOf("<", TAG.lastIndex)) {
    TAG.lastIndex = place;
    const found = TAG.exec(html);
    if (!found)
      throw fault("html", place, html.slice(place, place + 24).split(/[\n\uE000\uE001]/)[0] ?? "<");
    const [, slash, tag = "", rest = ""] = found;
    if (!HTML_TAGS.has(tag)) throw fault("html", place, `<${tag.replace(/[\uE000\uE001]/g, "")}>`);
    if (slash) {
      if (open.pop()?.tag !== tag) throw fault("unclosed", place, `</${tag}>`);
      continue;
    }
    if (!VOID.has(tag)) open.push({ tag, place });
    for (const { 1: name = "", 2: value = "", index } of rest.matchAll(ATTRIBUTE)) {
      const refused =
        refusedOf(name, value) ??
        (isAllowed({ name, value, place: place + 1 + tag.length + index })
          ? null
          : shown(name, value));
      if (refused !== null) throw fault("html", place, refused.replace(/[\uE000\uE001]/g, "…"));
    }
  }
  const left = open.pop();
  if (left) throw fault("unclosed", left.place, `<${left.tag}>`);
}

const shown = (name: string, value: string) => `${name}="${value.slice(0, 40)}"`;

/** The part of an attribute that is refused in any position; null if it is allowed. */
function refusedOf(name: string, value: string): string | null {
  if (!ATTRIBUTES.has(name)) return name;
  return value.includes(">") ? `${name}="…>…"` : null;
}
