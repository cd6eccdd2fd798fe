import { html } from "hono/html";
import { translatorFor as errorTextsFor } from "../../../app/lib/error-messages.server";
import { direction, LOCALES, type Locale } from "../../../app/lib/locale";
import { translatorFor } from "../../../app/lib/messages.server";
import { formatNumber } from "../../../app/lib/money";
import { PAPER } from "../../../app/lib/palette";
import { paths } from "../../../app/lib/paths";
import type { Theme } from "../../context";
import { apiTextsFor } from "./api-texts";
import { FAILURES, TAGS } from "./describe";
import { API_BASE, type ApiDescription } from "./openapi";

interface DocsContext {
  description: ApiDescription;
  locale: Locale;
  /** The language that the address names, if it does. */
  addressed: Locale | null;
  theme: Theme | null;
  origin: string;
  siteName: string;
  /** The product's own style sheets, for tokens and type. */
  stylesheets: readonly string[];
}

/** What the page reads of JSON Schema. */
interface JsonSchema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: readonly string[];
  anyOf?: readonly JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  description?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: JsonSchema;
}

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters?: Parameter[];
  responses: Record<string, { $ref?: string; description?: string; content?: Record<string, { schema: JsonSchema; example?: unknown }> }>;
}

type Html = ReturnType<typeof html>;

const BASICS = ["format", "languages", "times", "lists", "unknown", "caching", "limits", "origins"] as const;

const EXAMPLE_QUERIES: Record<string, string> = {
  listEvents: "?city=tehran&category=Concert&when=weekend",
  searchCities: "?q=teh&lang=fa",
  listCities: "?lang=fa",
};

/** The mark of the product: a khatam star of eight tiles, one of them lit. */
const MARK = html`<svg viewBox="0 0 100 100" width="30" height="30" aria-hidden="true">
<g fill="#0E8388"><path d="M50 46.08L37.71 16.41L50 4.12L62.29 16.41Z"/><path d="M53.92 50L83.59 37.71L95.88 50L83.59 62.29Z"/><path d="M50 53.92L62.29 83.59L50 95.88L37.71 83.59Z"/><path d="M46.08 50L16.41 62.29L4.12 50L16.41 37.71Z"/></g>
<g fill="#0A6B72"><path d="M52.77 52.77L82.44 65.06L82.44 82.44L65.06 82.44Z"/><path d="M47.23 52.77L34.94 82.44L17.56 82.44L17.56 65.06Z"/><path d="M47.23 47.23L17.56 34.94L17.56 17.56L34.94 17.56Z"/></g>
<path fill="#E9A23B" d="M52.77 47.23L65.06 17.56L82.44 17.56L82.44 34.94Z"/>
</svg>`;

const nameOf = (ref: string) => ref.split("/").at(-1) ?? "";
const schemaId = (name: string) => `object-${name}`;

/** A type as programmers write it, with links to the objects. */
function typeOf(schema: JsonSchema): Html {
  if (schema.$ref) return html`<a href="#${schemaId(nameOf(schema.$ref))}">${nameOf(schema.$ref)}</a>`;
  if (schema.anyOf) return html`${schema.anyOf.map((option, place) => html`${place > 0 ? " | " : ""}${typeOf(option)}`)}`;
  if (schema.items) return html`${typeOf(schema.items)}[]`;
  return html`${schema.format ?? schema.type ?? "object"}`;
}

/** A text with its `code` marked, as descriptions in OpenAPI may be written (CommonMark). */
const prose = (text = "") => html`${text.split("`").map((part, place) => (place % 2 === 1 ? html`<code dir="ltr">${part}</code>` : part))}`;

/** A table that scrolls by itself where it is too wide; then the keyboard must reach it. */
const table = (
  label: string,
  headings: readonly string[],
  rows: readonly Html[],
) => html`<div class="scroll" role="group" aria-label="${label}" tabindex="0"><table>
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${rows}</tbody>
</table></div>`;

const code = (body: unknown, label: string) =>
  html`<pre dir="ltr" lang="en" tabindex="0" role="group" aria-label="${label}"><code>${typeof body === "string" ? body : JSON.stringify(body, null, 2)}</code></pre>`;

