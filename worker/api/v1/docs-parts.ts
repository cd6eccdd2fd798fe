import { html } from "hono/html";
import type { Locale } from "../../../app/i18n/locale";
import { formatNumber } from "../../../app/lib/text/money";
import { apiTextsFor } from "./api-texts";

/** The parts of JSON Schema that the page reads. */
export interface JsonSchema {
  $ref?: string;
  type?: string;
  format?: string;
  const?: unknown;
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

export type Html = ReturnType<typeof html>;

/** Longer limits only stop floods; the field's text states the meaningful limit. */
const MEANT_LENGTH = 10_000;

export const nameOf = (ref: string) => ref.split("/").at(-1) ?? "";

/** The address of a page of the reference, in the language of the page that links to it. */
export type LinkTo = (name?: string) => string;

/** A type as programmers write it, with links to the objects. */
export function typeOf(schema: JsonSchema, linkTo: LinkTo): Html {
  if (schema.$ref) return html`<a href="${linkTo(nameOf(schema.$ref))}">${nameOf(schema.$ref)}</a>`;
  if (schema.anyOf)
    return html`${schema.anyOf.map((option, place) => html`${place > 0 ? " | " : ""}${typeOf(option, linkTo)}`)}`;
  if (schema.const !== undefined) return html`${String(schema.const)}`;
  if (schema.items) return html`${typeOf(schema.items, linkTo)}[]`;
  return html`${schema.format ?? schema.type ?? "object"}`;
}

/** A text with its `code` marked, as descriptions in OpenAPI may be written (CommonMark). */
export const prose = (text = "") =>
  html`${text.split("`").map((part, place) => (place % 2 === 1 ? html`<code dir="ltr">${part}</code>` : part))}`;

/** A table that scrolls when too wide; it is focusable for the keyboard. */
export const table = (
  label: string,
  headings: readonly string[],
  rows: readonly Html[],
) => html`<div class="scroll" role="group" aria-label="${label}" tabindex="0"><table>
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${rows}</tbody>
</table></div>`;

export const code = (body: unknown, label: string) =>
  html`<pre dir="ltr" lang="en" tabindex="0" role="group" aria-label="${label}"><code>${typeof body === "string" ? body : JSON.stringify(body, null, 2)}</code></pre>`;

/** The row of a field or parameter, with its constraints beside its type. */
export function rowOf(locale: Locale, linkTo: LinkTo) {
  const say = apiTextsFor(locale);
  const number = (value: number) => formatNumber(value, locale);

  const limits = (schema: JsonSchema): Html => {
    const options =
      schema.enum ?? schema.items?.enum ?? schema.anyOf?.find((option) => option.enum)?.enum;
    const {
      minimum,
      maximum,
      minLength = 0,
      maxLength = Number.POSITIVE_INFINITY,
      default: usual,
    } = schema;
    return html`${schema.items && say("page.repeatable")}
${minimum !== undefined && maximum !== undefined ? say("page.range", { low: number(minimum), high: number(maximum) }) : ""}
${minLength > 1 ? say("page.shortest", { count: number(minLength) }) : ""}
${maxLength <= MEANT_LENGTH ? say("page.longest", { count: number(maxLength) }) : ""}
${options ? html`<span class="options">${say("page.oneOf")} ${options.map((option) => html`<code dir="ltr">${option}</code> `)}</span>` : ""}
${usual === undefined ? "" : html`<span class="options">${say("page.default")} <code dir="ltr">${typeof usual === "object" ? JSON.stringify(usual) : String(usual)}</code></span>`}`;
  };

  return (
    name: string,
    type: JsonSchema,
    meaning: string | undefined,
    required: boolean,
  ): Html => html`<tr>
<th scope="row"><code dir="ltr">${name}</code>${required ? html` <span class="required">${say("page.required")}</span>` : ""}</th>
<td><code dir="ltr">${typeOf(type, linkTo)}</code></td>
<td>${prose(meaning)} ${limits(type)}</td>
</tr>`;
}
