import { html, raw } from "hono/html";
import { errorTranslatorFor as errorTextsFor } from "../../../app/i18n/error-messages.server";
import { direction, LOCALES, type Locale } from "../../../app/i18n/locale";
import { translatorFor } from "../../../app/i18n/messages.server";
import { PAPER } from "../../../app/lib/drawing/cover-palettes";
import { paths } from "../../../app/lib/paths";
import type { Theme } from "../../context";
import { apiTextsFor } from "./api-texts";
import { FAILURES, TAGS } from "./describe";
import { type Operation, operationSection } from "./docs-operation";
import { type Html, type JsonSchema, prose, rowOf, schemaId, table } from "./docs-parts";
import { API_BASE, type ApiDescription } from "./openapi";

interface DocsContext {
  description: ApiDescription;
  locale: Locale;
  /** The language that the address names, if it does. */
  addressed: Locale | null;
  theme: Theme | null;
  origin: string;
  siteName: string;
  /** Colours that are not the look's own, as CSS. */
  style: string | null;
  /** The product's own style sheets, for tokens and type. */
  stylesheets: readonly string[];
}

/** Texts of public/api-docs.js. */
const TRY_TEXTS = [
  "open",
  "loading",
  "unavailable",
  "key",
  "keyHelp",
  "required",
  "several",
  "writes",
  "send",
  "sending",
  "failed",
] as const;

const BASICS = [
  "format",
  "access",
  "bodies",
  "idempotency",
  "languages",
  "texts",
  "times",
  "lists",
  "unknown",
  "caching",
  "limits",
  "origins",
] as const;

/** The mark of the product: a khatam star of eight tiles, one of them lit. */
const MARK = html`<svg viewBox="0 0 100 100" width="30" height="30" aria-hidden="true">
<g fill="#0E8388"><path d="M50 46.08L37.71 16.41L50 4.12L62.29 16.41Z"/><path d="M53.92 50L83.59 37.71L95.88 50L83.59 62.29Z"/><path d="M50 53.92L62.29 83.59L50 95.88L37.71 83.59Z"/><path d="M46.08 50L16.41 62.29L4.12 50L16.41 37.71Z"/></g>
<g fill="#0A6B72"><path d="M52.77 52.77L82.44 65.06L82.44 82.44L65.06 82.44Z"/><path d="M47.23 52.77L34.94 82.44L17.56 82.44L17.56 65.06Z"/><path d="M47.23 47.23L17.56 34.94L17.56 17.56L34.94 17.56Z"/></g>
<path fill="#E9A23B" d="M52.77 47.23L65.06 17.56L82.44 17.56L82.44 34.94Z"/>
</svg>`;

/**
 * The reference page of the API: plain HTML out of its OpenAPI description, for `/api/v1/docs`
 * (docs/decisions/api-reference.md).
 */
export function docsPage({
  description,
  locale,
  addressed,
  theme,
  origin,
  siteName,
  style,
  stylesheets,
}: DocsContext): Html {
  const say = apiTextsFor(locale);
  const t = translatorFor(locale);
  const title = say("title", { name: siteName });
  const base = `${origin}${API_BASE}`;
  const operations = Object.entries(description.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(
      ([method, operation]) =>
        ({
          ...(operation as unknown as Operation),
          path,
          method: method.toUpperCase(),
        }) satisfies Operation,
    ),
  );
  const objects = Object.entries(
    (description.components?.schemas ?? {}) as Record<string, JsonSchema>,
  );
  const failures = Object.entries(FAILURES);
  const row = rowOf(locale);
  const tryTexts = {
    ...Object.fromEntries(TRY_TEXTS.map((name) => [name, say(`page.try.${name}`)])),
    headers: say("page.header"),
    body: say("page.body"),
    nothing: say("page.nothing"),
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
<script src="/api-docs.js" defer data-texts="${JSON.stringify(tryTexts)}"></script>
${style ? html`<style>${raw(style)}</style>` : ""}
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
${operations.filter(({ tags }) => tags[0] === tag).map((operation) => operationSection(operation, { locale, base, objects: Object.fromEntries(objects) }))}
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
  Object.entries(schema.properties ?? {}).map(([field, type]) =>
    row(field, type, type.description, false),
  ),
)}
</article>`,
)}
</section>
</main>
</div>
</body>
</html>`;
}