/** The reference page of the API: plain HTML out of its OpenAPI description, for `/api/v1/docs` (docs/decisions/api-reference.md). */
export function docsPage({ description, locale, addressed, theme, origin, siteName, stylesheets }: DocsContext): Html {
  const say = apiTextsFor(locale);
  const t = translatorFor(locale);
  const title = say("title", { name: siteName });
  const base = `${origin}${API_BASE}`;
  const operations = Object.entries(description.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      ...(operation as unknown as Operation),
    })),
  );
  const objects = Object.entries((description.components?.schemas ?? {}) as Record<string, JsonSchema>);
  const failures = Object.entries(FAILURES);
  const number = (value: number) => formatNumber(value, locale);

  /** What a value must be, beside its type. */
  const limits = (schema: JsonSchema): Html => {
    const options = schema.enum ?? schema.items?.enum;
    return html`${schema.items && say("page.repeatable")}
${schema.minimum !== undefined && schema.maximum !== undefined ? say("page.range", { low: number(schema.minimum), high: number(schema.maximum) }) : ""}
${schema.minLength !== undefined ? say("page.shortest", { count: number(schema.minLength) }) : ""}
${schema.maxLength !== undefined ? say("page.longest", { count: number(schema.maxLength) }) : ""}
${options ? html`<span class="options">${say("page.oneOf")} ${options.map((option) => html`<code dir="ltr">${option}</code> `)}</span>` : ""}
${schema.default !== undefined ? html`<span class="options">${say("page.default")} <code dir="ltr">${String(schema.default)}</code></span>` : ""}`;
  };

  const row = (name: string, type: JsonSchema, meaning: string | undefined, required: boolean) => html`<tr>
<th scope="row"><code dir="ltr">${name}</code>${required ? html` <span class="required">${say("page.required")}</span>` : ""}</th>
<td><code dir="ltr">${typeOf(type)}</code></td>
<td>${prose(meaning)} ${limits(type)}</td>
</tr>`;

  const parameters = (operation: Operation, place: "path" | "query") => {
    const found = (operation.parameters ?? []).filter((parameter) => parameter.in === place);
    const heading = say(`page.${place}`);
    return found.length === 0
      ? ""
      : html`<h4>${heading}</h4>
${table(
  `${operation.summary}: ${heading}`,
  [say("page.parameter"), say("page.type"), say("page.meaning")],
  found.map(({ name, schema, description: meaning, required }) => row(name, schema, meaning, required === true)),
)}`;
  };

  const answers = (operation: Operation) =>
    table(
      `${operation.summary}: ${say("page.answers")}`,
      [say("page.status"), say("page.type"), say("page.meaning")],
      Object.entries(operation.responses).map(([status, response]) => {
        const failure = response.$ref ? failures.find(([, { name }]) => name === nameOf(response.$ref ?? ""))?.[1] : undefined;
        const content = Object.values(response.content ?? {})[0];
        return html`<tr>
<th scope="row"><code>${status}</code></th>
<td>${failure ? html`<code dir="ltr"><a href="#${schemaId("Error")}">Error</a></code>` : content ? html`<code dir="ltr">${typeOf(content.schema)}</code>` : "–"}</td>
<td>${prose(failure ? say(`answers.${failure.code}`) : response.description)}</td>
</tr>`;
      }),
    );

  const operationSection = (operation: (typeof operations)[number]) => {
    const content = Object.values(operation.responses["200"]?.content ?? {})[0];
    const sample = operation.path.replace("{id}", operation.tags[0] === "cities" ? "tehran" : "019b7647-f000-77c5-8015-667f3d6d7db0");
    const query = EXAMPLE_QUERIES[operation.operationId] ?? "";
    return html`<article id="${operation.operationId}">
<h3>${operation.summary}</h3>
<p class="address" dir="ltr"><b>${operation.method}</b> <code>${API_BASE}${operation.path}</code></p>
<p>${prose(operation.description)}</p>
${parameters(operation, "path")}
${parameters(operation, "query")}
<h4>${say("page.answers")}</h4>
${answers(operation)}
<h4>${say("page.example")}</h4>
${code(`curl "${base}${sample}${query}"`, `${operation.summary}: ${say("page.example")}`)}
<details><summary>${say("page.exampleAnswer")}</summary>
${code(content?.example, `${operation.summary}: ${say("page.exampleAnswer")}`)}
</details>
</article>`;
  };

  return html`<!doctype html>
<html lang="${locale}" dir="${direction(locale)}"${theme ? html` data-mantine-color-scheme="${theme}"` : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${say("page.heading")} · ${siteName}</title>
<meta name="description" content="${say("about")}">
<meta name="theme-color" content="${PAPER.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${PAPER.dark}" media="(prefers-color-scheme: dark)">
<link rel="canonical" href="${origin}${addressed ? paths.inLanguage(paths.apiDocs(), addressed) : paths.apiDocs()}">
${LOCALES.map((other) => html`<link rel="alternate" hreflang="${other}" href="${origin}${paths.inLanguage(paths.apiDocs(), other)}">`)}
<link rel="alternate" hreflang="x-default" href="${origin}${paths.apiDocs()}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${stylesheets.map((href) => html`<link rel="stylesheet" href="${href}">`)}
<link rel="stylesheet" href="/api-docs.css">
</head>
<body>
<a class="skip" href="#main">${t("common:skip")}</a>
<header class="top">
<div class="rd-wrap bar">
<a class="home" href="${paths.home()}" aria-label="${t("common:home", { name: siteName })}">${MARK}<span>${siteName}</span></a>
<nav aria-label="${t("common:language.label")}">
${LOCALES.map((other) => html`<a lang="${other}" hreflang="${other}" href="${paths.inLanguage(paths.apiDocs(), other)}"${other === locale ? html` aria-current="true"` : ""}>${t(`common:language.${other}`)}</a>`)}
</nav>
</div>
</header>
<div class="rd-wrap columns">
<nav class="contents" aria-labelledby="contents">
<h2 id="contents">${say("page.contents")}</h2>
<ul>
<li><a href="#basics">${say("page.basics")}</a></li>
<li><a href="#failures">${say("page.failures")}</a></li>
${TAGS.map(
  (tag) => html`<li><a href="#${tag}">${say(`tags.${tag}.title`)}</a>
