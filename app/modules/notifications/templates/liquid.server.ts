import { Context, Liquid, type Template, TokenizationError } from "liquidjs";
import { remembered } from "../../../lib/runtime/remembered";
import { escapeHtml } from "../../../lib/text/escape-html";

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
