import { html, raw } from "hono/html";
import { errorTranslatorFor as errorTextsFor } from "../../../app/i18n/error-messages.server";
import { direction, LOCALES, type Locale } from "../../../app/i18n/locale";
import { translatorFor } from "../../../app/i18n/messages.server";
import { PAPER } from "../../../app/lib/drawing/cover-palettes";
import { paths } from "../../../app/lib/paths";
import type { Theme } from "../../context";
import { apiTextsFor } from "./api-texts";
import { FAILURES, TAGS } from "./describe";
import { type Operation, operationSection, roleFor } from "./docs-operation";
import { type Html, type JsonSchema, type LinkTo, prose, rowOf, table } from "./docs-parts";
import { API_BASE, type ApiDescription } from "./openapi";

interface DocsContext {
  description: ApiDescription;
  /** A tag, an operation or an object; undefined is the first page. */
  name: string | undefined;
  /** What is looked for on the first page. */
  query: string;
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

/** What a search shows of operations and of objects at most. */
const MOST_FOUND = 40;

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

/** The page of the list of objects. */
const OBJECTS = "objects";

/** Whether an operation is for staff. */
const isForStaff = (operation: Operation) => !["user", undefined].includes(roleFor(operation));

/**
 * A page of the API's reference: plain HTML out of its OpenAPI description, for `/api/v1/docs`
 * (docs/decisions/api-reference.md). Null for a name that it does not have.
 */
export function docsPage({
  description,
  name,
  query,
  locale,
  addressed,
  theme,
  origin,
  siteName,
  style,
  stylesheets,
}: DocsContext): Html | null {
  const say = apiTextsFor(locale);
  const t = translatorFor(locale);
  const base = `${origin}${API_BASE}`;
  const inOwnLanguage = (path: string) => (addressed ? paths.inLanguage(path, addressed) : path);
  const linkTo: LinkTo = (to) => inOwnLanguage(paths.apiDocs(to));
  const operations: Operation[] = Object.entries(description.paths ?? {}).flatMap(
    ([path, methods]) =>
      Object.entries(methods ?? {}).map(([method, operation]) => ({
        ...(operation as unknown as Operation),
        path,
        method: method.toUpperCase(),
      })),
  );
  const objects = (description.components?.schemas ?? {}) as Record<string, JsonSchema>;
  const tryTexts = {
    ...Object.fromEntries(TRY_TEXTS.map((key) => [key, say(`page.try.${key}`)])),
    headers: say("page.header"),
    body: say("page.body"),
    nothing: say("page.nothing"),
  };
  const operation = operations.find(({ operationId }) => operationId === name);
  const object = name !== undefined && Object.hasOwn(objects, name) ? objects[name] : undefined;
  const tag = TAGS.find((one) => one === (operation?.tags[0] ?? name));

  const operationList = (found: readonly Operation[]) =>
    html`<ul class="list">${found.map(
      ({ operationId, summary, method, path }) =>
        html`<li><a href="${linkTo(operationId)}">${summary}</a> <span class="address" dir="ltr"><b>${method}</b> <code>${path}</code></span></li>`,
    )}</ul>`;
  const objectList = (names: readonly string[]) =>
    html`<ul class="list">${names.map((one) => html`<li><a href="${linkTo(one)}"><code dir="ltr">${one}</code></a></li>`)}</ul>`;

  /** Operations for everyone, then those of staff. */
  const apart = (all: readonly Operation[]) => {
    const [open, staff] = [
      all.filter((one) => !isForStaff(one)),
      all.filter((one) => isForStaff(one)),
    ];
    return html`${open.length > 0 ? operationList(open) : ""}
${staff.length > 0 ? html`<h2>${say("page.staff")}</h2>${operationList(staff)}` : ""}`;
  };

  const tagLink = (one: (typeof TAGS)[number]) =>
    html`<li><a href="${linkTo(one)}"${one === tag ? html` aria-current="${one === name ? "page" : "true"}"` : ""}>${say(`tags.${one}.title`)}</a></li>`;
  const isStaffTag = (one: (typeof TAGS)[number]) =>
    operations.filter(({ tags }) => tags[0] === one).every(isForStaff);

  const search = html`<form class="search" role="search" action="${paths.apiDocs()}">
${addressed ? html`<input type="hidden" name="lang" value="${addressed}">` : ""}
<input type="search" name="q" value="${query}" aria-label="${say("page.search")}" placeholder="${say("page.search")}">
<button>${say("page.find")}</button>
</form>`;

  const found = () => {
    const words = query.toLowerCase().split(/\s+/);
    const has = (...texts: string[]) => {
      const text = texts.join(" ").toLowerCase();
      return words.every((word) => text.includes(word));
    };
    const hits = operations.filter(({ operationId, summary, path, description: about }) =>
      has(operationId, summary, path, about),
    );
    const names = Object.keys(objects).filter((one) => has(one));
    return html`<section aria-labelledby="found"><h2 id="found">${say("page.found")}</h2>
${hits.length + names.length === 0 ? html`<p>${say("page.notFound")}</p>` : ""}
${Math.max(hits.length, names.length) > MOST_FOUND ? html`<p>${say("page.cut", { count: MOST_FOUND })}</p>` : ""}
${apart(hits.slice(0, MOST_FOUND))}
${names.length > 0 ? html`<h2>${say("page.objects")}</h2>${objectList(names.slice(0, MOST_FOUND))}` : ""}
</section>`;
  };

  const first = () => html`<p class="lead">${say("page.lead")}</p>
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
  Object.entries(FAILURES).map(
    ([status, failure]) =>
      html`<tr><th scope="row"><code>${status}</code></th><td><code dir="ltr">${failure.code}</code></td><td>${errorTextsFor(locale)(`errors:${failure.code}`)}</td></tr>`,
  ),
)}
</section>`;

  const objectTable = (of: JsonSchema, title: string) => html`<p>${prose(of.description)}</p>
${table(
  `${title}: ${say("page.fields")}`,
  [say("page.field"), say("page.type"), say("page.meaning")],
  Object.entries(of.properties ?? {}).map(([field, type]) =>
    rowOf(locale, linkTo)(field, type, type.description, false),
  ),
)}`;

  /** The page's heading and what is below it. */
  const content = (): { heading: Html | string; main: () => Html } | null => {
    if (name === undefined)
      return { heading: say("title", { name: siteName }), main: query ? found : first };
    if (operation)
      return {
        heading: operation.summary,
        main: () => operationSection(operation, { locale, base, objects, linkTo }),
      };
    if (tag)
      return {
        heading: say(`tags.${tag}.title`),
        main: () => html`<p class="lead">${say(`tags.${tag}.about`)}</p>
${apart(operations.filter(({ tags }) => tags[0] === tag))}`,
      };
    if (object)
      return {
        heading: html`<code dir="ltr">${name}</code>`,
        main: () => objectTable(object, name),
      };
    return name === OBJECTS
      ? { heading: say("page.objects"), main: () => objectList(Object.keys(objects)) }
      : null;
  };
  const page = content();
  if (!page) return null;
  const heading = name !== undefined && object ? name : page.heading;
  const here = paths.apiDocs(name);

  return html`<!doctype html>
<html lang="${locale}" dir="${direction(locale)}"${theme ? html` data-mantine-color-scheme="${theme}"` : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name === undefined ? "" : html`${heading} · `}${say("page.heading")} · ${siteName}</title>
<meta name="description" content="${say("about")}">
<meta name="theme-color" content="${PAPER.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${PAPER.dark}" media="(prefers-color-scheme: dark)">
<link rel="canonical" href="${origin}${inOwnLanguage(here)}">
${LOCALES.map((other) => html`<link rel="alternate" hreflang="${other}" href="${origin}${paths.inLanguage(here, other)}">`)}
<link rel="alternate" hreflang="x-default" href="${origin}${here}">
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
${LOCALES.map((other) => html`<a lang="${other}" hreflang="${other}" href="${paths.inLanguage(here, other)}"${other === locale ? html` aria-current="true"` : ""}>${t(`common:language.${other}`)}</a>`)}
</nav>
</div>
</header>
<div class="rd-wrap columns">
<nav class="contents" aria-labelledby="contents">
${search}
<h2 id="contents">${say("page.contents")}</h2>
<ul>
<li><a href="${linkTo()}"${name === undefined ? html` aria-current="page"` : ""}>${say("page.basics")}</a></li>
${TAGS.filter((one) => !isStaffTag(one)).map(tagLink)}
<li><a href="${linkTo(OBJECTS)}"${name === OBJECTS ? html` aria-current="page"` : ""}>${say("page.objects")}</a></li>
</ul>
<h2 id="staff">${say("page.staff")}</h2>
<ul>${TAGS.filter(isStaffTag).map(tagLink)}</ul>
</nav>
<main id="main" tabindex="-1">
<h1>${page.heading}</h1>
${page.main()}
</main>
</div>
</body>
</html>`;
}