<ul>${operations.filter(({ tags }) => tags[0] === tag).map(({ operationId, summary }) => html`<li><a href="#${operationId}">${summary}</a></li>`)}</ul></li>`,
)}
<li><a href="#objects">${say("page.objects")}</a>
<ul>${objects.map(([name]) => html`<li><a href="#${schemaId(name)}"><code dir="ltr">${name}</code></a></li>`)}</ul></li>
</ul>
</nav>
<main id="main" tabindex="-1">
<h1>${title}</h1>
<p class="lead">${say("page.lead")}</p>
<p><a class="rd-link" href="${paths.openapi()}">${say("page.openapi")}</a></p>

<section aria-labelledby="basics">
<h2 id="basics">${say("page.basics")}</h2>
<ul class="facts">
<li>${say("basics.base")}: <code dir="ltr">${base}</code></li>
${BASICS.map((basic) => html`<li>${prose(say(`basics.${basic}`))}</li>`)}
</ul>
</section>

<section aria-labelledby="failures">
<h2 id="failures">${say("page.failures")}</h2>
<p>${prose(say("failures"))}</p>
${table(
  say("page.failures"),
  [say("page.status"), say("page.code"), say("page.message")],
  failures.map(
    ([status, failure]) =>
      html`<tr><th scope="row"><code>${status}</code></th><td><code dir="ltr">${failure.code}</code></td><td>${errorTextsFor(locale)(`errors:${failure.code}`)}</td></tr>`,
  ),
)}
</section>

${TAGS.map(
  (tag) => html`<section aria-labelledby="${tag}">
<h2 id="${tag}">${say(`tags.${tag}.title`)}</h2>
<p>${say(`tags.${tag}.about`)}</p>
${operations.filter(({ tags }) => tags[0] === tag).map(operationSection)}
</section>`,
)}

<section aria-labelledby="objects">
<h2 id="objects">${say("page.objects")}</h2>
${objects.map(
  ([name, schema]) => html`<article id="${schemaId(name)}">
<h3><code dir="ltr">${name}</code></h3>
<p>${prose(schema.description)}</p>
${table(
  `${name}: ${say("page.fields")}`,
  [say("page.field"), say("page.type"), say("page.meaning")],
  Object.entries(schema.properties ?? {}).map(([field, type]) => row(field, type, type.description, false)),
)}
</article>`,
)}
</section>
</main>
</div>
</body>
</html>`;
}
